package dev.jpgo.jmh.kernel.model;

/** The chain with public fields, for the twin that is inlined by hand. */
public final class OpenOrder {
  public final OpenCustomer customer;

  public OpenOrder(int zip) {
    this.customer = new OpenCustomer(new OpenAddress(zip));
  }

  /** Second link. */
  public static final class OpenCustomer {
    public final OpenAddress address;

    OpenCustomer(OpenAddress address) {
      this.address = address;
    }
  }

  /** Last link. */
  public static final class OpenAddress {
    public final int zip;

    OpenAddress(int zip) {
      this.zip = zip;
    }
  }
}
