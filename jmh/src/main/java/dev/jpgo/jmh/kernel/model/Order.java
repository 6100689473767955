package dev.jpgo.jmh.kernel.model;

/** First link of the getter chain. */
public class Order {
  private final Customer customer;

  public Order(Customer customer) {
    this.customer = customer;
  }

  public Customer getCustomer() {
    return customer;
  }
}
