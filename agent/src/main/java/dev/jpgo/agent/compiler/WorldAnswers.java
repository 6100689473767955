package dev.jpgo.agent.compiler;

import dev.jpgo.core.cache.Sink;
import dev.jpgo.core.cache.Source;
import dev.jpgo.core.classfile.MethodInfo;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers from the running program what the optimizer asks from elsewhere. */
final class WorldAnswers {
  private final World world;
  private final ProgramBytes bytes;
  private final ClassNumbers numbers = new ClassNumbers();

  WorldAnswers(World world, ProgramBytes bytes) {
    this.world = world;
    this.bytes = bytes;
  }

  /** The class of a number, of which there is one as long as a job that has met it lasts. */
  LoadedClass type(int number) {
    LoadedClass type = numbers.get(number);
    if (type == null) {
      throw new IllegalStateException("class " + number + " has been unloaded");
    }
    return type;
  }

  int last() {
    return numbers.last();
  }

  byte[] job(CompileJob job) {
    List<LoadedClass> outdated = new ArrayList<>();
    for (LoadedClass each : bytes.changed()) {
      if (numbers.known(each) != Wire.NONE) {
        outdated.add(each);
      }
    }
    Answer message = new Answer(numbers);
    Sink sink = message.rest();
    sink.number(outdated.size());
    for (LoadedClass each : outdated) {
      message.type(each);
    }
    message.type(job.owner());
    Wire.text(sink, job.info().name());
    Wire.text(sink, job.info().descriptor());
    Wire.limits(sink, job.limits());
    Wire.field(sink, job.flag());
    Wire.flag(sink, job.facts());
    return message.toBytes();
  }

  byte[] answer(Source query) {
    Query what = Query.of(query.number(Query.last()));
    LoadedClass type = type(query.number(last()));
    Answer message = new Answer(numbers);
    Sink sink = message.rest();
    switch (what) {
      case FIND -> optional(message, world.find(type, Wire.text(query)));
      case SHAPE -> optional(sink, bytes.shape(type));
      case CODE -> optional(sink, bytes.code(type));
      case SHAPE_FINGERPRINT -> sink.word(type.fingerprint(false));
      case CODE_FINGERPRINT -> sink.word(type.fingerprint(true));
      case PROFILE -> {
        Optional<MethodInfo> method = type.info().method(Wire.text(query), Wire.text(query));
        Wire.profile(sink, method.flatMap(known -> world.profile(type, known)));
      }
      case INITIALIZED -> Wire.flag(sink, type.initialized());
      case HANDLE -> Wire.handle(sink, type.handle(Wire.text(query)));
      case EXPORTED -> Wire.flag(sink, type.exported());
      case SUBTYPES -> all(message, type.subtypes());
      case MAY_DECLARE -> Wire.flag(sink, type.mayDeclare(Wire.text(query), Wire.text(query)));
      case SAME_MODULE -> Wire.flag(sink, type.sameModule(type(query.number(last()))));
      case READS -> Wire.flag(sink, type.reads(type(query.number(last()))));
    }
    return message.toBytes();
  }

  private static void optional(Answer message, Optional<LoadedClass> type) {
    if (type.isPresent()) {
      message.type(type.get());
    } else {
      message.rest().number(Wire.NONE);
    }
  }

  private static void optional(Sink sink, byte @Nullable [] some) {
    Wire.flag(sink, some != null);
    if (some != null) {
      sink.bytes(some);
    }
  }

  private static void all(Answer message, Collection<LoadedClass> types) {
    message.rest().number(types.size());
    for (LoadedClass each : types) {
      message.type(each);
    }
  }
}
