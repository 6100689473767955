package dev.jpgo.core.record;

import dev.jpgo.core.classfile.RawClass;
import dev.jpgo.core.instrument.ByteSink;
import dev.jpgo.core.record.RecordSite.Kind;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record's class file in which {@code equals}, {@code hashCode} and {@code toString}, where they
 * are call sites of the JDK's, have beside the site the code that it comes to. {@link RecordCode}
 * says why that is sound. Members, attributes and the order of constants stay.
 */
public final class RecordPatch {
  /** Class files of Java 16, the first with records, have this version. */
  private static final int FIRST_VERSION = 60;

  private static final int MOST_CONSTANTS = 60000;

  private final RawClass in;
  private final String simpleName;
  private final List<RecordSite> sites;

  private RecordPatch(RawClass in, String simpleName, List<RecordSite> sites) {
    this.in = in;
    this.simpleName = simpleName;
    this.sites = sites;
  }

  /**
   * Reads a class file; cheap where it is no record's.
   *
   * @param texts whether {@code toString} is to be patched: where the JDK is one that formats it
   * @return null when nothing is to be patched
   */
  public static @Nullable RecordPatch of(byte[] classFile, boolean texts) {
    if (classFile.length < 10
        || ((classFile[6] & 0xff) << 8 | classFile[7] & 0xff) < FIRST_VERSION) {
      return null;
    }
    RawClass in = new RawClass(classFile);
    int body = in.body;
    if (body < 0 || in.constants.length > MOST_CONSTANTS) {
      return null;
    }
    int superclass = in.u2(body + 4);
    if (superclass == 0 || !in.is(in.u2(in.constants[superclass]), "java/lang/Record")) {
      return null;
    }
    String name = RawText.named(in, in.u2(body + 2));
    int methods = in.skipMembers(body + 8 + 2 * in.u2(body + 6));
    ClassAttributes attributes = ClassAttributes.read(in, in.skipMembers(methods), name);
    if (attributes.bootstraps() == 0) {
      return null;
    }
    boolean texted = texts && attributes.isPlainlyNamed();
    List<RecordSite> sites = sites(in, name, attributes.bootstraps(), methods, texted);
    return sites.isEmpty() ? null : new RecordPatch(in, attributes.simpleName(), sites);
  }

  private static List<RecordSite> sites(
      RawClass in, String name, int bootstraps, int methods, boolean texts) {
    RecordReader reader = new RecordReader(in, name, bootstraps);
    List<RecordSite> sites = new ArrayList<>(3);
    int number = in.u2(methods);
    int at = methods + 2;
    for (int i = 0; i < number; i++) {
      RecordSite site = reader.read(at);
      if (site != null && (site.kind() != Kind.TO_STRING || texts && isPlain(site))) {
        sites.add(site);
      }
      at = in.skipAttributes(at + 6);
    }
    return sites;
  }

  /** Whether no name means something else where it is part of a format. */
  private static boolean isPlain(RecordSite site) {
    for (Component component : site.components()) {
      if (component.name().indexOf('%') >= 0) {
        return false;
      }
    }
    return true;
  }

  /** Name of the class, internal. */
  public String name() {
    return RawText.decoded(in, in.u2(in.constants[in.u2(in.body + 2)]));
  }

  /** How many call sites there are. */
  public int sites() {
    return sites.size();
  }

  /**
   * The class file.
   *
   * @param first number of its first call site, the others follow
   * @return null when it would be too large
   */
  public byte @Nullable [] write(int first) {
    AddedConstants constants = new AddedConstants(in.constants.length);
    ByteSink body = new ByteSink(in.bytes.length);
    int copied = in.body;
    for (int i = 0; i < sites.size(); i++) {
      RecordSite site = sites.get(i);
      body.copy(in.bytes, copied, site.code());
      RecordCode code = new RecordCode(constants, site, first + i, in.u2(in.body + 2));
      if (!code.write(simpleName)) {
        return null;
      }
      code.writeAttribute(in, body);
      copied = site.code() + 6 + in.u4(site.code() + 2);
    }
    body.copy(in.bytes, copied, in.bytes.length);
    if (constants.count() > Character.MAX_VALUE) {
      return null;
    }
    byte[] added = constants.toBytes();
    byte[] rest = body.toBytes();
    return new ByteSink(in.body + added.length + rest.length)
        .copy(in.bytes, 0, 8)
        .u2(constants.count())
        .copy(in.bytes, 10, in.body)
        .copy(added, 0, added.length)
        .copy(rest, 0, rest.length)
        .toBytes();
  }
}
