package dev.jpgo.core.profile;

import java.util.EnumMap;
import java.util.Map;
import java.util.zip.CRC32;

/** The sections of a profile's bytes, with every checksum already found right. */
final class SectionTable {
  private final byte[] bytes;
  private final Map<Section, ByteSource> sections = new EnumMap<>(Section.class);

  private SectionTable(byte[] bytes) {
    this.bytes = bytes;
  }

  static SectionTable read(byte[] bytes) throws ProfileFormatException {
    SectionTable table = new SectionTable(bytes);
    table.preamble();
    table.sections();
    return table;
  }

  ByteSource open(Section section) throws ProfileFormatException {
    ByteSource source = sections.get(section);
    if (source == null) {
      throw new ProfileFormatException("damaged profile: no section " + section.title());
    }
    return source;
  }

  private void preamble() throws ProfileFormatException {
    if (bytes.length < Section.PREAMBLE) {
      throw new ProfileFormatException("damaged profile: " + bytes.length + " bytes long");
    }
    if (number(12) != checksum(0, 12)) {
      throw new ProfileFormatException("damaged profile: wrong checksum at byte 12 (preamble)");
    }
    if (number(4) != Section.VERSION) {
      throw new ProfileFormatException(
          "profile of format " + number(4) + " that does not begin as one");
    }
    if (number(8) != bytes.length) {
      throw new ProfileFormatException(
          "damaged profile: " + bytes.length + " bytes long, written with " + number(8));
    }
  }

  private void sections() throws ProfileFormatException {
    int at = Section.PREAMBLE;
    while (at < bytes.length) {
      if (bytes.length - at < Section.FRAME) {
        throw damaged("the end came too early", at);
      }
      int length = number(at + 4);
      if (length < 0 || length > bytes.length - at - Section.FRAME) {
        throw damaged("a section of " + length + " bytes, more than is left", at);
      }
      int end = at + 8 + length;
      if (number(end) != checksum(at, end)) {
        throw damaged("wrong checksum", end);
      }
      add(number(at), at + 8, end);
      at = end + 4;
    }
  }

  private void add(int number, int start, int end) throws ProfileFormatException {
    for (Section section : Section.values()) {
      if (section.number == number) {
        ByteSource source = new ByteSource(bytes, start, end, section.title());
        if (sections.put(section, source) != null) {
          throw damaged("section " + section.title() + " twice", start);
        }
        return;
      }
    }
    if (number < Section.FIRST_OPTIONAL) {
      throw damaged("unknown section " + number, start);
    }
  }

  private static ProfileFormatException damaged(String what, int at) {
    return new ProfileFormatException("damaged profile: " + what + " at byte " + at);
  }

  private int number(int at) {
    return bytes[at] & 0xFF
        | (bytes[at + 1] & 0xFF) << 8
        | (bytes[at + 2] & 0xFF) << 16
        | (bytes[at + 3] & 0xFF) << 24;
  }

  private int checksum(int start, int end) {
    CRC32 crc = new CRC32();
    crc.update(bytes, start, end - start);
    return (int) crc.getValue();
  }
}
