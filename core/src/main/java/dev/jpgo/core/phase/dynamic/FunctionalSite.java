package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Block;
import dev.jpgo.core.ir.Graph;
import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.ir.ValueType;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A call site of {@code LambdaMetafactory.metafactory} that is of the form javac makes, and whose
 * functional method can be written out.
 *
 * <p>It is taken if all that its linkage looks at is in order: the bootstrap method is the JDK's;
 * it makes an interface that may be implemented, is loaded, and in which the functional method is
 * abstract, and to implement it initializes nothing ({@link FunctionLinkage}); the captured types
 * are the first ones of the implementation; the implementation resolves to a method that the class
 * may call, of the kind that the handle says, neither caller-sensitive nor signature polymorphic;
 * every type named is loaded, and the class may name it; and each conversion is one of {@link
 * Conversion}.
 */
final class FunctionalSite {
  private final Instr creation;
  private final LoadedClass type;
  private final String erased;
  private final Handle implementation;
  private final ResolvedMethod method;
  private final int opcode;

  /** Types of the arguments of the implementation, its receiver included. */
  private final List<Type> wanted;

  private final Type result;

  /** From the arguments of a call to {@link #wanted}, behind what is captured. */
  private final List<Conversion> arguments;

  private final @Nullable Conversion returned;

  private FunctionalSite(
      Instr creation,
      LoadedClass type,
      String erased,
      Handle implementation,
      ResolvedMethod method,
      int opcode,
      List<Type> wanted,
      Type result,
      List<Conversion> arguments,
      @Nullable Conversion returned) {
    this.creation = creation;
    this.type = type;
    this.erased = erased;
    this.implementation = implementation;
    this.method = method;
    this.opcode = opcode;
    this.wanted = wanted;
    this.result = result;
    this.arguments = arguments;
    this.returned = returned;
  }

  /** Name of the functional method. */
  String name() {
    return ((Operand.Dynamic) creation.operand()).name();
  }

  /** Descriptor of the functional method. */
  String erased() {
    return erased;
  }

  /** The method that the functional one calls. */
  ResolvedMethod method() {
    return method;
  }

  /** The functional interface. */
  LoadedClass type() {
    return type;
  }

  /**
   * The method that the functional one calls, if it is a private or static one of the class that
   * the site is in, and nothing is converted on the way there and back; else null.
   */
  @Nullable ResolvedMethod ownAndUnconverted(LoadedClass owner) {
    List<Object> given = ((Operand.Dynamic) creation.operand()).arguments();
    List<Type> passed = List.of(Type.getArgumentTypes(erased));
    boolean fixed =
        opcode == Opcodes.INVOKESTATIC
            || (opcode == Opcodes.INVOKESPECIAL && method.method().isPrivate());
    return fixed
            && method.owner() == owner
            && given.get(2).equals(given.get(0))
            && wanted.subList(wanted.size() - passed.size(), wanted.size()).equals(passed)
            && result.equals(Type.getReturnType(erased))
        ? method
        : null;
  }

  /** What a site is, or null when it is left alone. */
  static @Nullable FunctionalSite of(
      World world, LoadedClass owner, Instr creation, FunctionalCalls.Reach reach) {
    Operand.Dynamic site = (Operand.Dynamic) creation.operand();
    List<Object> given = site.arguments();
    if (!site.bootstrap().getOwner().equals(FunctionLinkage.FACTORY)
        || !site.bootstrap().getName().equals("metafactory")
        || given.size() != 3
        || !(given.get(0) instanceof Type erased)
        || !(given.get(1) instanceof Handle handle)
        || !(given.get(2) instanceof Type instantiated)) {
      return null;
    }
    Type made = Type.getReturnType(site.descriptor());
    LoadedClass type =
        made.getSort() == Type.OBJECT
            ? world.find(owner, made.getInternalName()).orElse(null)
            : null;
    if (type == null
        || !FunctionLinkage.isImplementedUnseen(type)
        || !isFunctional(type, site.name(), erased.getDescriptor())
        || !FunctionLinkage.mayName(world, owner, Type.getMethodType(site.descriptor()))
        || !FunctionLinkage.mayName(world, owner, erased)
        || !FunctionLinkage.mayName(world, owner, instantiated)) {
      return null;
    }
    ResolvedMethod method = resolve(world, owner, handle);
    int opcode = method == null ? 0 : opcode(owner, handle, method);
    if (method == null || opcode == 0 || !mayCall(world, owner, handle, method, reach)) {
      return null;
    }
    return written(world, owner, creation, type, erased, handle, method, instantiated, opcode);
  }

