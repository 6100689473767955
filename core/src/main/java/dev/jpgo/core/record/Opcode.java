package dev.jpgo.core.record;

/** The instructions of {@link RecordCode} (JVMS 6.5). */
final class Opcode {
  static final int ICONST_0 = 0x03;
  static final int ICONST_1 = 0x04;
  static final int BIPUSH = 0x10;
  static final int SIPUSH = 0x11;
  static final int LDC_W = 0x13;
  static final int ALOAD_0 = 0x2a;
  static final int ALOAD_1 = 0x2b;
  static final int ALOAD_2 = 0x2c;
  static final int BALOAD = 0x33;
  static final int ASTORE_2 = 0x4d;
  static final int DUP2 = 0x5c;
  static final int IADD = 0x60;
  static final int IMUL = 0x68;
  static final int LUSHR = 0x7d;
  static final int LXOR = 0x83;
  static final int L2I = 0x88;
  static final int LCMP = 0x94;
  static final int IFEQ = 0x99;
  static final int IFNE = 0x9a;
  static final int IF_ICMPNE = 0xa0;
  static final int IF_ACMPEQ = 0xa5;
  static final int IRETURN = 0xac;
  static final int ARETURN = 0xb0;
  static final int GETSTATIC = 0xb2;
  static final int GETFIELD = 0xb4;
  static final int INVOKEVIRTUAL = 0xb6;
  static final int INVOKESTATIC = 0xb8;
  static final int INVOKEDYNAMIC = 0xba;
  static final int CHECKCAST = 0xc0;
  static final int INSTANCEOF = 0xc1;

  private Opcode() {}
}
