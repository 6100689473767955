package dev.jpgo.core.ir;

import dev.jpgo.core.classfile.MethodId;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.FrameNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.TypeInsnNode;

/**
 * Builds the SSA form of a method from its bytecode: pruned, with phis typed by the class file's
 * own frames. Loads, stores, stack shuffles and unreachable code vanish; every other instruction
 * becomes one {@link Instr} in the same order.
 *
 * <p>Blocks are cut between a write of a local that a handler reads and the next instruction that
 * may throw, so that all of a block shows its handlers the state at its start (see {@link Block}).
 * Blocks in which no instruction can throw have no handlers: an asynchronous exception (JVMS 2.10)
 * that arrives there is not caught in the method, docs/semantics.md says why.
 *
 * <p>Blocks are visited in reverse postorder, so the immediate dominator of a block is done before
 * it; a variable without a phi there has the value that it has at the end of the dominator, or at
 * its start when an exception in the dominator leads there too. For that a protected block is two
 * nodes of the flow graph, its start and its end ({@link NodeLayout#edges}).
 */
public final class GraphBuilder {
  private static final Instr[] NO_STACK = {};

  private final MethodSource source;
  private final LinearCode code;
  private final RawBlocks raw;
  private final NodeLayout layout;
  private final FlowGraph flow;
  private final PhiPlacement placement;
  private final Graph graph;
  private final Block[] blocks;

  /** Locals at the start and at the end of each node. */
  private final @Nullable Instr[][] in;

  private final @Nullable Instr[][] out;

  /** Operand stack at the end of each node. */
  private final Instr[][] stacks;

  /** By node: the phis of its locals (null: the frame names an uninitialized value). */
  private final @Nullable Instr[][] localPhis;

  /** By node: the phis of its stack (null likewise). */
  private final @Nullable Instr[][] stackPhis;

  private final PhiTypes types;
  private @Nullable Instr[] allocations = new @Nullable Instr[0];
  private final BlockTranslator translator;

  private GraphBuilder(MethodSource source) throws UnsupportedMethodException {
    this.source = source;
    MethodNode method = source.method();
    code = LinearCode.of(source);
    raw = new RawBlocks(code);
    LocalLiveness liveness = new LocalLiveness(code, raw);
    layout = new NodeLayout(code, raw, liveness);
    flow = FlowGraph.of(layout.edges());
    int slots = parameterSlots(method);
    if (slots > method.maxLocals) {
      throw new UnsupportedMethodException("it has fewer locals than parameters");
    }
    placement = new PhiPlacement(layout, flow, liveness, slots, method.maxLocals);
    graph =
        new Graph(
            new MethodId(source.owner(), method.name, method.desc),
            method.access,
            source.classVersion());
    if (code.letsGo()) {
      graph.markLettingGo();
    }
    int count = layout.count();
    blocks = new Block[count];
    in = new @Nullable Instr[count][];
    out = new @Nullable Instr[count][];
    stacks = new Instr[count][];
    localPhis = new @Nullable Instr[count][];
    stackPhis = new @Nullable Instr[count][];
    for (int node = 0; node < count; node++) {
      if (flow.position[2 * node] >= 0) {
        blocks[node] = graph.newBlock();
        blocks[node].setFrequency(frequency(node));
        graph.blocks().add(blocks[node]);
      }
    }
    types =
        new PhiTypes(
            graph, source.merger(), ValueType.of(Type.getReturnType(source.method().desc)));
    translator = new BlockTranslator(graph, code, source.sourceFile());
  }

  /**
   * Builds the graph of a method.
   *
   * @throws UnsupportedMethodException when the method has no code, uses {@code jsr} or {@code
   *     ret}, is larger than the limit, would not pass the verifier, or merges types that nothing
   *     describes
   * @throws IllegalArgumentException when its frames are not expanded
   */
  public static Graph build(MethodSource source) throws UnsupportedMethodException {
    return new GraphBuilder(source).build();
  }

