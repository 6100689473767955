package dev.jpgo.agent.warm;

import dev.jpgo.core.cache.Texts;
import dev.jpgo.core.cache.Version;
import dev.jpgo.core.cache.VersionReader;
import dev.jpgo.core.cache.VersionWriter;
import dev.jpgo.core.collect.Ordering;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the optimizer made in earlier runs of a program, by class; and what it makes in this one,
 * for the next. Belongs to the controller thread, or to who has its turn.
 */
public final class CodeCache {
  private static final Comparator<Entry> BY_RANK =
      new Comparator<>() {
        @Override
        public int compare(Entry a, Entry b) {
          return Integer.compare(a.rank, b.rank);
        }
      };

  private final @Nullable CacheFile file;
  private final Texts texts;

  /** By the name of the class, then by its loader: names are there with their hashes. */
  private final Map<String, Map<String, List<Entry>>> classes = new HashMap<>();

  private volatile boolean changed;
  private long changes;
  private long taken;
  private int damaged;
  private int loaded;
  private int ranks;

  /** A method of which something is known. */
  public static final class Entry {
    private final Place place;
    private final byte[] bytes;
    private final int checksum;
    private @Nullable Version version;
    private int rank;

    Entry(Place place, byte[] bytes, int checksum) {
      this.place = place;
      this.bytes = bytes;
      this.checksum = checksum;
    }

    Place place() {
      return place;
    }

    byte[] bytes() {
      return bytes;
    }

    int checksum() {
      return checksum;
    }

    /**
     * Its place among all: what an earlier run optimized first, since it promised most, is first.
     */
    public int rank() {
      return rank;
    }

    public String name() {
      return place.name;
    }

    public String descriptor() {
      return place.descriptor;
    }
  }

  /** Which method an entry is of. */
  record Place(String owner, String loader, String name, String descriptor) {}

  CodeCache(@Nullable CacheFile file, Texts texts) {
    this.file = file;
    this.texts = texts;
  }

  /** None, and nothing is kept. */
  public static CodeCache none() {
    return new CodeCache(null, new Texts());
  }

  /** Whether anything is kept. */
  public boolean isOn() {
    return file != null;
  }

  /** How many entries there were in the file. */
  public int loaded() {
    return loaded;
  }

  /** How many of them are damaged, as far as is known. */
  public int damaged() {
    return damaged;
  }

  /** Some of the file cannot be read. */
  void damage() {
    damaged++;
    changed();
  }

  void load(Entry entry) {
    loaded++;
    entry.rank = ranks++;
    put(entry);
  }

  private void put(Entry entry) {
    Map<String, List<Entry>> byLoader = classes.get(entry.place.owner);
    if (byLoader == null) {
      byLoader = new HashMap<>(2);
      classes.put(entry.place.owner, byLoader);
    }
    List<Entry> entries = byLoader.get(entry.place.loader);
    if (entries == null) {
      entries = new ArrayList<>();
      byLoader.put(entry.place.loader, entries);
    }
    entries.add(entry);
  }

  /** Whether some entry may say something of a class of this name. */
  public boolean mentions(String internalName) {
    return loaded > 0 && texts.contains(internalName);
  }

  /**
   * The entries of a class.
   *
   * @param owner internal name
   * @param loader kind of its loader
   */
  public List<Entry> ofClass(String owner, String loader) {
    Map<String, List<Entry>> byLoader = classes.get(owner);
    List<Entry> entries = byLoader == null ? null : byLoader.get(loader);
    return entries == null ? List.of() : entries;
  }

  /** The entry of a method, or null. */
  public @Nullable Entry find(String owner, String loader, String name, String descriptor) {
    for (Entry entry : ofClass(owner, loader)) {
      if (entry.place.name.equals(name) && entry.place.descriptor.equals(descriptor)) {
        return entry;
      }
    }
    return null;
  }

  /** What an entry says; null, and the entry is gone, when it is damaged. */
  public @Nullable Version version(Entry entry) {
    if (entry.version == null) {
      try {
        if (CacheFile.checksum(entry.place, entry.bytes) == entry.checksum) {
          entry.version = VersionReader.read(entry.bytes, texts);
        }
      } catch (IllegalArgumentException e) {
        entry.version = null; // as if the checksum were wrong
      }
      if (entry.version == null) {
        damage();
        drop(entry);
      }
    }
    return entry.version;
  }

  /** An entry is of no use any more. */
  public void drop(Entry entry) {
    List<Entry> entries = ofClass(entry.place.owner, entry.place.loader);
    if (entries.contains(entry)) {
      entries.remove(entry);
      changed();
    }
  }

  /** Keeps what was made of a method, in place of what there was. */
  public void keep(String owner, String loader, Version version) {
    if (file == null) {
      return;
    }
    Entry before = find(owner, loader, version.name(), version.descriptor());
    if (before != null) {
      drop(before);
    }
    Place place = new Place(owner, loader, version.name(), version.descriptor());
    byte[] bytes = VersionWriter.write(version, texts);
    Entry entry = new Entry(place, bytes, CacheFile.checksum(place, bytes));
    entry.rank = before == null ? ranks++ : before.rank;
    put(entry);
    changed();
  }

  /** Whether there is something that is not in the file. */
  boolean isChanged() {
    return changed;
  }

  /** How many changes there have been. */
  long changes() {
    return changes;
  }

  private void changed() {
    changed = true;
    changes++;
  }

  /** What is to be written: it belongs to whoever writes it. */
  final class Content {
    private final CacheFile target;
    private final byte[] bytes;
    private final long number;

    Content(CacheFile target, byte[] bytes, long number) {
      this.target = target;
      this.bytes = bytes;
      this.number = number;
    }

    /**
     * Writes it, unless what came later has been written; any thread.
     *
     * @throws IOException when that fails; what was there is there still
     */
    void write() throws IOException {
      try {
        target.write(bytes, number);
      } catch (IOException | RuntimeException e) {
        changed = true;
        throw e;
      }
    }
  }

  /** What there is, if it is not what is in the file: counts as written from now on. */
  @Nullable Content take() {
    if (file == null || !changed) {
      return null;
    }
    List<Entry> all = new ArrayList<>();
    for (Map<String, List<Entry>> byLoader : classes.values()) {
      for (List<Entry> entries : byLoader.values()) {
        all.addAll(entries);
      }
    }
    Ordering.sort(all, BY_RANK);
    changed = false;
    return new Content(file, file.encode(texts, all), ++taken);
  }

  /**
   * Writes what there is, if it is not what is in the file.
   *
   * @throws IOException when that fails; what was there is there still
   */
  public void write() throws IOException {
    Content content = take();
    if (content != null) {
      content.write();
    }
  }
}