  private static @Nullable FunctionalSite written(
      World world,
      LoadedClass owner,
      Instr creation,
      LoadedClass type,
      Type erased,
      Handle handle,
      ResolvedMethod method,
      Type instantiated,
      int opcode) {
    boolean constructor = opcode == Opcodes.NEW;
    List<Type> wanted = new ArrayList<>();
    if (opcode != Opcodes.INVOKESTATIC && !constructor) {
      wanted.add(Type.getObjectType(handle.getOwner()));
    }
    wanted.addAll(List.of(Type.getArgumentTypes(handle.getDesc())));
    Type[] captured = Type.getArgumentTypes(((Operand.Dynamic) creation.operand()).descriptor());
    Type[] from = erased.getArgumentTypes();
    Type[] by = instantiated.getArgumentTypes();
    if (captured.length + from.length != wanted.size() || from.length != by.length) {
      return null;
    }
    for (int i = 0; i < captured.length; i++) {
      if (!captured[i].equals(wanted.get(i))) {
        return null;
      }
    }
    List<Conversion> arguments = new ArrayList<>(from.length);
    for (int i = 0; i < from.length; i++) {
      Type to = wanted.get(captured.length + i);
      Conversion conversion = Conversion.of(from[i], by[i], to);
      if (conversion == null
          || !FunctionLinkage.mayName(world, owner, to)
          || !isAssignable(world, owner, by[i], from[i])
          || (to.getSort() >= Type.ARRAY
              && by[i].getSort() >= Type.ARRAY
              && !isAssignable(world, owner, by[i], to))) {
        return null;
      }
      arguments.add(conversion);
    }
    Type result =
        constructor ? Type.getObjectType(handle.getOwner()) : Type.getReturnType(handle.getDesc());
    Type back = erased.getReturnType();
    Type declared = instantiated.getReturnType();
    boolean isVoid = back.getSort() == Type.VOID;
    Conversion returned = isVoid ? null : Conversion.of(result, back, back);
    if (isVoid != (returned == null)
        || !(isVoid ? declared.equals(back) : isAssignable(world, owner, declared, back))
        || !Conversion.mayReturn(result, declared)
        || !FunctionLinkage.mayName(world, owner, result)) {
      return null;
    }
    return new FunctionalSite(
        creation,
        type,
        erased.getDescriptor(),
        handle,
        method,
        opcode,
        wanted,
        result,
        arguments,
        returned);
  }

  private static boolean isFunctional(LoadedClass type, String name, String descriptor) {
    Optional<ResolvedMethod> method = MethodResolver.resolve(type, name, descriptor, true);
    return method.isPresent()
        && method.get().method().isAbstract()
        && method.get().owner().info().isInterface();
  }

  /** Whether a type is another or one below it, so that linkage finds no fault. */
  private static boolean isAssignable(World world, LoadedClass owner, Type below, Type above) {
    if (below.equals(above)) {
      return true;
    }
    if (below.getSort() < Type.ARRAY || above.getSort() != Type.OBJECT) {
      return false;
    }
    if (above.getInternalName().equals("java/lang/Object")) {
      return true;
    }
    if (below.getSort() != Type.OBJECT) {
      return false;
    }
    LoadedClass a = world.find(owner, below.getInternalName()).orElse(null);
    LoadedClass b = world.find(owner, above.getInternalName()).orElse(null);
    return a != null && b != null && a.known() && b.known() && HierarchyAnalysis.isSubtype(a, b);
  }

  // --- the implementation

  private static @Nullable ResolvedMethod resolve(World world, LoadedClass owner, Handle handle) {
    if (handle.getOwner().startsWith("[")) {
      return null;
    }
    LoadedClass named = world.find(owner, handle.getOwner()).orElse(null);
    return named == null
        ? null
        : MethodResolver.resolve(named, handle.getName(), handle.getDesc(), handle.isInterface())
            .orElse(null);
  }