  private Graph build() throws UnsupportedMethodException {
    for (int place : flow.order) {
      if ((place & 1) == 0) {
        translate(place >> 1);
      }
    }
    for (int node = 0; node < layout.count(); node++) {
      if (flow.position[2 * node] >= 0) {
        fillPhis(node);
      }
    }
    TrivialPhis.remove(graph);
    types.infer();
    LockedPlaces.separate(graph);
    return graph;
  }

  static int parameterSlots(MethodNode method) {
    int slots = Type.getArgumentsAndReturnSizes(method.desc) >> 2;
    return (method.access & Opcodes.ACC_STATIC) != 0 ? slots - 1 : slots;
  }

  private double frequency(int node) {
    BlockFrequencies frequencies = source.frequencies();
    if (frequencies == null) {
      return -1;
    }
    int block = layout.raw[node];
    if (block == NodeLayout.ENTRY) {
      return frequencies.calls();
    }
    double frequency = -1;
    for (int i = raw.starts[block]; i < raw.starts[block + 1]; i++) {
      if (code.sites[i] != Instr.NO_SITE) {
        frequency = frequencies.at(code.sites[i]);
        break;
      }
    }
    if (node == 0 && frequency < 0) {
      return frequencies.calls(); // what was put in front of the original code
    }
    // Normal flow and exceptions share the count of the code they reach.
    boolean shared = layout.catches[node] && layout.starts[node] == layout.ends[node];
    return shared && frequency > 0 ? -1 : frequency;
  }

  // --- translation

  private void translate(int node) throws UnsupportedMethodException {
    Block block = blocks[node];
    @Nullable Instr[] locals = entryLocals(node);
    in[node] = locals;
    Instr[] stack = layout.catches[node] ? NO_STACK : entryStack(node);
    translator.start(block, locals, stack);
    int start = layout.starts[node];
    translator.moveTo(start);
    if (node == 0) {
      parameters(locals);
    }
    if (layout.catches[node]) {
      translator.catchException(catchType(node));
    }
    translator.translate(start, layout.ends[node]);
    out[node] = translator.locals();
    stacks[node] = translator.stack();
    if (code.allocates) {
      noteAllocations(node);
    }
    Instr terminator = translator.terminator();
    if (terminator == null) {
      Block next = blocks[layout.next(node)];
      wire(node, graph.newGoto(translator.position()), List.of(next));
    } else {
      wire(node, terminator, successors(node));
    }
  }

  private void parameters(@Nullable Instr[] locals) {
    int slot = 0;
    if (!graph.isStatic()) {
      slot = parameter(locals, slot, ValueType.ref(source.owner()));
    }
    String descriptor = source.method().desc;
    for (int start = 1; descriptor.charAt(start) != ')'; ) {
      int end = BlockTranslator.skipType(descriptor, start);
      slot = parameter(locals, slot, ValueType.ofDescriptor(descriptor, start, end));
      start = end;
    }
  }

  private int parameter(@Nullable Instr[] locals, int slot, ValueType type) {
    Operand operand = new Operand.Int(graph.params().size());
    Instr value = graph.newInstr(Op.PARAM, operand, type, List.of(), translator.position());
    graph.entry().append(value);
    graph.params().add(value);
    locals[slot] = value;
    return slot + type.kind().slots();
  }

  private List<Block> successors(int node) {
    int[] targets = raw.successors[layout.raw[node]];
    List<Block> result = new ArrayList<>(targets.length);
    for (int target : targets) {
      result.add(blocks[layout.entries[target]]);
    }
    return result;
  }

  private void wire(int node, Instr terminator, List<Block> successors) {
    List<Block.Handler> handlers = List.of();
    if (layout.isProtected[node]) {
      int[] entries = raw.entries[layout.raw[node]];
      handlers = new ArrayList<>(entries.length);
      for (int entry : entries) {
        Block target = blocks[layout.catchEntries[raw.handlers[entry]]];
        handlers.add(new Block.Handler(target, raw.catchTypes[entry]));
      }
    }
    int[] predecessors = flow.predecessors[2 * node];
    List<Block> preds = new ArrayList<>(predecessors.length);
    for (int pred : predecessors) {
      preds.add(blocks[pred >> 1]);
    }
    blocks[node].wire(terminator, successors, handlers, preds);
  }

