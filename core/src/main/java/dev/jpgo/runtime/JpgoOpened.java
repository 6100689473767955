package dev.jpgo.runtime;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Which members of which classes were opened at load, by loader and internal name, weak in the
 * loader (by identity: loaders may have an {@code equals} of their own).
 *
 * <p>A member is 32 bits: the hash of its name and descriptor, whose two low bits are replaced by
 * the access that its source declares. A class's members are in ascending order, no two with the
 * same 30 bits of hash, so the first one that is not below such a hash is the only one it can be.
 *
 * <p>One lock guards it. It is a leaf: nothing is called while it is held that could take another
 * lock or load a class, so it may be taken while a class is being loaded.
 */
public final class JpgoOpened {
  /** What {@link #declared} says of a member that was not opened. */
  public static final int NOT_OPENED = -1;

  /** The bits of an entry that are not hash; all of them set stand for no access. */
  public static final int KIND = 3;

  private static final int DECLARED = Modifier.PRIVATE | Modifier.PROTECTED;

  private static final Object LOCK = new Object();
  private static final ReferenceQueue<ClassLoader> GONE = new ReferenceQueue<>();
  private static Loader[] loaders = new Loader[64];
  private static int loaderCount;

  private JpgoOpened() {}

  /**
   * The entry of a member.
   *
   * @param hash of its name followed by its descriptor
   * @param access the flags that its source declares
   */
  public static int entry(int hash, int access) {
    return hash & ~KIND | (access & DECLARED) >> 1;
  }

  /**
   * The access that the source declares of an opened member: {@link Modifier#PRIVATE}, {@link
   * Modifier#PROTECTED} or 0 for that of its package; {@link #NOT_OPENED} when it is not among
   * these members.
   */
  public static int declared(int[] members, int hash) {
    int wanted = hash & ~KIND;
    int at = Arrays.binarySearch(members, wanted);
    if (at < 0) {
      at = -1 - at;
    }
    if (at == members.length) {
      return NOT_OPENED;
    }
    int entry = members[at];
    return (entry & ~KIND) == wanted ? (entry & KIND) << 1 : NOT_OPENED;
  }

  /** The members of a class that were opened, in ascending order; null when it was not opened. */
  public static int @Nullable [] members(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null ? null : members(loader, type.getName().replace('.', '/'));
  }

  /** The members of a class that were opened, in ascending order; null when it was not opened. */
  public static int @Nullable [] members(ClassLoader loader, String internalName) {
    synchronized (LOCK) {
      Loader record = loaders[slot(loader)];
      while (record != null && !record.refersTo(loader)) {
        record = record.next;
      }
      return record == null ? null : record.get(internalName);
    }
  }

  /** Whether the loader knows a class of that name already, so that it will not define another. */
  public static boolean isLoaded(ClassLoader loader, String internalName) {
    JpgoMemory memory = JpgoMemory.instance;
    return memory != null && memory.isLoaded(loader, internalName.replace('/', '.'));
  }

  /** Records what was opened; replaces what was recorded of an earlier class of that name. */
  public static void record(ClassLoader loader, String internalName, int[] members) {
    synchronized (LOCK) {
      dropUnloaded();
      int slot = slot(loader);
      Loader record = loaders[slot];
      while (record != null && !record.refersTo(loader)) {
        record = record.next;
      }
      if (record == null) {
        record = new Loader(loader, loaders[slot]);
        loaders[slot] = record;
        loaderCount++;
        if (loaderCount > 2 * loaders.length) {
          rehash();
        }
      }
      record.put(internalName, members);
    }
  }

  private static int slot(ClassLoader loader) {
    return System.identityHashCode(loader) & loaders.length - 1;
  }

  private static void dropUnloaded() {
    for (Object gone = GONE.poll(); gone != null; gone = GONE.poll()) {
      Loader record = (Loader) gone;
      int slot = record.hash & loaders.length - 1;
      Loader before = null;
      for (Loader at = loaders[slot]; at != null; before = at, at = at.next) {
        if (at == record) {
          if (before == null) {
            loaders[slot] = at.next;
          } else {
            before.next = at.next;
          }
          loaderCount--;
          break;
        }
      }
    }
  }

  private static void rehash() {
    Loader[] old = loaders;
    loaders = new Loader[2 * old.length];
    for (Loader first : old) {
      for (Loader at = first; at != null; ) {
        Loader next = at.next;
        int slot = at.hash & loaders.length - 1;
        at.next = loaders[slot];
        loaders[slot] = at;
        at = next;
      }
    }
  }

  /** A class and its opened members. */
  private static final class Entry {
    final String name;
    final int[] members;

    Entry(String name, int[] members) {
      this.name = name;
      this.members = members;
    }
  }

  /** The classes of one loader: open addressing, at most half full. */
  private static final class Loader extends WeakReference<ClassLoader> {
    final int hash;
    @Nullable Loader next;
    int size;
    private @Nullable Entry[] entries = new Entry[8];

    Loader(ClassLoader loader, @Nullable Loader next) {
      super(loader, GONE);
      this.hash = System.identityHashCode(loader);
      this.next = next;
    }

    int @Nullable [] get(String name) {
      Entry entry = entries[find(entries, name)];
      return entry == null ? null : entry.members;
    }

    void put(String name, int[] members) {
      if (2 * (size + 1) > entries.length) {
        grow();
      }
      int at = find(entries, name);
      if (entries[at] == null) {
        size++;
      }
      entries[at] = new Entry(name, members);
    }

    private void grow() {
      @Nullable Entry[] more = new Entry[2 * entries.length];
      for (Entry entry : entries) {
        if (entry != null) {
          more[find(more, entry.name)] = entry;
        }
      }
      entries = more;
    }

    private static int find(@Nullable Entry[] entries, String name) {
      int hash = name.hashCode();
      int at = (hash ^ hash >>> 16) & entries.length - 1;
      while (true) {
        Entry there = entries[at];
        if (there == null || there.name.equals(name)) {
          return at;
        }
        at = at + 1 & entries.length - 1;
      }
    }
  }
}
