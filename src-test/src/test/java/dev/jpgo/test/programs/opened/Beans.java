package dev.jpgo.test.programs.opened;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What Jackson and Gson read and write, with private members that they must take for private. */
public final class Beans {
  private Beans() {}

  /** Getters, setters, and fields that have neither. */
  public static final class Person {
    private String name = "Ada";
    private int age = 36;
    private int hidden = 1;
    private @Nullable Address address = new Address("Main", 5);
    private Map<String, List<Integer>> marks = new TreeMap<>(Map.of("math", List.of(1, 2)));
    private transient int derived = 3;
    private static int shared = 4;

    public Person() {}

    /** Would be taken for a way to make one of a number, were it public. */
    private Person(int age) {
      this.age = -age;
    }

    /** Would be taken for a way to make one of a text, were it public. */
    private static Person valueOf(String name) {
      Person person = new Person(shared);
      person.name = "by valueOf " + name;
      return person;
    }

    static Person of(String name) {
      return valueOf(name);
    }

    public String getName() {
      return name;
    }

    public void setName(String name) {
      this.name = name;
    }

    public int getAge() {
      return age + derived - derived;
    }

    private void setAge(int age) {
      this.age = age + 1000;
    }

    void grow() {
      setAge(age);
    }

    public @Nullable Address getAddress() {
      return address;
    }

    public void setAddress(@Nullable Address address) {
      this.address = address;
    }

    public Map<String, List<Integer>> getMarks() {
      return marks;
    }

    public void setMarks(Map<String, List<Integer>> marks) {
      this.marks = marks;
    }

    @Override
    public String toString() {
      return name + ' ' + age + ' ' + hidden + ' ' + address + ' ' + marks;
    }
  }

  /** Can be made by reflection alone: its constructors are private. */
  public static final class Address {
    private String street;
    private int number;
    private Forms.@Nullable Level level = Forms.Level.LOW;

    private Address() {
      this("none", 0);
    }

    private Address(String street, int number) {
      this.street = street;
      this.number = number;
    }

    @Override
    public String toString() {
      return street + number + level;
    }

    public String getStreet() {
      return street;
    }

    public int getNumber() {
      return number;
    }

    public Forms.@Nullable Level getLevel() {
      return level;
    }
  }

  /** Without a constructor that takes nothing. */
  public static final class Whole {
    private final int part;

    private Whole(int part) {
      this.part = part;
    }

    static Whole of(int part) {
      return new Whole(part);
    }

    @Override
    public String toString() {
      return "whole " + part;
    }
  }
}