  // --- state on entry

  private @Nullable Instr[] entryLocals(int node) throws UnsupportedMethodException {
    int dominator = flow.idom[2 * node];
    if (dominator < 0) {
      return new @Nullable Instr[source.method().maxLocals];
    }
    @Nullable Instr[] locals = leaves(dominator);
    int[] phis = placement.phis[node];
    if (phis.length == 0) {
      return locals;
    }
    locals = locals.clone();
    FrameNode frame = frame(node);
    @Nullable Instr[] placed = new @Nullable Instr[phis.length];
    for (int i = 0; i < phis.length; i++) {
      int local = phis[i];
      Object entry = frame == null ? null : FrameTypes.local(frame, local);
      Instr uninitialized = entry == null ? null : uninitialized(entry);
      if (uninitialized == null) {
        uninitialized = placed[i] = phi(node, entry, local, true);
      }
      locals[local] = uninitialized;
    }
    localPhis[node] = placed;
    return locals;
  }

  /** The locals at a place of the flow: the start of a protected node, or the end of a node. */
  private @Nullable Instr[] leaves(int place) {
    int node = place >> 1;
    return place == layout.end(node) ? out[node] : in[node];
  }

  private Instr[] entryStack(int node) throws UnsupportedMethodException {
    int[] preds = flow.predecessors[2 * node];
    int first = -1;
    for (int pred : preds) {
      if (first < 0 && stacks[pred >> 1] != null) {
        first = pred >> 1;
      }
    }
    if (first < 0 || stacks[first].length == 0) {
      return NO_STACK;
    }
    if (preds.length == 1) {
      return stacks[first];
    }
    int depth = stacks[first].length;
    FrameNode frame = frame(node);
    Instr[] stack = new Instr[depth];
    @Nullable Instr[] placed = new @Nullable Instr[depth];
    for (int i = 0; i < depth; i++) {
      Object entry = frame == null ? null : FrameTypes.stack(frame, i);
      Instr value = entry == null ? null : uninitialized(entry);
      if (value == null) {
        value = placed[i] = phi(node, entry, i, false);
      }
      stack[i] = value;
    }
    stackPhis[node] = placed;
    return stack;
  }

  private @Nullable FrameNode frame(int node) {
    return layout.isHead(node) ? code.frame(raw.starts[layout.raw[node]]) : null;
  }

  /** The value that a frame entry for an uninitialized object stands for; else null. */
  private @Nullable Instr uninitialized(Object entry) throws UnsupportedMethodException {
    if (entry == Opcodes.UNINITIALIZED_THIS) {
      return graph.params().get(0);
    }
    if (entry instanceof org.objectweb.asm.tree.LabelNode label) {
      int index = code.target(label);
      Instr allocation = index < allocations.length ? allocations[index] : null;
      if (allocation == null) {
        throw new UnsupportedMethodException("a frame names an object that is not allocated");
      }
      return allocation;
    }
    return null;
  }

  private void noteAllocations(int node) {
    int at = layout.starts[node];
    for (Instr instr : blocks[node].body()) {
      if (instr.op() != Opcodes.NEW) {
        continue;
      }
      while (!(code.instructions[at] instanceof TypeInsnNode) || code.opcodes[at] != Opcodes.NEW) {
        at++;
      }
      if (allocations.length == 0) {
        allocations = new @Nullable Instr[code.size()];
      }
      allocations[at++] = instr;
    }
  }

