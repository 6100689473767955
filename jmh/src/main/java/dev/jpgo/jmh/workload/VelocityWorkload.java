package dev.jpgo.jmh.workload;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.velocity.Template;
import org.apache.velocity.VelocityContext;
import org.apache.velocity.app.VelocityEngine;
import org.apache.velocity.runtime.RuntimeConstants;
import org.apache.velocity.runtime.resource.loader.StringResourceLoader;

/** Velocity renders a page: macros, loops, conditions, properties and calls by reflection. */
public final class VelocityWorkload implements Workload {
  private static final String PAGE =
      """
      #macro(cell $value)<td>$value</td>#end
      #macro(row $order)
      #set($total = $order.price * $order.pieces)
        <tr class="#if($foreach.count % 2 == 0)even#{else}odd#end">#cell($order.name)#cell($order.price)#cell($total)
        #if($total > 400 && $order.open)#cell("large")#elseif($order.open)#cell("open")#{else}#cell($texts.get("done"))#end
        #foreach($tag in $order.tags)$tag.toUpperCase().substring(1)#if($foreach.hasNext), #end#end
        </tr>
      #set($sum = $sum + $total)
      #end
      <html><title>$title</title>
      #set($sum = 0)
      <table>#foreach($order in $orders)#row($order)#end</table>
      #foreach($i in [1..20])<a href="?page=$i">$i</a>#end
      $texts.sum: $sum
      </html>
      """;

  private final Template template;
  private final List<Order> orders = new ArrayList<>();

  /** A row of the page. */
  public static final class Order {
    private final int number;

    Order(int number) {
      this.number = number;
    }

    public String getName() {
      return "order " + number;
    }

    public int getPrice() {
      return number * 37 % 101;
    }

    public int getPieces() {
      return number % 9 + 1;
    }

    public boolean isOpen() {
      return number % 3 != 0;
    }

    public List<String> getTags() {
      return List.of("tag" + number % 4, "mark" + number % 7);
    }
  }

  public VelocityWorkload() {
    VelocityEngine engine = new VelocityEngine();
    engine.setProperty(RuntimeConstants.RESOURCE_LOADERS, "string");
    engine.setProperty("resource.loader.string.class", StringResourceLoader.class.getName());
    engine.init();
    StringResourceLoader.getRepository().putStringResource("page", PAGE);
    template = engine.getTemplate("page");
    for (int i = 0; i < 180; i++) {
      orders.add(new Order(i));
    }
  }

  @Override
  public long iterate() {
    VelocityContext context = new VelocityContext();
    context.put("title", "Orders");
    context.put("orders", orders);
    context.put("texts", Map.of("done", "shipped", "sum", "Sum"));
    StringWriter out = new StringWriter();
    template.merge(context, out);
    Checksum checksum = new Checksum();
    checksum.add(out.toString());
    return checksum.value();
  }
}
