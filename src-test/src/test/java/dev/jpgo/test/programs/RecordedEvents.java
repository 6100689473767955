package dev.jpgo.test.programs;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads from a file and commits events of its own, for some time without a flight recording and
 * then with one. Prints what was recorded.
 */
public final class RecordedEvents {
  private static final int ROUNDS = 500;

  @Name("dev.jpgo.test.Turn")
  static final class Turn extends Event {
    int number;
  }

  private RecordedEvents() {}

  private static int turn(int number) {
    Turn turn = new Turn();
    turn.begin();
    int asked = turn.isEnabled() && turn.shouldCommit() ? 1 : 0;
    turn.number = number;
    turn.commit();
    return asked;
  }

  private static int turns() {
    int asked = 0;
    for (int i = 0; i < 10; i++) {
      asked += turn(i);
    }
    return asked;
  }

  private static int read(RandomAccessFile file) throws IOException {
    file.seek(0);
    int sum = 0;
    for (int i = 0; i < 4; i++) {
      sum += file.readInt();
    }
    return sum;
  }

  /**
   * Runs it.
   *
   * @param arguments milliseconds before the recording
   */
  public static void main(String[] arguments) throws IOException {
    Path data = Files.createTempFile("jpgo-recorded", ".data");
    Path dump = Files.createTempFile("jpgo-recorded", ".jfr");
    try {
      Files.write(data, new byte[16]);
      try (RandomAccessFile file = new RandomAccessFile(data.toFile(), "r")) {
        long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
        while (System.nanoTime() - end < 0) {
          turns();
          read(file);
        }
        record(file, dump);
      }
      long turns = 0;
      long numbers = 0;
      long reads = 0;
      for (RecordedEvent event : RecordingFile.readAllEvents(dump)) {
        String type = event.getEventType().getName();
        if (type.equals("dev.jpgo.test.Turn")) {
          turns++;
          numbers += event.getInt("number");
        } else if (type.equals("jdk.FileRead") && data.toString().equals(event.getString("path"))) {
          reads++;
        }
      }
      System.out.println("turns " + turns + ", of numbers " + numbers + ", reads " + reads);
    } finally {
      Files.delete(data);
      Files.delete(dump);
    }
  }

  private static void record(RandomAccessFile file, Path dump) throws IOException {
    try (Recording recording = new Recording()) {
      recording.enable("dev.jpgo.test.Turn").withoutStackTrace().withoutThreshold();
      recording.enable("jdk.FileRead").withoutStackTrace().withoutThreshold();
      recording.start();
      int asked = 0;
      for (int i = 0; i < ROUNDS; i++) {
        asked += turns();
        read(file);
      }
      recording.stop();
      recording.dump(dump);
      System.out.println("asked " + asked);
    }
  }
}
