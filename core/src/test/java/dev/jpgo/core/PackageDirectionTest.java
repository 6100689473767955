package dev.jpgo.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Packages use only what lies before them; see the package-info of each. */
class PackageDirectionTest {
  /** Each may use itself and what stands before it. */
  private static final List<String> ORDER =
      List.of(
          "dev.jpgo.runtime..",
          "dev.jpgo.core.collect..",
          "dev.jpgo.core.classfile..",
          "dev.jpgo.core.cfg..",
          "dev.jpgo.core.ir..",
          "dev.jpgo.core.profile..",
          "dev.jpgo.core.world..",
          "dev.jpgo.core.emit..",
          "dev.jpgo.core.phase..",
          "dev.jpgo.core.cache..",
          "dev.jpgo.core.instrument..",
          "dev.jpgo.core.record..",
          "dev.jpgo.core.jdk..");

  private static final JavaClasses CORE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.jpgo");

  @Test
  void everyPackageHasAPlaceInTheOrder() {
    classes().should().resideInAnyPackage(ORDER.toArray(String[]::new)).check(CORE);
  }

  @Test
  void packagesUseOnlyWhatLiesBeforeThem() {
    for (int i = 0; i < ORDER.size(); i++) {
      List<String> later = new ArrayList<>(ORDER.subList(i + 1, ORDER.size()));
      if (!later.isEmpty()) {
        noClasses()
            .that()
            .resideInAPackage(ORDER.get(i))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(later.toArray(String[]::new))
            .allowEmptyShould(true)
            .check(CORE);
      }
    }
  }

  @Test
  void packagesHaveNoCycles() {
    slices().matching("dev.jpgo.core.(*)..").should().beFreeOfCycles().check(CORE);
  }

  @Test
  void theRuntimeUsesTheJavaPackagesAlone() {
    classes()
        .that()
        .resideInAPackage("dev.jpgo.runtime")
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.jspecify..", "dev.jpgo.runtime")
        .check(CORE);
  }

  @Test
  void coreUsesTheJdkAndAsmAlone() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("java..", "org.objectweb.asm..", "org.jspecify..", "dev.jpgo..")
        .check(CORE);
  }

  @Test
  void coreKnowsNoThreadsAndNoInstrumentation() {
    noClasses()
        .that()
        .resideInAPackage("dev.jpgo.core..")
        .should()
        .dependOnClassesThat()
        .areAssignableTo(Instrumentation.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(Thread.class)
        .check(CORE);
  }
}
