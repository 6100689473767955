package dev.jpgo.core.profile;

import dev.jpgo.core.collect.Ordering;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A folder in which processes leave their profiles: pools, or a file each.
 *
 * @param folder there is one
 */
public record PoolFolder(Path folder) {
  private static final String PROFILE = ".jpgo";

  /** Profiles, by name. */
  public List<Path> files() throws IOException {
    return ending(PROFILE);
  }

  /** Parts that wait to be taken over, by name. */
  public List<Path> parts() throws IOException {
    return ending(PoolFile.PART);
  }

  private List<Path> ending(String end) throws IOException {
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*" + end)) {
      all.forEach(found::add);
    }
    Ordering.sort(found);
    return found;
  }

  /**
   * All that was counted: of a pool that nobody has been able to write yet, its parts.
   *
   * @throws IOException when something cannot be read
   */
  public Profile total() throws IOException {
    SortedSet<Path> pools = new TreeSet<>(files());
    for (Path part : parts()) {
      String name = String.valueOf(part.getFileName());
      int end = name.indexOf(PROFILE + ".");
      if (end >= 0) {
        pools.add(folder.resolve(name.substring(0, end + PROFILE.length())));
      }
    }
    ProfileMerger merger = new ProfileMerger();
    for (Path pool : pools) {
      merger.add(new PoolFile(pool).total(), 1);
    }
    return merger.result();
  }
}
