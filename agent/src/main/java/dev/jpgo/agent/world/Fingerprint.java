package dev.jpgo.agent.world;

import dev.jpgo.core.classfile.RawClass;
import dev.jpgo.core.classfile.UsedConstants;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.Adler32;
import java.util.zip.CRC32;

/**
 * Tells classes apart by what their class files say, in 64 bits.
 *
 * <p>A class that was loaded as it is in its jar is not handed to a transformer like that again: to
 * retransform it the VM writes a class file anew from what it keeps of it, with the same constant
 * pool and the same fields, but with methods and attributes in another order, and without some
 * attributes that no code depends on. Both are the same class. So of methods and attributes no
 * order counts here, and those attributes do not count at all.
 *
 * <p>A class that inherits default methods may have got methods from the VM that throw an {@link
 * AbstractMethodError} or an {@link IncompatibleClassChangeError} (HotSpot's {@code
 * defaultMethods.cpp}). They are not written, but their constants are, behind all others, and
 * nothing refers to them. So in a class with the name of such an error unused constants at the end
 * do not count. In others, which are nearly all, they are not looked for: that is a walk over all
 * code.
 *
 * <p>The parts are told by two checksums that the VM computes natively, since a stronger one takes
 * an interpreter a thousand times as long. Not against someone who wants two class files to be
 * taken for one: he would have to have his classes run already.
 */
public final class Fingerprint {
  private static final long ODD = 0x9E3779B97F4A7C15L;

  /** An attribute that is told by all its bytes. */
  private static final byte KEPT = 1;

  private static final byte UTF8 = 1; // CONSTANT_Utf8
  private static final byte LOST = 2;
  private static final byte CODE = 3;
  private static final byte VARIABLES = 4;

  private static final byte[] CODE_NAME = ascii("Code");

  /** Not kept by the VM when it has no rows. */
  private static final byte[] VARIABLES_NAME = ascii("LocalVariableTable");

  /**
   * What the VM keeps (HotSpot's {@code jvmtiClassFileReconstituter.cpp}). Not the rest: neither
   * what it can do without, such as {@code StackMapTable}, nor what it does not know, which it has
   * to ignore (JVMS 4.7.1), such as Scala's.
   */
  private static final byte[][] KEPT_NAMES = {
    ascii("AnnotationDefault"),
    ascii("BootstrapMethods"),
    ascii("ConstantValue"),
    ascii("Exceptions"),
    ascii("InnerClasses"),
    ascii("LineNumberTable"),
    ascii("LocalVariableTypeTable"),
    ascii("NestHost"),
    ascii("NestMembers"),
    ascii("PermittedSubclasses"),
    ascii("Record"),
    ascii("RuntimeVisibleAnnotations"),
    ascii("RuntimeVisibleParameterAnnotations"),
    ascii("RuntimeVisibleTypeAnnotations"),
    ascii("Signature"),
    ascii("SourceDebugExtension"),
    ascii("SourceFile"),
    ascii("Synthetic"),
  };

  /** Names of errors that methods made by the VM throw. */
  private static final byte[] ABSTRACT = ascii("java/lang/AbstractMethodError");

  private static final byte[] INCOMPATIBLE = ascii("java/lang/IncompatibleClassChangeError");

  private final RawClass raw;
  private final byte[] bytes;
  private final int[] constants;

  /** What kind of attribute a constant is the name of, once that was asked. */
  private final byte[] kinds;

  private final CRC32 crc = new CRC32();
  private final Adler32 adler = new Adler32();
  private int offset;

  private Fingerprint(byte[] bytes) {
    this.bytes = bytes;
    this.raw = new RawClass(bytes);
    this.constants = raw.constants;
    this.kinds = new byte[constants.length];
    this.offset = raw.body;
  }

  /** Of a class file; never 0. One that cannot be read is told by all its bytes. */
  public static long of(byte[] classFile) {
    long sum;
    try {
      sum = new Fingerprint(classFile).sum();
    } catch (ArrayIndexOutOfBoundsException unreadable) {
      sum = whole(classFile);
    }
    return sum == 0 ? 1 : sum;
  }

