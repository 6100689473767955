package dev.jpgo.core.phase.inline;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.phase.dynamic.HandleOperation;
import dev.jpgo.core.phase.dynamic.RuntimeCalls;
import dev.jpgo.core.world.FieldResolver;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MemberAccess;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Whether an instruction of one class may stand in the code of another, the <em>root</em>, and
 * still do what it did.
 *
 * <p>Sound because an instruction names things through its class's constant pool, and every name is
 * checked twice. <em>It means the same:</em> both classes have the same defining loader, so
 * resolution starts at the same place (JVMS 5.4.3.1), or the code is the boot loader's and every
 * class it names, descriptors included, is {@code java.*}, which every loader takes from the boot
 * loader or the platform loader; so no new loader constraint (JVMS 5.3.4) can fail later. A class
 * that is not loaded yet has no known flags: refused. <em>It may be touched:</em> access to the
 * class as well as to the member (JVMS 5.4.4), from the root's package, nest and module, with the
 * flags the VM has, which class files show: public for the fields, constructors and static methods
 * that were opened at load, whatever their source declares ({@link
 * dev.jpgo.core.classfile.AccessOpener}); their class must be accessible all the same, and for a
 * public member the verifier asks nothing of the receiver. A module that exports a package is not
 * thereby read by the root's: a caller reaches the services of a module that it never heard of, but
 * only through interfaces of one that it reads. The class that the instruction is from must have
 * that access as well: where it has none, as when classes were compiled apart, the instruction
 * throws, and what the root may touch would not. It has been verified, so of the receiver of a
 * protected member nothing more is asked there. Calls that select by the current class ({@code
 * invokespecial} of a method) never move to another class, and writes of final fields not even to
 * another method of theirs (JVMS 6.5, putfield).
 *
 * <p>Answers are reasons against; null is a yes. An instance serves one compilation.
 */
final class AccessPolicy {
  private static final int INTERFACE_METHODS = 52;
  private static final String FINAL = "writes a final field";

  /** The first version of class files that may have classes for constants (JVMS table 4.4-C). */
  static final int CLASS_CONSTANTS = 49;

  private final World world;
  private final LoadedClass root;
  private final Map<String, Optional<LoadedClass>> found = new HashMap<>();
  private final Map<LoadedClass, Boolean> inRootsModule = new IdentityHashMap<>();

  AccessPolicy(World world, LoadedClass root) {
    this.world = world;
    this.root = root;
  }

  /** Why code of {@code from} may not stand in the root at all, or null. */
  @Nullable String refuseLoader(LoadedClass from) {
    return from.loader() == root.loader() || from.loader() == World.BOOT_LOADER
        ? null
        : "the target has another class loader";
  }

  /** Why an instruction of {@code from} may not stand in the root, or null. */
  @Nullable String refuse(LoadedClass from, Instr instr) {
    if (from == root) {
      return writesFinal(from, instr) ? FINAL : null; // the method is looked at, too (JVMS 6.5)
    }
    Operand operand = instr.operand();
    if (operand instanceof Operand.Field field) {
      return refuseField(from, instr, field);
    }
    if (operand instanceof Operand.Method method) {
      return refuseMethod(from, instr, method);
    }
    if (operand instanceof Operand.Class name) {
      return refuseClass(from, name.name());
    }
    if (operand instanceof Operand.MultiArray array) {
      return refuseClass(from, array.descriptor());
    }
    if (operand instanceof Operand.Dynamic) {
      return "has an invokedynamic";
    }
    if (operand instanceof Operand.Constant constant) {
      return refuseConstant(from, constant.value());
    }
    return null;
  }

  private @Nullable String refuseConstant(LoadedClass from, Object value) {
    if (value instanceof Type type) {
      if (root.info().version() < CLASS_CONSTANTS) {
        return "class constants need a newer class file";
      }
      return type.getSort() == Type.METHOD
          ? "has a method type constant"
          : refuseClass(from, type.getInternalName());
    }
    return value instanceof Number || value instanceof String ? null : "has a dynamic constant";
  }

  /** Why a class named in code of {@code from} may not be named in the root, or null. */
  @Nullable String refuseClass(LoadedClass from, String internalName) {
    String element = elementName(internalName);
    if (from == root || element == null) {
      return null;
    }
    LoadedClass meant = find(from, element);
    return meant == null
        ? "not the same loaded class there: " + element
        : mayAccess(root, meant) && mayAlsoAccess(from, meant)
            ? null
            : "not accessible: " + element;
  }

  /**
   * Whether the root's code can name a class: false for a hidden class, whose name no constant pool
   * resolves, even if another class is called as its class file calls it.
   */
  boolean mayName(LoadedClass type) {
    return type == root || (find(type, type.name()) == type && mayAccess(root, type));
  }

