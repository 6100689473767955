package dev.jpgo.test.hooks;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.gson.Gson;
import dev.jpgo.test.hooks.subjects.Guarded;
import dev.jpgo.test.hooks.subjects.Subjects;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;

/** Prints everything that reflection and its users say of the subjects, one observation a line. */
public final class ReflectionProgram {
  private static final MethodHandles.Lookup OWN = MethodHandles.lookup();

  private ReflectionProgram() {}

  public static void main(String[] arguments) throws Exception {
    List<Class<?>> all = new ArrayList<>(Subjects.all());
    all.add(Heir.class);
    for (Class<?> type : all) {
      System.out.println("== " + type.getName() + " " + Modifier.toString(type.getModifiers()));
      members(type);
      lookups(type);
      System.out.println("uid " + uid(type));
      RecordComponent[] components = type.getRecordComponents();
      if (components != null) {
        for (RecordComponent component : components) {
          System.out.println(component + " " + component.getAccessor().toGenericString());
        }
      }
    }
    inherited();
    updaters();
    values();
    saved();
  }

  private static String uid(Class<?> type) {
    ObjectStreamClass described = ObjectStreamClass.lookup(type);
    return described == null ? "none" : Long.toHexString(described.getSerialVersionUID());
  }

  private static void members(Class<?> type) {
    print("field", type.getDeclaredFields());
    print("public field", type.getFields());
    print("method", type.getDeclaredMethods());
    print("public method", type.getMethods());
    print("constructor", type.getDeclaredConstructors());
    print("public constructor", type.getConstructors());
    System.out.println("again " + type.getDeclaredFields().length);
  }

  private static void print(String kind, Member[] members) {
    List<String> lines = new ArrayList<>();
    for (Member member : members) {
      StringBuilder line = new StringBuilder(kind).append(' ');
      line.append(
          member instanceof Executable executable
              ? executable.toGenericString()
              : ((Field) member).toGenericString());
      line.append(" 0x").append(Integer.toHexString(member.getModifiers()));
      if (member.getDeclaringClass() != Object.class && !kind.startsWith("public method")) {
        line.append(" use ").append(use(member));
        line.append(" by name ").append(byName(member));
        line.append(" unreflected ").append(unreflected(member));
      }
      lines.add(line.toString());
    }
    Collections.sort(lines);
    lines.forEach(System.out::println);
  }

  /** Tries a member without and with {@code setAccessible}. */
  private static String use(Member member) {
    Object target =
        Modifier.isStatic(member.getModifiers()) || member instanceof Constructor
            ? null
            : instance(member.getDeclaringClass());
    AccessibleObject object = (AccessibleObject) member;
    String before = answer(() -> object.canAccess(target)) + "," + value(member, target);
    String set = answer(object::trySetAccessible);
    return before + "," + set + "," + value(member, target);
  }

  private static Object instance(Class<?> type) {
    return type == Heir.class ? new Heir() : Subjects.instance(type);
  }

  private static String value(Member member, Object target) {
    return answer(
        () -> {
          if (member instanceof Field field) {
            return field.get(target);
          }
          if (member instanceof Method method) {
            return method.getParameterCount() == 0 ? method.invoke(target) : "has parameters";
          }
          Constructor<?> constructor = (Constructor<?>) member;
          return constructor.getParameterCount() == 0
              ? constructor.newInstance().getClass()
              : "has parameters";
        });
  }

  private static String byName(Member member) {
    Class<?> type = member.getDeclaringClass();
    return answer(
            () -> {
              if (member instanceof Field) {
                return type.getField(member.getName()).getModifiers();
              }
              Class<?>[] parameters = ((Executable) member).getParameterTypes();
              return member instanceof Method
                  ? type.getMethod(member.getName(), parameters).getModifiers()
                  : type.getConstructor(parameters).getModifiers();
            })
        + answer(
            () -> {
              if (member instanceof Field) {
                return type.getDeclaredField(member.getName()).getModifiers();
              }
              Class<?>[] parameters = ((Executable) member).getParameterTypes();
              return member instanceof Method
                  ? type.getDeclaredMethod(member.getName(), parameters).getModifiers()
                  : type.getDeclaredConstructor(parameters).getModifiers();
            });
  }

