package dev.jpgo.jmh.micro;

import dev.jpgo.jmh.kernel.model.Address;
import dev.jpgo.jmh.kernel.model.Customer;
import dev.jpgo.jmh.kernel.model.OpenOrder;
import dev.jpgo.jmh.kernel.model.Order;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** A chain of three getters behind the forms of guards that tier 2 can choose from. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(GuardBenchmarks.LOOPS)
@Warmup(iterations = 3, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 8, time = 200, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class GuardBenchmarks {
  static final int LOOPS = 1024;
  private static final int ORDERS = 64;

  static volatile boolean flag = true;

  final OpenOrder[] open = new OpenOrder[ORDERS];
  final Order[] orders = new Order[ORDERS];

  public GuardBenchmarks() {
    for (int i = 0; i < ORDERS; i++) {
      open[i] = new OpenOrder(i);
      orders[i] = new Order(new Customer(new Address(i)));
    }
  }

  /** Field reads alone. */
  @Benchmark
  public int unguarded() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += open[i & (ORDERS - 1)].customer.address.zip;
    }
    return sum;
  }

  /** Three virtual calls. */
  @Benchmark
  public int calls() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      sum += orders[i & (ORDERS - 1)].getCustomer().getAddress().getZip();
    }
    return sum;
  }

  /** One flag for the chain, read after its last receiver. */
  @Benchmark
  public int flagForTheChain() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      OpenOrder.OpenAddress address = open[i & (ORDERS - 1)].customer.address;
      sum += flag ? address.zip : -1;
    }
    return sum;
  }

  /** A flag read after each receiver. */
  @Benchmark
  public int flagAtEachCall() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      OpenOrder order = open[i & (ORDERS - 1)];
      if (!flag) {
        return -1;
      }
      OpenOrder.OpenCustomer customer = order.customer;
      if (!flag) {
        return -1;
      }
      OpenOrder.OpenAddress address = customer.address;
      if (!flag) {
        return -1;
      }
      sum += address.zip;
    }
    return sum;
  }

  /** An instanceof at each call. */
  @Benchmark
  public int instanceofAtEachCall() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      OpenOrder order = open[i & (ORDERS - 1)];
      if (!(order instanceof OpenOrder)) {
        return -1;
      }
      OpenOrder.OpenCustomer customer = order.customer;
      if (!(customer instanceof OpenOrder.OpenCustomer)) {
        return -1;
      }
      OpenOrder.OpenAddress address = customer.address;
      if (!(address instanceof OpenOrder.OpenAddress)) {
        return -1;
      }
      sum += address.zip;
    }
    return sum;
  }

  /** An exact class test at each call. */
  @Benchmark
  public int getClassAtEachCall() {
    int sum = 0;
    for (int i = 0; i < LOOPS; i++) {
      OpenOrder order = open[i & (ORDERS - 1)];
      if (order.getClass() != OpenOrder.class) {
        return -1;
      }
      OpenOrder.OpenCustomer customer = order.customer;
      if (customer.getClass() != OpenOrder.OpenCustomer.class) {
        return -1;
      }
      OpenOrder.OpenAddress address = customer.address;
      if (address.getClass() != OpenOrder.OpenAddress.class) {
        return -1;
      }
      sum += address.zip;
    }
    return sum;
  }
}
