package dev.jpgo.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.jpgo.jmh.demo.ProgressBar;
import dev.jpgo.jmh.driver.Cell;
import dev.jpgo.jmh.driver.ComparisonRun;
import dev.jpgo.jmh.driver.ForkLauncher;
import dev.jpgo.jmh.driver.Installation;
import dev.jpgo.jmh.driver.JvmFacts;
import dev.jpgo.jmh.driver.Treatment;
import dev.jpgo.jmh.driver.Variant;
import dev.jpgo.jmh.driver.VmSpec;
import dev.jpgo.jmh.peer.PeerUnavailable;
import dev.jpgo.jmh.peer.Peers;
import dev.jpgo.jmh.report.CellJson;
import dev.jpgo.jmh.report.Document;
import dev.jpgo.jmh.workload.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Measures programs of the benchmark jar. */
final class ProgramsBench {
  private final BenchCommand command;
  private final PrintWriter err;

  ProgramsBench(BenchCommand command, PrintWriter err) {
    this.command = command;
    this.err = err;
  }

  /** Everything that was asked for; what is wrong with it is found before anything is measured. */
  JsonNode run() throws IOException, InterruptedException {
    List<Program> programs = command.programs();
    Set<Variant> variants = command.variants();
    Installation.agentJar();
    Map<VmSpec, JvmFacts> vms = new LinkedHashMap<>();
    for (VmSpec vm : command.vms()) {
      vms.put(vm, JvmFacts.of(vm, command.vmOptions));
    }
    Document document = document(vms, variants);
    ForkLauncher launcher =
        new ForkLauncher(
            command.seconds,
            baseSeconds(),
            command.agentOptions,
            command.vmOptions,
            command.controlDelay);
    ComparisonRun run = new ComparisonRun(launcher, command.forks(), command.duet);
    announce(vms.size() * programs.size(), variants.size());
    try (Peers peers = new Peers();
        ProgressBar bar =
            new ProgressBar(
                System.err,
                ProgressBar.onTerminal(),
                vms.size() * programs.size(),
                command.seconds)) {
      for (Map.Entry<VmSpec, JvmFacts> vm : vms.entrySet()) {
        for (Program program : programs) {
          List<Treatment> treatments = new ArrayList<>();
          for (Variant variant : variants) {
            bar.fork("preparing " + program.label() + ", " + variant.label(), 0, 1);
            try {
              treatments.add(peers.prepare(variant, vm.getKey(), vm.getValue(), program));
            } catch (PeerUnavailable absent) {
              document.unavailable(
                  variant.label(), vm.getKey().name(), program.label(), absent.reason());
            }
          }
          Cell cell = run.run(vm.getKey(), program, treatments, bar);
          document.result(CellJson.of(cell, command.duet, command.raw));
          bar.programDone();
        }
      }
    }
    return document.finished();
  }

  private double baseSeconds() {
    return command.duet || command.baseSeconds <= 0 ? command.seconds : command.baseSeconds;
  }

  private void announce(int cells, int variants) {
    double round =
        command.duet ? variants * command.seconds : baseSeconds() + variants * command.seconds;
    double minutes = cells * command.forks() * round / 60;
    if (ProgressBar.onTerminal() && minutes >= 1) {
      err.printf(Locale.ROOT, "jpgo bench: this takes about %.0f minutes%n", minutes);
      err.flush();
    }
  }

  private Document document(Map<VmSpec, JvmFacts> vms, Set<Variant> variants) {
    Document document = new Document(Document.Kind.PROGRAMS, command.arguments());
    ObjectNode settings = document.settings();
    settings.put("forks", command.forks());
    settings.put("seconds", command.seconds);
    settings.put("baseSeconds", baseSeconds());
    settings.put("duet", command.duet);
    settings.put("agentOptions", command.agentOptions);
    settings.put("controlDelayMillis", command.controlDelay);
    settings.put("interval", "95%, percentile bootstrap over forks, then over their iterations");
    vms.forEach((vm, facts) -> document.jvm(vm, facts, command.vmOptions));
    document.variant(Variant.BASE);
    variants.forEach(document::variant);
    return document;
  }
}