  /** Whether code of one class may name another (JVMS 5.4.4). */
  static boolean mayAccess(LoadedClass from, LoadedClass named) {
    return MethodResolver.mayAccess(from, named);
  }

  /**
   * Whether code of a class may name another, which the root may name: what the root's module
   * reads, all classes of that module may name if it is public.
   */
  private boolean mayAlsoAccess(LoadedClass from, LoadedClass named) {
    if (MethodResolver.samePackage(from, named)) {
      return true;
    }
    return named.info().isPublic()
        && (inRootsModule.computeIfAbsent(from, root::sameModule) || mayAccess(from, named));
  }

  private @Nullable String refuseField(LoadedClass from, Instr instr, Operand.Field name) {
    if (name.owner().equals(RuntimeCalls.UNSAFE_HOLDER)) {
      return refuseClass(from, RuntimeCalls.UNSAFE); // they are in one package
    }
    LoadedClass owner = find(from, name.owner());
    if (owner == null || !sameDescriptor(from, name.descriptor())) {
      return "not the same field there: " + name.owner() + "." + name.name();
    }
    Optional<FieldResolver.ResolvedField> field =
        FieldResolver.resolve(owner, name.name(), name.descriptor());
    if (field.isEmpty()) {
      return "not known: " + name.owner() + "." + name.name();
    }
    LoadedClass declarer = field.get().owner();
    int access = field.get().field().access();
    boolean writes = instr.op() == Opcodes.PUTFIELD || instr.op() == Opcodes.PUTSTATIC;
    if (writes && (access & Opcodes.ACC_FINAL) != 0) {
      return FINAL;
    }
    boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
    return mayAccess(root, owner)
            && mayAccessMember(root, declarer, access, receiver(instr, isStatic))
            && mayAlsoAccess(from, owner)
            && MemberAccess.mayAccessVerified(from, owner, declarer, access)
        ? null
        : "not accessible: " + name.owner() + "." + name.name();
  }

  /** Whether an instruction of {@code from} writes a final field. */
  boolean writesFinal(LoadedClass from, Instr instr) {
    if (instr.op() != Opcodes.PUTFIELD && instr.op() != Opcodes.PUTSTATIC) {
      return false;
    }
    Operand.Field name = (Operand.Field) instr.operand();
    LoadedClass owner = find(from, name.owner());
    return owner != null
        && FieldResolver.resolve(owner, name.name(), name.descriptor())
            .map(field -> (field.field().access() & Opcodes.ACC_FINAL) != 0)
            .orElse(false);
  }

