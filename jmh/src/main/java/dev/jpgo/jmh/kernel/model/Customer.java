package dev.jpgo.jmh.kernel.model;

/** Second link of the getter chain. */
public class Customer {
  private final Address address;

  public Customer(Address address) {
    this.address = address;
  }

  public Address getAddress() {
    return address;
  }
}
