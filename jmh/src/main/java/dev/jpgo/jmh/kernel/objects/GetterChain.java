package dev.jpgo.jmh.kernel.objects;

import dev.jpgo.jmh.kernel.model.Address;
import dev.jpgo.jmh.kernel.model.Customer;
import dev.jpgo.jmh.kernel.model.Order;
import dev.jpgo.jmh.workload.Workload;

/** Three getters on private fields of classes of another package. */
public final class GetterChain implements Workload {
  static final int ORDERS = 64;
  static final int ROUNDS = 8_000;

  private final Order[] orders = new Order[ORDERS];

  public GetterChain() {
    for (int i = 0; i < ORDERS; i++) {
      orders[i] = new Order(new Customer(new Address(i * 37)));
    }
  }

  @Override
  public long iterate() {
    long sum = 0;
    for (int round = 0; round < ROUNDS; round++) {
      sum += sum(orders);
    }
    return sum;
  }

  private static int sum(Order[] orders) {
    int sum = 0;
    for (int i = 0; i < orders.length; i++) {
      sum += orders[i].getCustomer().getAddress().getZip();
    }
    return sum;
  }
}
