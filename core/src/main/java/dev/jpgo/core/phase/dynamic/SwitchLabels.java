package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.classfile.FieldInfo;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Type;

/** Reads the static arguments of a site that {@code SwitchBootstraps} links. */
final class SwitchLabels {
  private static final String CONSTANTS = "java/lang/invoke/ConstantBootstraps";
  private static final String ENUM_DESC = "java/lang/Enum$EnumDesc";
  private static final String CLASS_DESC = "java/lang/constant/ClassDesc";

  private final World world;
  private final LoadedClass owner;
  private final LoadedClass selector;
  private final Map<LoadedClass, Map<String, FieldInfo>> enums = new HashMap<>();

  private SwitchLabels(World world, LoadedClass owner, LoadedClass selector) {
    this.world = world;
    this.owner = owner;
    this.selector = selector;
  }

  /**
   * A reader, or null when the selector's type is not loaded or out of reach.
   *
   * @param owner the class whose code has the site
   * @param selector static type of what is switched on
   */
  static @Nullable SwitchLabels of(World world, LoadedClass owner, String selector) {
    LoadedClass type = accessible(world, owner, selector);
    return type == null ? null : new SwitchLabels(world, owner, type);
  }

  /**
   * The labels in order, or null when one of them is not understood.
   *
   * @param method the bootstrap method
   */
  @Nullable List<SwitchLabel> read(String method, List<Object> arguments) {
    boolean ofEnum = method.equals("enumSwitch");
    if (!ofEnum && !method.equals("typeSwitch") || ofEnum && !EnumConstants.isEnum(selector)) {
      return null;
    }
    List<SwitchLabel> labels = new ArrayList<>(arguments.size());
    for (Object argument : arguments) {
      SwitchLabel label = ofEnum ? ofEnum(argument) : ofType(argument);
      if (label == null) {
        return null;
      }
      labels.add(label);
    }
    return labels;
  }

  private @Nullable SwitchLabel ofEnum(Object argument) {
    if (argument instanceof String name) {
      return constant(selector, name);
    }
    return argument instanceof Type type && type.getInternalName().equals(selector.name())
        ? new SwitchLabel.Everything()
        : null;
  }

  private @Nullable SwitchLabel ofType(Object argument) {
    if (argument instanceof String text) {
      return new SwitchLabel.Text(text);
    }
    if (argument instanceof Integer number) {
      return hasNumbers() ? new SwitchLabel.Number(number) : null;
    }
    if (argument instanceof ConstantDynamic dynamic) {
      return described(dynamic);
    }
    if (!(argument instanceof Type type)
        || (type.getSort() != Type.OBJECT && type.getSort() != Type.ARRAY)) {
      return null;
    }
    if (type.getInternalName().equals(selector.name())) {
      return selector.info().isInterface() ? null : new SwitchLabel.Everything();
    }
    Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
    return element.getSort() != Type.OBJECT
            || accessible(world, owner, element.getInternalName()) != null
        ? new SwitchLabel.Instance(type.getInternalName())
        : null;
  }

  private boolean hasNumbers() {
    return switch (selector.name()) {
      case "java/lang/Integer", "java/lang/Short", "java/lang/Byte", "java/lang/Character" -> true;
      default -> false;
    };
  }

  /** An {@code EnumDesc} as javac writes it. */
  private @Nullable SwitchLabel described(ConstantDynamic label) {
    List<Object> parts = invoked(label, ENUM_DESC, "of");
    if (parts == null
        || parts.size() != 2
        || !(parts.get(0) instanceof ConstantDynamic type)
        || !(parts.get(1) instanceof String name)) {
      return null;
    }
    List<Object> named = invoked(type, CLASS_DESC, "of");
    if (named == null || named.size() != 1 || !(named.get(0) instanceof String binaryName)) {
      return null;
    }
    LoadedClass declarer = accessible(world, owner, binaryName.replace('.', '/'));
    return declarer == null ? null : constant(declarer, name);
  }

  /** The arguments of a constant that is what a static method of the JDK returns; else null. */
  private static @Nullable List<Object> invoked(ConstantDynamic constant, String type, String of) {
    Handle bootstrap = constant.getBootstrapMethod();
    if (!constant.getDescriptor().equals('L' + type + ';')
        || !bootstrap.getOwner().equals(CONSTANTS)
        || !bootstrap.getName().equals("invoke")
        || constant.getBootstrapMethodArgumentCount() == 0
        || !(constant.getBootstrapMethodArgument(0) instanceof Handle method)
        || !method.getOwner().equals(type)
        || !method.getName().equals(of)) {
      return null;
    }
    List<Object> arguments = new ArrayList<>();
    for (int i = 1; i < constant.getBootstrapMethodArgumentCount(); i++) {
      arguments.add(constant.getBootstrapMethodArgument(i));
    }
    return arguments;
  }

  private @Nullable SwitchLabel constant(LoadedClass type, String name) {
    Map<String, FieldInfo> constants = enums.get(type);
    if (constants == null) {
      constants = EnumConstants.of(world, type);
      if (constants == null) {
        return null;
      }
      enums.put(type, constants);
    }
    FieldInfo field = constants.get(name);
    return field == null ? null : new SwitchLabel.Constant(type.name(), field.name());
  }

  private static @Nullable LoadedClass accessible(World world, LoadedClass owner, String name) {
    LoadedClass named = world.find(owner, name).orElse(null);
    return named == null || !named.known() || !MethodResolver.mayAccess(owner, named)
        ? null
        : named;
  }
}