  private Instr phi(int node, @Nullable Object entry, int index, boolean local)
      throws UnsupportedMethodException {
    ValueType type = entry == null ? null : FrameTypes.type(entry);
    Instr phi = graph.newPhi(type == null ? ValueType.NULL : type, positionOf(node));
    if (type == null) {
      if (entry != null) {
        throw undefined();
      }
      Kind kind = kind(node, index, local);
      if (kind == Kind.REF) {
        types.addUntyped(phi);
      } else {
        phi.setType(ofKind(kind));
      }
    }
    phi.setTemporary(!local);
    blocks[node].addPhi(phi);
    return phi;
  }

  private static ValueType ofKind(Kind kind) {
    return switch (kind) {
      case INT -> ValueType.INT;
      case LONG -> ValueType.LONG;
      case FLOAT -> ValueType.FLOAT;
      case DOUBLE -> ValueType.DOUBLE;
      case REF, VOID -> ValueType.NULL;
    };
  }

  /** The kind of a variable without a frame: that on the way from the first predecessor done. */
  private Kind kind(int node, int index, boolean local) throws UnsupportedMethodException {
    for (int pred : flow.predecessors[2 * node]) {
      Instr[] stack = stacks[pred >> 1];
      if (stack != null) {
        Instr value = local ? leaves(pred)[index] : stack[index];
        if (value != null) {
          return value.type().kind();
        }
      }
    }
    throw undefined();
  }

  private Position positionOf(int node) {
    translator.moveTo(layout.starts[node]);
    return translator.position();
  }

  private static UnsupportedMethodException undefined() {
    return new UnsupportedMethodException("a variable is read where it is not defined");
  }

  // --- handlers

  private ValueType catchType(int node) throws UnsupportedMethodException {
    int block = layout.raw[node];
    FrameNode frame = code.frame(raw.starts[block]);
    ValueType type = null;
    for (int entry = 0; entry < raw.handlers.length; entry++) {
      if (raw.handlers[entry] == block) {
        String caught = raw.catchTypes[entry];
        ValueType next = caught == null ? ValueType.THROWABLE : ValueType.ref(caught);
        if (type != null && !type.equals(next)) {
          return mergedCatchType(block, frame);
        }
        type = next;
      }
    }
    return type == null ? ValueType.THROWABLE : type;
  }

  private ValueType mergedCatchType(int block, @Nullable FrameNode frame)
      throws UnsupportedMethodException {
    ValueType declared = frame == null ? null : FrameTypes.type(FrameTypes.stack(frame, 0));
    if (declared != null) {
      return declared;
    }
    ValueType type = ValueType.NULL;
    for (int entry = 0; entry < raw.handlers.length; entry++) {
      if (raw.handlers[entry] == block) {
        String caught = raw.catchTypes[entry];
        ValueType next = caught == null ? ValueType.THROWABLE : ValueType.ref(caught);
        ValueType merged = TypeMerging.merge(type, next, source.merger());
        type = merged == null ? types.unknown(ValueType.THROWABLE) : merged;
      }
    }
    return type;
  }

  // --- phis

  private void fillPhis(int node) throws UnsupportedMethodException {
    int[] preds = flow.predecessors[2 * node];
    @Nullable Instr[] phis = localPhis[node];
    if (phis != null) {
      for (int pred : preds) {
        @Nullable Instr[] locals = leaves(pred);
        for (int i = 0; i < phis.length; i++) {
          addInput(phis[i], locals[placement.phis[node][i]]);
        }
      }
    }
    if (preds.length < 2 || layout.catches[node]) {
      return;
    }
    phis = stackPhis[node];
    int depth = phis == null ? 0 : phis.length;
    for (int pred : preds) {
      Instr[] stack = stacks[pred >> 1];
      if (stack.length != depth) {
        throw new UnsupportedMethodException("its operand stack differs where paths meet");
      }
      for (int i = 0; i < depth; i++) {
        addInput(phis[i], stack[i]);
      }
    }
  }

  private static void addInput(@Nullable Instr phi, @Nullable Instr value)
      throws UnsupportedMethodException {
    if (phi == null) {
      return;
    }
    if (value == null || value.type().kind() != phi.type().kind()) {
      throw undefined();
    }
    phi.inputs().add(value);
  }
}