  /**
   * The field of an object that an instruction of {@code from} reads or writes, if it may do so and
   * means the same in the root, whether or not the root may do so too; null when that is not known.
   * Final fields are written by constructors of their class alone (JVMS 6.5, putfield).
   *
   * @param constructor whether the instruction is one of a constructor
   */
  FieldResolver.@Nullable ResolvedField instanceField(
      LoadedClass from, Instr instr, boolean constructor) {
    Operand.Field name = (Operand.Field) instr.operand();
    LoadedClass owner = find(from, name.owner());
    if (owner == null || !sameDescriptor(from, name.descriptor())) {
      return null;
    }
    FieldResolver.ResolvedField field =
        FieldResolver.resolve(owner, name.name(), name.descriptor()).orElse(null);
    if (field == null) {
      return null;
    }
    LoadedClass declarer = field.owner();
    int access = field.field().access();
    boolean plain = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_VOLATILE)) == 0;
    boolean written = instr.op() == Opcodes.PUTFIELD && (access & Opcodes.ACC_FINAL) != 0;
    boolean same = declarer.loader() == from.loader() || namesOnlyJava(name.descriptor());
    return plain
            && same
            && !(written && !(constructor && from == declarer))
            && mayAccess(from, owner)
            && mayAccessMember(from, declarer, access, receiver(instr, false))
        ? field
        : null;
  }

  private @Nullable String refuseMethod(LoadedClass from, Instr instr, Operand.Method name) {
    String text = name.owner() + "." + name.name();
    if (RuntimeCalls.isOwner(name.owner())) {
      return null;
    }
    if (HandleOperation.isAccess(name)) {
      return refuseHandle(from, name);
    }
    boolean init = name.name().equals("<init>");
    if (instr.op() == Opcodes.INVOKESPECIAL && !init) {
      return "called as by its own class: " + text;
    }
    if (name.owner().startsWith("[")) {
      return "an array's method: " + text;
    }
    LoadedClass owner = find(from, name.owner());
    if (owner == null || !sameDescriptor(from, name.descriptor())) {
      return "not the same method there: " + text;
    }
    if (instr.op() == Opcodes.INVOKESTATIC
        && name.isInterface()
        && root.info().version() < INTERFACE_METHODS) {
      return "static interface methods need a newer class file";
    }
    Optional<ResolvedMethod> method =
        MethodResolver.resolve(owner, name.name(), name.descriptor(), name.isInterface());
    if (method.isEmpty()) {
      return "not known: " + text;
    }
    String receiver = receiver(instr, instr.op() == Opcodes.INVOKESTATIC);
    return mayCall(root, owner, method.get(), receiver)
            && mayAlsoAccess(from, owner)
            && MemberAccess.mayAccessVerified(
                from, owner, method.get().owner(), method.get().method().access())
        ? null
        : "not accessible: " + text;
  }

  /**
   * Why a call by a handle may not stand in the root, or null. What it does hangs on the handle,
   * and on the classes that its descriptor names (JVMS 5.4.3.5), which must be accessible.
   */
  private @Nullable String refuseHandle(LoadedClass from, Operand.Method call) {
    if (!sameDescriptor(from, call.descriptor())) {
      return "not the same call by a handle there: " + call.name();
    }
    for (Type type : Type.getArgumentTypes(call.descriptor())) {
      String refusal = refuseType(from, type);
      if (refusal != null) {
        return refusal;
      }
    }
    return refuseType(from, Type.getReturnType(call.descriptor()));
  }

  private @Nullable String refuseType(LoadedClass from, Type type) {
    return type.getSort() == Type.OBJECT || type.getSort() == Type.ARRAY
        ? refuseClass(from, type.getInternalName())
        : null;
  }

  /**
   * Whether code of {@code from} may call a method.
   *
   * @param named the class that the call names
   * @param receiver static type of the receiver, or null when there is none
   */
  boolean mayCall(
      LoadedClass from, LoadedClass named, ResolvedMethod method, @Nullable String receiver) {
    String name = method.method().name();
    LoadedClass declarer = method.owner();
    int access = method.method().access();
    boolean allowed =
        name.equals("<init>") && (access & Opcodes.ACC_PROTECTED) != 0
            ? MethodResolver.samePackage(from, declarer)
            : mayAccessMember(from, declarer, access, receiver);
    return mayAccess(from, named) && allowed;
  }

  /** JVMS 5.4.4. */
  private boolean mayAccessMember(
      LoadedClass from, LoadedClass declarer, int access, @Nullable String receiver) {
    if (from == declarer || (access & Opcodes.ACC_PUBLIC) != 0) {
      return true;
    }
    if ((access & Opcodes.ACC_PRIVATE) != 0) {
      return MemberAccess.nestmates(from, declarer);
    }
    if (MethodResolver.samePackage(from, declarer)) {
      return true;
    }
    return (access & Opcodes.ACC_PROTECTED) != 0 && isOwnHeritage(from, declarer, receiver);
  }

  /** The rule for protected members of another package (JVMS 5.4.4, 4.10.1.8). */
  private boolean isOwnHeritage(LoadedClass from, LoadedClass declarer, @Nullable String receiver) {
    if (!HierarchyAnalysis.isSubtype(from, declarer)) {
      return false;
    }
    if (receiver == null || receiver.equals(from.name())) {
      return true;
    }
    Optional<LoadedClass> type = world.find(from, receiver);
    return type.isPresent() && HierarchyAnalysis.isSubtype(type.get(), from);
  }

  /** Static type of the receiver; a name that no class has when it is not known. */
  private static @Nullable String receiver(Instr instr, boolean isStatic) {
    if (isStatic) {
      return null;
    }
    String name = instr.inputs().isEmpty() ? null : instr.input(0).type().name();
    return name == null ? "" : name;
  }

  private boolean sameDescriptor(LoadedClass from, String descriptor) {
    return from.loader() == root.loader() || namesOnlyJava(descriptor);
  }

  /** Whether every class in a descriptor is {@code java.*}. */
  static boolean namesOnlyJava(String descriptor) {
    for (int i = 0; i < descriptor.length(); i++) {
      if (descriptor.charAt(i) == 'L') {
        if (!descriptor.startsWith("java/", i + 1)) {
          return false;
        }
        i = descriptor.indexOf(';', i);
      }
    }
    return true;
  }

  /** The class that a name means both in {@code from} and in the root, or null. */
  @Nullable LoadedClass find(LoadedClass from, String name) {
    boolean sameLoader = from.loader() == root.loader();
    if (!sameLoader && !name.startsWith("java/")) {
      return null;
    }
    Optional<LoadedClass> here = found.get(name);
    if (here == null) {
      here = world.find(root, name);
      found.put(name, here);
    }
    if (here.isEmpty() || !here.get().known()) {
      return null;
    }
    return sameLoader || world.find(from, name).orElse(null) == here.get() ? here.get() : null;
  }

  /** The element class's name of an internal name or array descriptor; null for a primitive. */
  static @Nullable String elementName(String name) {
    if (!name.startsWith("[")) {
      return name;
    }
    String element = name.substring(name.lastIndexOf('[') + 1);
    return element.startsWith("L") ? element.substring(1, element.length() - 1) : null;
  }
}
