package dev.jpgo.agent;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The JDK's sorts of objects fix a property of the program's; see dev.jpgo.core's Ordering. */
class ObjectSortsTest {
  private static final Set<String> SORTS = Set.of("sort", "parallelSort", "sorted");

  @Test
  void agentAndCoreSortNoObjectsByTheJdk() {
    noClasses()
        .should()
        .callMethodWhere(
            DescribedPredicate.describe("the JDK sorts objects", ObjectSortsTest::sortsObjects))
        .check(
            new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests())
                .importPackages("dev.jpgo"));
  }

  private static boolean sortsObjects(JavaCall<?> call) {
    List<JavaClass> parameters = call.getTarget().getRawParameterTypes();
    return call.getTargetOwner().getPackageName().startsWith("java.util")
        && SORTS.contains(call.getTarget().getName())
        && (parameters.isEmpty() || !isOfNumbers(parameters.get(0)));
  }

  private static boolean isOfNumbers(JavaClass parameter) {
    return parameter.isArray() && parameter.getComponentType().isPrimitive();
  }
}
