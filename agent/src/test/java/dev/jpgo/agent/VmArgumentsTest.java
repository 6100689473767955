package dev.jpgo.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.jpgo.core.world.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VmArgumentsTest {
  @ParameterizedTest
  @CsvSource({
    "-Xint, 0",
    "-XX:MaxMetaspaceSize=4096, 4096",
    "-XX:MaxMetaspaceSize=12K, 12288",
    "-XX:MaxMetaspaceSize=0xaM, 10485760",
    "-XX:MaxMetaspaceSize=010M, 10485760",
    "-XX:MaxMetaspaceSize=8m -XX:MaxMetaspaceSize=1g, 1073741824"
  })
  void theLastBoundOnMetaspaceCounts(String flags, long bytes) {
    assertEquals(bytes, arguments(flags).metaspace());
  }

  @ParameterizedTest
  @CsvSource({
    "-Xint, false",
    "-agentlib:jdwp=transport=dt_socket, true",
    "-Xrunjdwp:transport=dt_socket, true",
    "-agentpath:/opt/jdk/lib/libjdwp.so=server=y, true",
    "-agentlib:hprof -Djdwp=1, false"
  })
  void theAgentThatTalksToDebuggersIsKnownByItsNames(String flags, boolean debugger) {
    assertEquals(debugger, arguments(flags).allowDebugger());
  }

  @ParameterizedTest
  @CsvSource({
    "mixed mode, -Xmx1g, JIT",
    "mixed mode, -XX:TieredStopAtLevel=1, C1",
    "mixed mode, -XX:TieredStopAtLevel=1 -XX:TieredStopAtLevel=4, JIT",
    "mixed mode, -XX:TieredStopAtLevel=0, INTERPRETER",
    "'mixed mode, emulated-client', -Xmx1g, C1",
    "interpreted mode, -Xmx1g, INTERPRETER"
  })
  void theModeIsWhatTheVmSaysOfItselfAndItsLastLevel(String info, String flags, Mode mode) {
    assertEquals(mode, ModeDetection.detect("OpenJDK 64-Bit Server VM", info, arguments(flags)));
  }

  @Test
  void agentsComeInTheirOrder(@TempDir Path folder) throws IOException {
    Path own = Files.createFile(folder.resolve("own.jar"));
    String given = "-javaagent:" + folder.resolve(".").resolve("own.jar") + "=out=a,stats=b";
    assertEquals(
        List.of("b.jar"),
        arguments("-javaagent:a.jar " + given + " -javaagent:b.jar=x").agentsAfter(own));
    assertEquals(
        List.of("/lib/c.so", "d"),
        arguments(given + " -agentpath:/lib/c.so=x -agentlib:d").agentsAfter(own));
    assertEquals(List.of(), arguments("-javaagent:a.jar -Xint").agentsAfter(own));
    assertTrue(arguments("-javaagent:a.jar " + given).mayHaveAgentsBefore(own));
    assertTrue(arguments("-agentpath:a.so " + given).mayHaveAgentsBefore(own));
    assertTrue(arguments("-Xint").mayHaveAgentsBefore(own));
    assertTrue(arguments("-Xint " + given + " -javaagent:b.jar").mayHaveAgentsBefore(own));
    assertFalse(arguments("-Xint " + given).mayHaveAgentsBefore(own));
  }

  @ParameterizedTest
  @CsvSource({
    "-Xint, true",
    "-XX:-StackTraceInThrowable, false",
    "-XX:-StackTraceInThrowable -XX:+StackTraceInThrowable, true",
    "-XX:MaxJavaStackTraceDepth=1, false",
    "-XX:MaxJavaStackTraceDepth=0, true",
    "-XX:MaxJavaStackTraceDepth=64, true"
  })
  void tracesMayBeTurnedOff(String flags, boolean kept) {
    assertEquals(kept, arguments(flags).keepTraces());
  }

  @ParameterizedTest
  @CsvSource({
    "-Xmx1g, false",
    "-Xshare:auto, false",
    "-Xmx1g -XX:SharedArchiveFile=app.jsa, true",
    "-XX:AOTCache=app.aot, true",
    "-XX:Flags=.hotspotrc, true"
  })
  void anArchiveOfTheProgramIsOneThatIsNamed(String flags, boolean named) {
    assertEquals(named, arguments(flags).nameArchive());
  }

  @ParameterizedTest
  @CsvSource({
    "-Xint, false",
    "-XX:AOTCache=app.aot -XX:AOTMode=on, false",
    "-XX:AOTMode=record -XX:AOTConfiguration=app.conf, true",
    "-XX:AOTMode=record -XX:AOTMode=auto, false",
    "-XX:AOTMode=create, true",
    "-XX:AOTCacheOutput=app.aot, true",
    "-XX:ArchiveClassesAtExit=app.jsa, true",
    "-Xshare:dump, true",
    "-XX:+AutoCreateSharedArchive -XX:SharedArchiveFile=app.jsa, true",
    "-XX:+AutoCreateSharedArchive -XX:-AutoCreateSharedArchive, false",
    "-XX:-RecordDynamicDumpInfo -XX:+RecordDynamicDumpInfo, true"
  })
  void anArchiveIsWrittenWhereAFlagSaysSo(String flags, boolean written) {
    assertEquals(written, arguments(flags).dumpArchive());
  }

  @ParameterizedTest
  @CsvSource({
    "-Xint, 1024",
    "-XX:MaxJavaStackTraceDepth=0, 0",
    "-XX:MaxJavaStackTraceDepth=011, 11",
    "-XX:MaxJavaStackTraceDepth=0x11, 17",
    "-XX:MaxJavaStackTraceDepth=2K, 2048",
    "-XX:MaxJavaStackTraceDepth=some, 0"
  })
  void theDepthOfTracesIsReadAsTheVmReadsIt(String flags, int depth) {
    assertEquals(depth, arguments(flags).traceDepth());
  }

  private static VmArguments arguments(String flags) {
    return new VmArguments(List.of(flags.split(" ")));
  }
}
