package dev.jpgo.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jpgo.jmh.demo.ProgressBar;
import dev.jpgo.jmh.driver.Installation;
import dev.jpgo.jmh.driver.JvmFacts;
import dev.jpgo.jmh.driver.Treatment;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.own.OwnComparison;
import dev.jpgo.jmh.peer.PeerUnavailable;
import dev.jpgo.jmh.peer.Peers;
import dev.jpgo.jmh.report.Document;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Measures whole processes of a command line of the user's own. */
final class CommandBench {
  private final BenchCommand command;

  CommandBench(BenchCommand command) {
    this.command = command;
  }

  /** Everything that was asked for; what is wrong with it is found before anything is measured. */
  JsonNode run() throws IOException, InterruptedException {
    Set<Variant> variants = command.variants();
    Installation.agentJar();
    Map<VmSpec, JvmFacts> vms = new LinkedHashMap<>();
    for (VmSpec vm : command.vms()) {
      vms.put(vm, JvmFacts.of(vm, command.vmOptions));
    }
    Document document = document(vms, variants);
    OwnComparison.Setting setting =
        new OwnComparison.Setting(
            command.vmOptions,
            command.javaArguments,
            command.agentOptions,
            command.controlDelay,
            !command.ignoreOutput);
    try (Peers peers = new Peers();
        ProgressBar bar = new ProgressBar(System.err, ProgressBar.onTerminal(), vms.size(), 1)) {
      for (Map.Entry<VmSpec, JvmFacts> vm : vms.entrySet()) {
        List<Treatment> treatments = new ArrayList<>();
        for (Variant variant : variants) {
          try {
            treatments.add(peers.prepare(variant, vm.getKey(), vm.getValue()));
          } catch (PeerUnavailable absent) {
            document.unavailable(
                variant.label(), vm.getKey().name(), "your program", absent.reason());
          }
        }
        document.result(OwnComparison.of(vm.getKey(), setting, treatments, command.forks(), bar));
        bar.programDone();
      }
    }
    return document.finished();
  }

  private Document document(Map<VmSpec, JvmFacts> vms, Set<Variant> variants) {
    Document document = new Document(Document.Kind.COMMAND, command.arguments());
    ObjectNode settings = document.settings();
    settings.put("forks", command.forks());
    settings.put("agentOptions", command.agentOptions);
    settings.put("controlDelayMillis", command.controlDelay);
    settings.put("outputCompared", !command.ignoreOutput);
    ArrayNode arguments = settings.putArray("javaArguments");
    command.javaArguments.forEach(arguments::add);
    settings.put("interval", "95%, percentile bootstrap over forks");
    vms.forEach((vm, facts) -> document.jvm(vm, facts, command.vmOptions));
    document.variant(Variant.BASE);
    variants.forEach(document::variant);
    return document;
  }
}
