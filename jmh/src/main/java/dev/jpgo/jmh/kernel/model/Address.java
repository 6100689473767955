package dev.jpgo.jmh.kernel.model;

/** Last link of the getter chain. */
public class Address {
  private final int zip;

  public Address(int zip) {
    this.zip = zip;
  }

  public int getZip() {
    return zip;
  }
}