  /** The instruction that calls it, {@code NEW} for a constructor; 0 when it is not understood. */
  private static int opcode(LoadedClass owner, Handle handle, ResolvedMethod method) {
    boolean isStatic = method.method().isStatic();
    boolean isPrivate = method.method().isPrivate();
    boolean own = method.owner() == owner && isPrivate;
    boolean virtual = !isStatic && !handle.getName().startsWith("<");
    return switch (handle.getTag()) {
      case Opcodes.H_INVOKESTATIC -> isStatic ? Opcodes.INVOKESTATIC : 0;
      case Opcodes.H_INVOKEVIRTUAL ->
          !virtual || (isPrivate && !own)
              ? 0
              : isPrivate ? Opcodes.INVOKESPECIAL : Opcodes.INVOKEVIRTUAL;
      case Opcodes.H_INVOKEINTERFACE ->
          !virtual || (isPrivate && !own)
              ? 0
              : isPrivate ? Opcodes.INVOKESPECIAL : Opcodes.INVOKEINTERFACE;
      case Opcodes.H_INVOKESPECIAL -> virtual && own ? Opcodes.INVOKESPECIAL : 0;
      case Opcodes.H_NEWINVOKESPECIAL ->
          handle.getName().equals("<init>") && !method.owner().info().isAbstract()
              ? Opcodes.NEW
              : 0;
      default -> 0;
    };
  }

  private static boolean mayCall(
      World world,
      LoadedClass owner,
      Handle handle,
      @Nullable ResolvedMethod method,
      FunctionalCalls.Reach reach) {
    LoadedClass named = world.find(owner, handle.getOwner()).orElse(null);
    if (named == null || method == null || method.method().callerSensitive()) {
      return false;
    }
    boolean inPackage = MethodResolver.samePackage(owner, method.owner());
    boolean isProtected = (method.method().access() & Opcodes.ACC_PROTECTED) != 0;
    return (inPackage || !isProtected)
        && reach.mayCall(named, method, method.method().isStatic() ? null : named.name());
  }

  // --- a call

  /**
   * Puts a call of the implementation in the place of a call of the functional method.
   *
   * @param made receives the new call
   * @param results receives what takes the place of the old one's result
   */
  void call(
      Graph graph,
      LoadedClass owner,
      Block block,
      Instr call,
      List<Instr> made,
      Map<Instr, Instr> results) {
    Site site = new Site(graph, owner, block, call);
    List<Instr> inputs = new ArrayList<>(wanted.size() + 1);
    Instr object = null;
    if (opcode == Opcodes.NEW) {
      String name = implementation.getOwner();
      object = site.add(Opcodes.NEW, new Operand.Class(name), ValueType.ref(name));
      inputs.add(object);
    }
    for (Instr input : creation.inputs()) {
      inputs.add(captured(input, site, results));
    }
    for (int i = 0; i < arguments.size(); i++) {
      inputs.add(arguments.get(i).add(site, call.input(i + 1)));
    }
    Operand.Method target =
        new Operand.Method(
            implementation.getOwner(),
            implementation.getName(),
            implementation.getDesc(),
            implementation.isInterface());
    int op = opcode == Opcodes.NEW ? Opcodes.INVOKESPECIAL : opcode;
    ValueType type = object != null ? ValueType.VOID : ValueType.of(result);
    Instr direct = site.add(op, target, type, inputs.toArray(new Instr[0]));
    direct.setSite(creation.site());
    made.add(direct);
    if (returned != null) {
      results.put(call, returned.add(site, object == null ? direct : object));
    }
    block.remove(call);
  }

  /**
   * A captured value: what has taken its place, if it was a call of a function itself, or a read of
   * a constant that stands nowhere yet.
   */
  private static Instr captured(Instr input, Site site, Map<Instr, Instr> results) {
    Instr value = input;
    for (Instr next = results.get(value); next != null; next = results.get(value)) {
      value = next;
    }
    if (value.block() != null) {
      return value;
    }
    if (value.op() != Opcodes.GETSTATIC) {
      throw new IllegalStateException("captured, but not there: " + value);
    }
    return site.insert(value);
  }
}