  private static long whole(byte[] classFile) {
    CRC32 crc = new CRC32();
    crc.update(classFile);
    Adler32 adler = new Adler32();
    adler.update(classFile);
    return crc.getValue() << 32 | (adler.getValue() ^ classFile.length);
  }

  private long sum() {
    if (offset < 0) {
      return whole(bytes);
    }
    int interfaces = raw.u2(offset + 6);
    int used = namesErrors() ? used() : constants.length;
    int end = used == constants.length ? offset : constants[used] - 1;
    long sum = part(0, 8) * ODD + used;
    sum = sum * ODD + part(10, end);
    sum = sum * ODD + part(offset, offset + 8 + 2 * interfaces);
    offset += 8 + 2 * interfaces;
    for (int fields = next(); fields > 0; fields--) {
      sum = sum * ODD + member();
    }
    long methods = 0;
    for (int left = next(); left > 0; left--) {
      methods += member() * ODD;
    }
    sum = (sum * ODD + methods) * ODD + attributes();
    return offset == bytes.length ? sum : whole(bytes);
  }

  private boolean namesErrors() {
    int[] all = constants;
    byte[] in = bytes;
    for (int i = 1; i < all.length; i++) {
      int at = all[i];
      if (at > 0 && in[at - 1] == UTF8) {
        int length = raw.u2(at);
        if (length == ABSTRACT.length && is(at, ABSTRACT)
            || length == INCOMPATIBLE.length && is(at, INCOMPATIBLE)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Index behind the last constant that something refers to. */
  private int used() {
    int next = UsedConstants.of(bytes).length();
    while (next < constants.length && constants[next] == 0) {
      next++; // the second place of a long or double
    }
    return next;
  }

  private long member() {
    long header = part(offset, offset + 6);
    offset += 6;
    return mixed(header * ODD + attributes());
  }

  /** In any order; the cursor is behind them afterwards. */
  private long attributes() {
    long sum = 0;
    for (int left = next(); left > 0; left--) {
      int name = raw.u2(offset);
      int end = offset + 6 + raw.u4(offset + 2);
      byte kind = kinds[name] != 0 ? kinds[name] : kind(name);
      if (kind == CODE) {
        sum += code() * ODD;
      } else if (kind == KEPT || kind == VARIABLES && end - offset > 8) {
        sum += mixed(part(offset, end));
      }
      offset = end;
    }
    return sum;
  }

  private long code() {
    int begin = offset + 6;
    int end = begin + 8 + raw.u4(begin + 4);
    end += 2 + 8 * raw.u2(end);
    long sum = part(begin, end);
    offset = end;
    return mixed(sum * ODD + attributes());
  }

  private static byte[] ascii(String name) {
    return name.getBytes(StandardCharsets.US_ASCII);
  }

  private byte kind(int constant) {
    int name = constants[constant];
    byte kind = is(name, CODE_NAME) ? CODE : is(name, VARIABLES_NAME) ? VARIABLES : LOST;
    for (byte[] kept : KEPT_NAMES) {
      kind = is(name, kept) ? KEPT : kind;
    }
    kinds[constant] = kind;
    return kind;
  }

  private boolean is(int constant, byte[] name) {
    return raw.u2(constant) == name.length
        && Arrays.equals(bytes, constant + 2, constant + 2 + name.length, name, 0, name.length);
  }

  private long part(int begin, int end) {
    crc.reset();
    crc.update(bytes, begin, end - begin);
    adler.reset();
    adler.update(bytes, begin, end - begin);
    return crc.getValue() << 32 | (adler.getValue() ^ (end - begin));
  }

  /** Sums of these do not cancel each other out. */
  private static long mixed(long value) {
    long mixed = (value ^ value >>> 31) * ODD;
    return mixed ^ mixed >>> 29;
  }

  private int next() {
    int value = raw.u2(offset);
    offset += 2;
    return value;
  }
}
