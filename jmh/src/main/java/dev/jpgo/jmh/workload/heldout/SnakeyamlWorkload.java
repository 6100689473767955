package dev.jpgo.jmh.workload.heldout;

import dev.jpgo.jmh.workload.Checksum;
import dev.jpgo.jmh.workload.Workload;
import java.util.Map;
import org.yaml.snakeyaml.Yaml;

/** A configuration with anchors, flow collections and block scalars is read and written. */
public final class SnakeyamlWorkload implements Workload {
  private static final int SERVICES = 40;

  private final String text = text();

  private static String text() {
    StringBuilder yaml = new StringBuilder("defaults: &defaults\n  retries: 3\n  debug: false\n");
    yaml.append("services:\n");
    for (int i = 0; i < SERVICES; i++) {
      yaml.append("  - name: service-").append(i).append("\n    <<: *defaults\n    port: ");
      yaml.append(8000 + i).append("\n    hosts: [a").append(i).append(".example.com, 'b: ");
      yaml.append(i).append("', \"c\\t").append(i).append("\"]\n    limits: {cpu: 0.").append(i);
      yaml.append(", memory: ").append(i * 64).append("}\n    note: |\n      first line of ");
      yaml.append(i).append("\n        and an indented one # no comment\n");
    }
    return yaml.toString();
  }

  @Override
  public long iterate() {
    Yaml yaml = new Yaml();
    Map<String, Object> configuration = yaml.load(text);
    Checksum checksum = new Checksum();
    checksum.add(configuration.toString());
    checksum.add(yaml.dump(configuration));
    return checksum.value();
  }
}
