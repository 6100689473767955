package dev.jpgo.core.cache;

import dev.jpgo.core.classfile.MethodId;
import dev.jpgo.core.ir.Position;
import dev.jpgo.core.profile.InlineDecision;
import dev.jpgo.core.world.VariableHandle;
import java.util.List;
import java.util.Map;

/** Writes a {@link Version}; {@link VersionReader} reads it back. */
public final class VersionWriter {
  private final Texts texts;
  private final Sink sink = new Sink();

  private VersionWriter(Texts texts) {
    this.texts = texts;
  }

  /** The bytes of a version, with its texts in this table. */
  public static byte[] write(Version version, Texts texts) {
    VersionWriter writer = new VersionWriter(texts);
    writer.version(version);
    return writer.sink.toBytes();
  }

  private void text(String text) {
    sink.number(texts.number(text));
  }

  private void flag(boolean flag) {
    sink.number(flag ? 1 : 0);
  }

  private void version(Version version) {
    text(version.name());
    text(version.descriptor());
    facts(version.facts());
    decisions(version.decisions());
    sink.number(version.stats().callSites());
    sink.number(version.stats().inlined());
    sink.number(version.stats().devirtualized());
    sink.number(version.stats().guards());
    if (version.outcome() instanceof Version.Better better) {
      flag(true);
      text(better.flag().owner());
      text(better.flag().name());
      text(better.flag().misses());
      sink.number(better.lines().size());
      for (Map.Entry<Integer, Position> line : better.lines().entrySet()) {
        sink.number(line.getKey());
        position(line.getValue());
      }
      sink.bytes(better.classFile());
    } else if (version.outcome() instanceof Version.Unchanged unchanged) {
      flag(false);
      text(unchanged.reason());
    }
  }

  private void facts(Facts facts) {
    sink.number(facts.entities().size());
    for (Facts.Entity entity : facts.entities()) {
      text(entity.name());
      sink.word(entity.fingerprint());
      sink.number(entity.loader());
      sink.number(
          (entity.initialized() ? 1 : 0) + (entity.exported() ? 2 : 0) + (entity.code() ? 4 : 0));
    }
    sink.number(facts.steps().size());
    for (Facts.Step step : facts.steps()) {
      sink.number(step.way().ordinal());
      sink.number(step.from());
      text(step.name());
      sink.number(step.index());
      sink.number(step.to());
    }
    sink.number(facts.links().size());
    for (Facts.Link link : facts.links()) {
      flag(link.reads());
      sink.number(link.from());
      sink.number(link.to());
    }
    sink.number(facts.held().size());
    for (Facts.Held held : facts.held()) {
      sink.number(held.owner());
      text(held.field());
      VariableHandle handle = held.handle();
      sink.number(handle.kind().ordinal());
      text(handle.receiver());
      text(handle.field());
      text(handle.type());
      sink.word(handle.offset());
    }
    sink.number(facts.assumed().size());
    for (Facts.Assumed assumed : facts.assumed()) {
      sink.number(assumed.root());
      text(assumed.name());
      text(assumed.descriptor());
      sink.number(assumed.target());
      sink.number(assumed.except());
    }
  }

  private void decisions(List<InlineDecision> decisions) {
    sink.number(decisions.size());
    for (InlineDecision decision : decisions) {
      sink.number(decision.site());
      sink.number(decision.line());
      method(decision.target());
      flag(decision.inlined());
      text(decision.reason());
      sink.word(decision.count());
      decisions(decision.inner());
    }
  }

  private void method(MethodId method) {
    text(method.owner());
    text(method.name());
    text(method.descriptor());
  }

  private void position(Position position) {
    method(position.method());
    String file = position.sourceFile();
    flag(file != null);
    if (file != null) {
      text(file);
    }
    sink.number(position.line());
    Position caller = position.caller();
    flag(caller != null);
    if (caller != null) {
      position(caller);
    }
  }
}
