package dev.jpgo.core.profile;

/** The sections of a file of format 1, in the order in which they stand. */
enum Section {
  HEADER(1),
  STRINGS(2),
  METHODS(3),
  DECISIONS(4),
  TEXTS(5);

  /** The format that consists of sections. */
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
