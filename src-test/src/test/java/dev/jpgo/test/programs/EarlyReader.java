package dev.jpgo.test.programs;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.function.Consumer;

/** An element that looks through its list while that is read, and has no array yet. */
final class EarlyReader implements Serializable {
  private static final long serialVersionUID = 1;

  private static Consumer<ArrayList<Object>> look = list -> {};

  private final ArrayList<Object> list;

  private EarlyReader(ArrayList<Object> list) {
    this.list = list;
  }

  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
    look.accept(list);
  }

  /** Has a list read whose one element does something with it meanwhile. */
  static void read(Consumer<ArrayList<Object>> meanwhile)
      throws IOException, ClassNotFoundException {
    look = meanwhile;
    ArrayList<Object> list = new ArrayList<>();
    list.add(new EarlyReader(list));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new ObjectOutputStream(bytes).writeObject(list);
    new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
  }
}
