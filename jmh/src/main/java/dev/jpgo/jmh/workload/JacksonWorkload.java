package dev.jpgo.jmh.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Orders as beans are written to JSON, read back as beans, read as a tree and written again. */
public final class JacksonWorkload implements Workload {
  private static final int ORDERS = 60;

  private final ObjectMapper mapper = new ObjectMapper();
  private final List<Order> orders = new ArrayList<>();

  /** A bean as data binding likes them: a constructor without arguments, getters and setters. */
  public static final class Order {
    private long id;
    private String customer = "";
    private boolean paid;
    private Map<String, String> attributes = Map.of();
    private List<Line> lines = List.of();

    public long getId() {
      return id;
    }

    public void setId(long id) {
      this.id = id;
    }

    public String getCustomer() {
      return customer;
    }

    public void setCustomer(String customer) {
      this.customer = customer;
    }

    public boolean isPaid() {
      return paid;
    }

    public void setPaid(boolean paid) {
      this.paid = paid;
    }

    public Map<String, String> getAttributes() {
      return attributes;
    }

    public void setAttributes(Map<String, String> attributes) {
      this.attributes = attributes;
    }

    public List<Line> getLines() {
      return lines;
    }

    public void setLines(List<Line> lines) {
      this.lines = lines;
    }
  }

  /** One position of an order. */
  public record Line(String article, int quantity, double price, Status status) {}

  /** Where a position stands. */
  public enum Status {
    OPEN,
    SHIPPED,
    RETURNED
  }

  public JacksonWorkload() {
    Status[] states = Status.values();
    for (int i = 0; i < ORDERS; i++) {
      Order order = new Order();
      order.setId(1_000_000L + 37L * i);
      order.setCustomer("Customer \"" + i + "\" of Z\u00fcrich");
      order.setPaid(i % 3 == 0);
      Map<String, String> attributes = new HashMap<>();
      attributes.put("channel", i % 2 == 0 ? "web" : "shop");
      attributes.put("note", "leave at door " + i);
      order.setAttributes(attributes);
      List<Line> lines = new ArrayList<>();
      for (int j = 0; j < 1 + i % 5; j++) {
        lines.add(new Line("article-" + i * j, j + 1, (i * 17 + j) / 4.0, states[(i + j) % 3]));
      }
      order.setLines(lines);
      orders.add(order);
    }
  }

  @Override
  public long iterate() throws Exception {
    Checksum checksum = new Checksum();
    String written = mapper.writeValueAsString(orders);
    checksum.add(written);
    Order[] read = mapper.readValue(written, Order[].class);
    for (Order order : read) {
      checksum.add(order.getId());
      checksum.add(order.getCustomer());
      for (Line line : order.getLines()) {
        checksum.add(line.quantity() * 31L + line.status().ordinal());
        checksum.add(Double.doubleToLongBits(line.price()));
      }
    }
    JsonNode tree = mapper.readTree(written);
    checksum.add(tree.size());
    checksum.add(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(tree));
    return checksum.value();
  }
}
