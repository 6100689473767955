package dev.jpgo.test.programs;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Handles secrets, in constants and in arguments, in methods that get hot, and prints how many
 * sockets of this process others can reach while they are (Linux).
 */
public final class Secretive {
  /** Part of every secret there is. */
  public static final String SECRET = "xyzzy-plugh";

  private static final String PASSWORD = "constant " + "xyzzy-plugh";

  private final Map<String, Integer> uses = new HashMap<>();

  private Secretive() {}

  /** Argument: a secret. */
  public static void main(String[] arguments) throws IOException {
    Secretive secretive = new Secretive();
    long sum = 0;
    for (int i = 0; i < 30_000; i++) {
      sum += secretive.use(arguments[0], i) + secretive.use(PASSWORD, i);
    }
    System.out.println(sum);
    System.out.println(sockets() + " sockets");
  }

  private int use(String secret, int salt) {
    switch (secret) {
      case "case xyzzy-plugh":
        return 7;
      default:
        return uses.merge(secret, salt, Integer::sum) + ("salted xyzzy-plugh" + salt).length();
    }
  }

  /**
   * Sockets of the network, and of the file system if they have a name there. (The JDK makes a pair
   * without one when it first writes to a channel.)
   */
  private static int sockets() throws IOException {
    List<String> reachable = new ArrayList<>();
    for (String table : List.of("tcp", "tcp6", "udp", "udp6", "raw", "raw6")) {
      Path file = Path.of("/proc/self/net", table);
      for (String line : Files.exists(file) ? Files.readAllLines(file) : List.<String>of()) {
        reachable.add(line.strip().split(" +")[9]);
      }
    }
    for (String line : Files.readAllLines(Path.of("/proc/self/net/unix"))) {
      String[] columns = line.strip().split(" +");
      if (columns.length > 7) {
        reachable.add(columns[6]);
      }
    }
    int sockets = 0;
    try (DirectoryStream<Path> open = Files.newDirectoryStream(Path.of("/proc/self/fd"))) {
      for (Path each : open) {
        String target = target(each);
        boolean socket = target.startsWith("socket:[");
        sockets += socket && reachable.contains(target.substring(8, target.length() - 1)) ? 1 : 0;
      }
    }
    return sockets;
  }

  private static String target(Path descriptor) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (NoSuchFileException e) {
      return ""; // that of the listing itself
    }
  }
}