  private static String unreflected(Member member) {
    return handle(OWN, () -> unreflect(OWN, member));
  }

  private static MethodHandle unreflect(MethodHandles.Lookup lookup, Member member)
      throws IllegalAccessException {
    if (member instanceof Field field) {
      return lookup.unreflectGetter(field);
    }
    return member instanceof Method method
        ? lookup.unreflect(method)
        : lookup.unreflectConstructor((Constructor<?>) member);
  }

  private static List<MethodHandles.Lookup> lookups(MethodHandles.Lookup inside) {
    return List.of(
        OWN,
        inside,
        inside.dropLookupMode(MethodHandles.Lookup.PRIVATE),
        inside.dropLookupMode(MethodHandles.Lookup.PROTECTED),
        MethodHandles.publicLookup(),
        Subjects.lookup(),
        Heir.lookup(),
        Heir.lookup().dropLookupMode(MethodHandles.Lookup.PROTECTED));
  }

  private static void lookups(Class<?> type) throws IllegalAccessException {
    for (MethodHandles.Lookup lookup : lookups(MethodHandles.privateLookupIn(type, OWN))) {
      List<String> lines = new ArrayList<>();
      for (Field field : type.getDeclaredFields()) {
        lines.add(field.getName() + find(lookup, type, field) + setter(lookup, field));
      }
      for (Method method : type.getDeclaredMethods()) {
        lines.add(method.getName() + method.getParameterCount() + find(lookup, type, method));
      }
      for (Constructor<?> constructor : type.getDeclaredConstructors()) {
        MethodType signature = MethodType.methodType(void.class, constructor.getParameterTypes());
        lines.add(
            signature
                + handle(lookup, () -> lookup.findConstructor(type, signature))
                + handle(lookup, () -> lookup.unreflectConstructor(constructor)));
      }
      Collections.sort(lines);
      for (String line : lines) {
        System.out.println(lookup + " " + line);
      }
    }
  }

  /** Members that are found through a subclass of the class that declares them. */
  private static void inherited() throws IllegalAccessException {
    for (MethodHandles.Lookup lookup : lookups(MethodHandles.privateLookupIn(Heir.class, OWN))) {
      List<String> lines = new ArrayList<>();
      for (Field field : Guarded.class.getDeclaredFields()) {
        lines.add(field.getName() + find(lookup, Heir.class, field));
      }
      for (Method method : Guarded.class.getDeclaredMethods()) {
        lines.add(method + find(lookup, Heir.class, method));
        if (!Modifier.isStatic(method.getModifiers())) {
          lines.add("special " + method + special(lookup, method));
        }
      }
      Collections.sort(lines);
      for (String line : lines) {
        System.out.println("inherited " + lookup + " " + line);
      }
    }
  }

  private static String special(MethodHandles.Lookup lookup, Method method) {
    MethodType signature =
        MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    return handle(
        lookup, () -> lookup.findSpecial(Guarded.class, method.getName(), signature, Heir.class));
  }

  private static String setter(MethodHandles.Lookup lookup, Field field) {
    return answer(() -> lookup.unreflectSetter(field))
        + answer(() -> lookup.unreflectGetter(field))
        + answer(() -> lookup.unreflectVarHandle(field));
  }

  /** Looks a member up by name, in a class that has it. */
  private static String find(MethodHandles.Lookup lookup, Class<?> type, Field field) {
    boolean isStatic = Modifier.isStatic(field.getModifiers());
    String name = field.getName();
    Class<?> kind = field.getType();
    return handle(
            lookup,
            () ->
                isStatic
                    ? lookup.findStaticGetter(type, name, kind)
                    : lookup.findGetter(type, name, kind))
        + answer(
            () ->
                isStatic
                    ? lookup.findStaticVarHandle(type, name, kind)
                    : lookup.findVarHandle(type, name, kind))
        + answer(
            () ->
                isStatic
                    ? lookup.findStaticSetter(type, name, kind)
                    : lookup.findSetter(type, name, kind));
  }

  private static String find(MethodHandles.Lookup lookup, Class<?> type, Method method) {
    MethodType signature =
        MethodType.methodType(method.getReturnType(), method.getParameterTypes());
    String name = method.getName();
    return Modifier.isStatic(method.getModifiers())
        ? handle(lookup, () -> lookup.findStatic(type, name, signature))
        : handle(lookup, () -> lookup.findVirtual(type, name, signature));
  }

