package dev.jpgo.jmh.kernel.objects;

import dev.jpgo.jmh.kernel.model.OpenOrder;
import dev.jpgo.jmh.workload.Workload;

/** {@link GetterChain} as field reads. */
public final class GetterChainByHand implements Workload {
  private final OpenOrder[] orders = new OpenOrder[GetterChain.ORDERS];

  public GetterChainByHand() {
    for (int i = 0; i < orders.length; i++) {
      orders[i] = new OpenOrder(i * 37);
    }
  }

  @Override
  public long iterate() {
    long sum = 0;
    for (int round = 0; round < GetterChain.ROUNDS; round++) {
      sum += sum(orders);
    }
    return sum;
  }

  private static int sum(OpenOrder[] orders) {
    int sum = 0;
    for (int i = 0; i < orders.length; i++) {
      sum += orders[i].customer.address.zip;
    }
    return sum;
  }
}
