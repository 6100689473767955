package dev.jpgo.core.profile;

/** The sections of a profile file, in the order in which they stand. */
enum Section {
  HEADER(1),
  STRINGS(2),
  METHODS(3),
  DECISIONS(4),
  TEXTS(5);

  /** {@code JPGO}, read as a little-endian number. */
  static final int MAGIC = 'J' | 'P' << 8 | 'G' << 16 | 'O' << 24;

  /** Format written; a reader takes this and all before it. */
  static final int VERSION = 1;

  /** Magic, version, file length, checksum of these: four bytes each. */
  static final int PREAMBLE = 16;

  /** Around each section: number and length before it, checksum after it. */
  static final int FRAME = 12;

  /** Sections numbered from here on may be skipped by a reader that does not know them. */
  static final int FIRST_OPTIONAL = 128;

  final int number;

  Section(int number) {
    this.number = number;
  }

  String title() {
    return name().toLowerCase(java.util.Locale.ROOT);
  }
}
