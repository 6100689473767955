package dev.jpgo.test.programs.opened;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.PropertyAccessor;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.Gson;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Prints what serialization, Jackson, Gson, {@code Lookup}, updaters, proxies and service loaders
 * make of classes with private members. Arguments: milliseconds that it goes on looking (every look
 * must see what the first saw), a file to write the serialized objects to when that is over, and,
 * if wanted, such a file of another run to read.
 */
public final class OpenedMain {
  private static final String PERSON =
      "{\"name\":\"Bo\",\"age\":9,\"marks\":{\"a\":[3]},\"address\":{\"street\":\"x\"}}";

  private OpenedMain() {}

  public static void main(String[] arguments) throws IOException {
    List<String> first = look();
    first.forEach(System.out::println);
    long end = System.nanoTime() + Long.parseLong(arguments[0]) * 1_000_000;
    while (System.nanoTime() < end) {
      List<String> again = look();
      if (!again.equals(first)) {
        again.removeAll(first);
        System.out.println("CHANGED " + again);
      }
    }
    save(Path.of(arguments[1]));
    if (arguments.length > 2) {
      restore(Path.of(arguments[2]));
    }
  }

  private static List<String> look() {
    Observations seen = new Observations();
    for (Object form : Forms.all()) {
      String name = "serialized " + form.getClass().getSimpleName().replaceAll("[$/0-9].*", "");
      if (!(form instanceof Forms.Step)) { // a lambda's class has another name in each run
        seen.add(name + " id", () -> ObjectStreamClass.lookupAny(form.getClass()));
      }
      seen.add(name + " bytes", () -> HexFormat.of().formatHex(bytes(form)));
      seen.add(name + " copy", () -> shown(object(bytes(form))));
    }
    Members.observe(seen);
    json(seen);
    Iterator<Service> services = ServiceLoader.load(Service.class).iterator();
    seen.add("first provider", services::next);
    seen.add("second provider", services::next);
    seen.add("no factory", () -> Service.Unreachable.create());
    return seen.lines();
  }

  private static void json(Observations seen) {
    ObjectMapper mapper = new ObjectMapper();
    ObjectMapper fields =
        new ObjectMapper()
            .setVisibility(PropertyAccessor.ALL, JsonAutoDetect.Visibility.NONE)
            .setVisibility(PropertyAccessor.FIELD, JsonAutoDetect.Visibility.ANY);
    Gson gson = new Gson();
    Beans.Person person = Beans.Person.of("Eve");
    person.grow();
    for (Object bean : List.of(person, Beans.Whole.of(3), new Forms.Pair(1, "r"))) {
      seen.add("jackson writes", () -> mapper.writeValueAsString(bean));
      seen.add("jackson writes fields", () -> fields.writeValueAsString(bean));
      seen.add("gson writes", () -> gson.toJson(bean));
    }
    List<Class<?>> types =
        List.of(Beans.Person.class, Beans.Address.class, Beans.Whole.class, Forms.Level.class);
    for (Class<?> type : types) {
      for (String text : List.of(PERSON, "{\"hidden\":7}", "{\"number\":2}", "\"LOW\"", "12")) {
        String name = type.getSimpleName() + " of " + text;
        seen.add("jackson reads " + name, () -> mapper.readValue(text, type));
        seen.add("jackson reads fields " + name, () -> fields.readValue(text, type));
        seen.add("gson reads " + name, () -> gson.fromJson(text, type));
      }
    }
  }

  private static byte[] bytes(Object object) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(object);
    }
    return bytes.toByteArray();
  }

  private static Object object(byte[] bytes) throws IOException, ClassNotFoundException {
    try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
      return in.readObject();
    }
  }

  private static String shown(Object object) {
    if (object instanceof Forms.Step step) {
      return "step to " + step.applyAsInt(10);
    }
    return object instanceof Object[] array ? Arrays.toString(array) : object.toString();
  }

  private static void save(Path file) throws IOException {
    List<byte[]> saved = new ArrayList<>();
    for (Object form : Forms.all()) {
      saved.add(bytes(form));
    }
    try (DataOutputStream out = new DataOutputStream(Files.newOutputStream(file))) {
      out.writeInt(saved.size());
      for (byte[] bytes : saved) {
        out.writeInt(bytes.length);
        out.write(bytes);
      }
    }
  }

  private static void restore(Path file) throws IOException {
    Observations seen = new Observations();
    try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
      int count = in.readInt();
      for (int i = 0; i < count; i++) {
        byte[] bytes = in.readNBytes(in.readInt());
        seen.add("restored", () -> shown(object(bytes)));
      }
    }
    seen.lines().forEach(System.out::println);
  }
}