  private static String handle(MethodHandles.Lookup lookup, Callable<MethodHandle> handle) {
    return answer(
        () -> {
          MethodHandle found = handle.call();
          MethodHandleInfo info = lookup.revealDirect(found);
          Member member = info.reflectAs(Member.class, lookup);
          String flags = " 0x" + Integer.toHexString(info.getModifiers()) + " ";
          return info + flags + member + " as " + found.type();
        });
  }

  private static void updaters() {
    System.out.println(
        answer(
            () ->
                AtomicIntegerFieldUpdater.newUpdater(Subjects.Plain.class, "counter")
                    .incrementAndGet(new Subjects.Plain())));
    System.out.println(
        answer(
            () ->
                AtomicReferenceFieldUpdater.newUpdater(Subjects.Plain.class, String.class, "text")
                    .get(new Subjects.Plain())));
    System.out.println(answer(Subjects.Plain::update));
    for (Guarded guarded : List.of(Guarded.create(), new Heir())) {
      System.out.println("updates " + answer(() -> Guarded.update(guarded)));
      System.out.println("updates " + answer(() -> Heir.updateKept(guarded)));
      System.out.println("updates " + answer(() -> Heir.updateNear(guarded)));
      System.out.println("updates " + answer(() -> Heir.updateText(guarded)));
      System.out.println("selects " + guarded.selected());
    }
    for (String field : List.of("counter", "nearCounter")) {
      System.out.println(
          answer(
              () ->
                  AtomicIntegerFieldUpdater.newUpdater(Guarded.class, field)
                      .incrementAndGet(Guarded.create())));
    }
  }

  private static void values() throws Exception {
    Subjects.Plain plain = new Subjects.Plain();
    System.out.println("copy " + copy(new Subjects.Saved(7)));
    System.out.println("enum " + Enum.valueOf(Subjects.Color.class, "RED").code());
    System.out.println("jackson " + answer(() -> new ObjectMapper().writeValueAsString(plain)));
    for (Class<?> type : Subjects.all()) {
      Object value = Subjects.instance(type);
      if (value != null) {
        System.out.println(
            type + " jackson " + answer(() -> new ObjectMapper().writeValueAsString(value)));
        System.out.println(type + " gson " + answer(() -> new Gson().toJson(value)));
      }
    }
    System.out.println(
        answer(() -> new ObjectMapper().readValue("{\"name\":\"x\"}", Subjects.Bean.class)));
    System.out.println(
        answer(() -> new ObjectMapper().readValue("{\"hidden\":1}", Subjects.Bean.class)));
    System.out.println(answer(() -> new Gson().fromJson("{\"hidden\":1}", Subjects.Bean.class)));
  }

  private static void saved() {
    List<Serializable> values =
        List.of(
            Guarded.Saved.create(),
            new Guarded.NearSaved(),
            Guarded.External.create(),
            new Heir.KeptSaved(),
            new Heir.NearSaved(),
            new Heir.OwnSaved());
    for (Serializable value : values) {
      System.out.println("saved " + uid(value.getClass()) + answer(() -> copy(value)));
    }
    List<Class<?>> types = List.of(Guarded.class, Guarded.Saved.class, Guarded.OwnBase.class);
    for (Class<?> type : types) {
      System.out.println("read " + answer(() -> new ObjectMapper().readValue("{}", type)));
      System.out.println(
          "read " + answer(() -> new ObjectMapper().readValue("{\"near\":1}", type)));
      System.out.println("read " + answer(() -> new Gson().fromJson("{\"made\":1}", type)));
    }
  }

  private static Object copy(Serializable value) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return in.readObject() + " in " + java.util.Arrays.hashCode(bytes.toByteArray());
    }
  }

  private static String answer(Callable<?> question) {
    try {
      return " -> " + text(question.call());
    } catch (Throwable e) {
      return " !> " + text(e) + " by " + text(e.getCause());
    }
  }

  /** Without identity hash codes. */
  private static String text(@Nullable Object value) {
    String text = String.valueOf(value);
    return text.replaceAll("@[0-9a-f]{4,}", "@");
  }
}
