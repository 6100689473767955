package dev.jpgo.core.phase.dynamic;

import dev.jpgo.core.ir.Instr;
import dev.jpgo.core.ir.Operand;
import dev.jpgo.core.world.HierarchyAnalysis;
import dev.jpgo.core.world.KnownObject;
import dev.jpgo.core.world.LoadedClass;
import dev.jpgo.core.world.MethodResolver;
import dev.jpgo.core.world.ResolvedMethod;
import dev.jpgo.core.world.World;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Which values of a graph are functions that are made in it, by an {@code invokedynamic} or by a
 * {@link Combinator}, or were made elsewhere and are {@link KnownObjects}. None of them is null.
 * Answers hold as long as the graph stays the same.
 *
 * <p>Which combinator a call on such a function runs follows from its class (JVMS 5.4.6): that
 * extends {@code Object}, implements one interface, and declares nothing but the functional method.
 * So selection begins at the interface: no method of {@code Object} returns an interface, as
 * combinators do. A call of a static method is taken only if its class is initialized.
 */
final class KnownFunctions {
  /** Functions made of functions, looked through from the last one; more only in odd code. */
  private static final int DEEPEST = 50;

  private final World world;
  private final LoadedClass owner;
  private final FunctionalCalls.Reach reach;
  private final Combinators combinators;
  private final KnownObjects objects;
  private final Map<Instr, Optional<FunctionalSite>> sites = new IdentityHashMap<>();
  private final Map<Instr, Optional<Combinator>> calls = new IdentityHashMap<>();
  private int depth;

  /**
   * @param owner the class that declares the method of the graph
   */
  KnownFunctions(
      World world,
      LoadedClass owner,
      FunctionalCalls.Reach reach,
      Combinators combinators,
      KnownObjects objects) {
    this.world = world;
    this.owner = owner;
    this.reach = reach;
    this.combinators = combinators;
    this.objects = objects;
  }

  /** The site that makes a value, or null when that is not what makes it. */
  @Nullable FunctionalSite site(Instr value) {
    KnownObject.Making making = making(value);
    if (value.op() != Opcodes.INVOKEDYNAMIC && making == null) {
      return null;
    }
    Optional<FunctionalSite> known = sites.get(value);
    if (known == null) {
      known =
          Optional.ofNullable(
              making == null
                  ? FunctionalSite.of(world, owner, value, reach)
                  : madeElsewhere(making, value));
      sites.put(value, known);
    }
    return known.orElse(null);
  }

  private KnownObject.@Nullable Making making(Instr value) {
    KnownObject object = objects.of(value);
    return object == null ? null : object.making();
  }

  /**
   * Names in the host's code mean the same here if one loader has defined both classes. What it may
   * name this class may not: so all types, to some of which values are cast, must be in reach.
   */
  private @Nullable FunctionalSite madeElsewhere(KnownObject.Making making, Instr value) {
    return making.host().loader() == owner.loader()
            && owner.info().version() >= Opcodes.V1_8
            && mayName(making.erased())
            && mayName(making.instantiated())
            && mayName(making.implementation().getDesc())
            && mayName("(L" + making.implementation().getOwner() + ";)V")
        ? objects.site(world, owner, making, value.position(), reach)
        : null;
  }

  private boolean mayName(String descriptor) {
    return FunctionLinkage.mayName(world, owner, Type.getMethodType(descriptor));
  }

  /**
   * What a value's class does, if the value is a function that code of the boot loader has made
   * elsewhere, and it does no more than to call a method of its host; null otherwise.
   */
  @Nullable Hosted hosted(Instr value) {
    KnownObject.Making making = making(value);
    if (making == null || making.host().loader() != World.BOOT_LOADER || site(value) != null) {
      return null;
    }
    LoadedClass host = making.host();
    FunctionalSite site =
        objects.site(
            world, host, making, value.position(), (named, method, type) -> method.owner() == host);
    ResolvedMethod implementation = site == null ? null : site.ownAndUnconverted(host);
    return site == null || implementation == null || !implementation.method().hasCode()
        ? null
        : new Hosted(site, implementation, making);
  }

  /**
   * A function that is the JDK's own.
   *
   * @param implementation the method of its host that it calls, all arguments as they are
   */
  record Hosted(FunctionalSite site, ResolvedMethod implementation, KnownObject.Making making) {}

  /** The method whose call makes a value, or null when that is not what makes it. */
  @Nullable Combinator combinator(Instr value) {
    if (value.op() != Opcodes.INVOKEINTERFACE && value.op() != Opcodes.INVOKESTATIC) {
      return null;
    }
    Optional<Combinator> known = calls.get(value);
    if (known == null) {
      if (depth == DEEPEST) {
        return null;
      }
      depth++;
      known = Optional.ofNullable(find(value));
      depth--;
      calls.put(value, known);
    }
    return known.orElse(null);
  }

  /** The one interface that a value's class implements, or null when it is not known. */
  @Nullable LoadedClass type(Instr value) {
    FunctionalSite site = site(value);
    if (site != null) {
      return site.type();
    }
    Hosted hosted = hosted(value);
    if (hosted != null) {
      return hosted.site().type();
    }
    Combinator combinator = combinator(value);
    return combinator == null ? null : combinator.function();
  }

  private @Nullable Combinator find(Instr call) {
    boolean isStatic = call.op() == Opcodes.INVOKESTATIC;
    Operand.Method name = (Operand.Method) call.operand();
    LoadedClass type = isStatic ? null : type(call.input(0));
    if (!name.isInterface() || isStatic != (type == null) || !name.descriptor().endsWith(";")) {
      return null;
    }
    LoadedClass named = world.find(owner, name.owner()).orElse(null);
    ResolvedMethod resolved =
        named == null
            ? null
            : MethodResolver.resolve(named, name.name(), name.descriptor(), true).orElse(null);
    if (named == null
        || resolved == null
        || resolved.method().isStatic() != isStatic
        || !reach.mayCall(named, resolved, type == null ? null : type.name())) {
      return null;
    }
    if (type == null) {
      return named.initialized() ? combinators.of(resolved) : null;
    }
    return HierarchyAnalysis.isSubtype(type, named) && !resolved.method().isPrivate()
        ? MethodResolver.select(type, resolved).map(combinators::of).orElse(null)
        : null;
  }
}
