package dev.jpgo.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import org.junit.jupiter.api.Test;

class DirectionTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.jpgo.cli", "dev.jpgo.agent.options");

  /** Of the compiler, the names of its phases. */
  @Test
  void theCommandUsesProfilesPhaseNamesAndTheOptionsOfTheAgentAlone() {
    classes()
        .that()
        .resideInAPackage("dev.jpgo.cli..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(
            "java..",
            "jdk.jfr..",
            "com.sun.tools.attach..",
            "com.fasterxml.jackson..",
            "picocli..",
            "org.jspecify..",
            "dev.jpgo.cli..",
            "dev.jpgo.agent.options..",
            "dev.jpgo.core.phase",
            "dev.jpgo.core.profile..",
            "dev.jpgo.core.classfile..")
        .check(CLASSES);
  }

  /** Each may use itself and what stands before it. */
  private static final List<String> ORDER =
      List.of(
          "dev.jpgo.cli.common",
          "dev.jpgo.cli.transfer",
          "dev.jpgo.cli.launch",
          "dev.jpgo.cli.jvm",
          "dev.jpgo.cli.profile",
          "dev.jpgo.cli.report",
          "dev.jpgo.cli.bisect",
          "dev.jpgo.cli");

  @Test
  void packagesUseOnlyWhatLiesBeforeThem() {
    classes()
        .that()
        .resideInAPackage("dev.jpgo.cli..")
        .should()
        .resideInAnyPackage(ORDER.toArray(String[]::new))
        .check(CLASSES);
    for (int i = 0; i < ORDER.size() - 1; i++) {
      noClasses()
          .that()
          .resideInAPackage(ORDER.get(i))
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(ORDER.subList(i + 1, ORDER.size()).toArray(String[]::new))
          .check(CLASSES);
    }
  }

  /** The shaded jar of the command holds this package of the agent and no other. */
  @Test
  void theOptionsOfTheAgentUseTheJdkAlone() {
    classes()
        .that()
        .resideInAPackage("dev.jpgo.agent.options..")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", "dev.jpgo.agent.options..")
        .check(CLASSES);
  }
}
