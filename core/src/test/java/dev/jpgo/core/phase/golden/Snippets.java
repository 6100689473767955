package dev.jpgo.core.phase.golden;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** A few methods for each phase: its name, then what is special about the method. */
final class Snippets {
  private static final VarHandle VALUE;
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final boolean CHECKS = Boolean.getBoolean("checks");

  static {
    try {
      VALUE = MethodHandles.lookup().findVarHandle(Cell.class, "value", Object.class);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private Snippets() {}

  static final class Cell {
    volatile Object value;
  }

  static int staticConstantsOfAFlag(int value) {
    if (CHECKS && value < 0) {
      throw new IllegalArgumentException();
    }
    return value;
  }

  static Object variableHandlesOfAField(Cell cell) {
    return VALUE.getAcquire(cell);
  }

  static void variableHandlesOfAFieldThatIsWritten(Object value) {
    VALUE.setRelease(new Cell(), value);
  }

  static int variableHandlesOfAView(byte[] bytes, int index) {
    return (int) INTS.get(bytes, index);
  }

  static void variableHandlesOfAViewThatIsWritten(byte[] bytes, int index, int value) {
    try {
      INTS.set(bytes, index, value);
    } catch (IndexOutOfBoundsException e) {
      index = 0;
    }
  }

  static int constantFoldingOfArithmetic(int x) {
    int six = 6;
    int zero = 0;
    return (x + zero) * (six * 7);
  }

  static int constantFoldingOfATest(int x) {
    boolean verbose = false;
    if (verbose) {
      return x;
    }
    return -x;
  }

  static boolean constantFoldingOfANewObjectsClass(boolean known) {
    Object object = new StringBuilder();
    return known ? object instanceof StringBuilder : object instanceof CharSequence;
  }

  static int constantFoldingLeavesADivisionByZero() {
    int zero = 0;
    return 1 / zero;
  }

  static void narrowConversionsOfWhatIsStored(char[] chars, byte[] bytes, int x) {
    chars[0] = (char) x;
    chars[1] = (char) (byte) x;
    bytes[0] = (byte) (x & 0xff);
    bytes[1] = (byte) (x & 0x7f);
  }

  static int narrowConversionsOfBitsThatAreZero(char c, int x, char[] chars) {
    return (char) (x >>> 16) + (chars[0] & 0xffff) + (x & 0xff & 0x1ff) + (c & 0xff);
  }

  static int narrowConversionsOfASign(byte[] bytes, int i) {
    int x = bytes[i] & 0xff;
    if ((x & 0x80) == 0) {
      return x;
    }
    return (x & 0x20) == 0 ? 2 : 3;
  }

  static int redundantChecksAfterADereference(String text) {
    int length = text.length();
    if (text == null) {
      return -1;
    }
    return length;
  }

  static int redundantChecksAfterACast(Object object) {
    int length = ((String) object).length();
    return length + ((String) object).hashCode();
  }

  static int redundantChecksBehindAUseOfNull(String text) {
    int length = 0;
    if (text == null) {
      length = text.length();
    }
    return length + text.hashCode();
  }

  static int redundantChecksOfOneWayOnly(Object object) {
    int length = 0;
    if (object instanceof String) {
      length = ((String) object).length();
    }
    return length + ((String) object).hashCode();
  }

  static int jumpThreadingOfATestThatWasMadeANumber(int a, int b) {
    boolean ordered = a < b;
    if (ordered) {
      return a;
    }
    return b;
  }

  static int jumpThreadingOfASwitchOnWhatWasMadeANumber(int a) {
    int which = a > 7 ? 2 : a < 0 ? 1 : 9;
    switch (which) {
      case 1:
        return -a;
      case 2:
        return a;
      default:
        return 0;
    }
  }

  static int jumpThreadingOfAnOrderThatIsLookedAtTwice(int a, int b) {
    int order = a < b ? -1 : a == b ? 0 : 1;
    if (order == 0) {
      return a;
    }
    return order < 0 ? b : 5;
  }

  static int jumpThreadingOfAnOrderThatFollowsAnother(int a, int b, int c, int d) {
    int first = a < b ? -1 : a == b ? 0 : 1;
    int order = first != 0 ? first : c < d ? -1 : c == d ? 0 : 1;
    return order < 0 ? a : order > 0 ? b : c;
  }

  static int jumpThreadingOfATestWhoseValueIsUsedOnBothSides(int a, int b) {
    int which = a < b ? 3 : b;
    if (which == 3) {
      b = a * which;
    } else {
      b = a - which;
    }
    return b;
  }

  static boolean jumpThreadingOfAnOrderOfWhichOneOutcomeMatters(int a, int b) {
    int order = a < b ? -1 : a == b ? 0 : 1;
    return order < 0;
  }

  static int tailDuplicationOfAReturn(int a, int b) {
    int least = a < b ? a : b;
    return least;
  }

  static int deadCodeOfArithmetic(int a, int b) {
    int unused = a * b;
    return a;
  }

  static int deadCodeLeavesWhatMayThrow(int a, int[] array) {
    int unused = a / array[0];
    return a;
  }

  static int deadCodeOfACounterThatOnlyCounts(int n) {
    int unused = 0;
    int i = 0;
    while (i < n) {
      unused += 2;
      i++;
    }
    return i;
  }

  static int blockMergingAfterConstantFolding(int x) {
    boolean verbose = false;
    if (verbose) {
      return x;
    }
    return -x;
  }

  static int blockMergingLeavesTheBorderOfATryBlock(int a, int b) {
    int quotient;
    try {
      quotient = a / b;
    } catch (ArithmeticException e) {
      return 0;
    }
    return quotient + 1;
  }

  static int loopUnrollingOfASum(int[] numbers) {
    int sum = 0;
    for (int i = 0; i < numbers.length; i++) {
      sum += numbers[i];
    }
    return sum;
  }

  static int loopUnrollingOfASearch(byte[] bytes, int from, int to, int wanted) {
    for (int i = from; i < to; i++) {
      if (bytes[i] == wanted) {
        return i;
      }
    }
    return -1;
  }

  static int loopUnrollingDownward(int[] numbers, int from, int to) {
    int sum = 0;
    for (int i = from; i >= to; i--) {
      sum += numbers[i];
    }
    return sum;
  }

  static int loopUnrollingLeavesABoundThatMoves(int[] numbers, int to) {
    int end = to;
    int sum = 0;
    for (int i = 0; i < end; i++) {
      sum += numbers[i];
      end -= sum & 1;
    }
    return sum;
  }

  static int deadCodeOfAHandlerAfterConstantFolding(int a) {
    int ten = 10;
    int result;
    try {
      result = a + ten / 2;
    } catch (ArithmeticException e) {
      result = Math.abs(a);
    }
    return result;
  }

  static int copyLoopsOfInts(int[] from, int[] to, int at) {
    int i = 0;
    for (; i < from.length; i++) {
      to[at + i] = from[i];
    }
    return i;
  }

  static int copyLoopsUnderAHandler(Object[] from, Object[] to, int end) {
    int i = end;
    try {
      while (--i >= 0) {
        to[i] = from[i];
      }
    } catch (ArrayStoreException e) {
      return -i;
    }
    return i;
  }

  static void copyLoopsLeavesBytesThatOthersMaySee(byte[] from, byte[] to) {
    for (int i = 0; i < to.length; i++) {
      to[i] = from[i];
    }
  }

  static long[] fillLoopsOfANewArray(int length, long value) {
    long[] array = new long[length];
    for (int i = 0; i < length; i++) {
      array[i] = value;
    }
    return array;
  }

  static void fillLoopsLeavesAnArrayOfOthers(long[] array, long value) {
    for (int i = 0; i < array.length; i++) {
      array[i] = value;
    }
  }

  static int valueNumberingOfLoads(int[] counts, int i) {
    return counts[i] * counts[i] + counts[i];
  }

  static int valueNumberingOfAChain(Link link) {
    return link.next.number + link.next.number;
  }

  static int valueNumberingOfAStore(Link link, int number) {
    link.number = number;
    return link.number + 1;
  }

  static int valueNumberingLeavesWhatACallMayChange(Link link) {
    int before = link.number;
    deadCodeOfArithmetic(1, 2);
    return before + link.number;
  }

  static int valueNumberingLeavesWhatIsCheapAsItIs(int a, int b) {
    return (a + b) * (a + b - 1);
  }

  static int boxEliminationOfALocal(int x) {
    Integer box = x;
    return box + box;
  }

  static long boxEliminationOfASum(int n) {
    Long sum = 0L;
    for (int i = 0; i < n; i++) {
      sum += i;
    }
    return sum;
  }

  static int boxEliminationWhereWaysMeet(boolean own, int x, Integer other) {
    Integer box = own ? Integer.valueOf(x) : other;
    return box;
  }

  static boolean boxEliminationOfCastsAndTests(int x) {
    Object box = x;
    return box instanceof Integer && ((Number) box).doubleValue() > 0.5;
  }

  static boolean boxEliminationLeavesWhatIsCompared(int x) {
    Integer a = x;
    Integer b = x;
    return a == b && a > 3;
  }

  static Object boxEliminationLeavesWhatIsReturned(int x) {
    Integer box = x;
    return box > 3 ? box : null;
  }

  static int times(int count) {
    return count;
  }

  static int typeTestOrderOfClasses(Object object) {
    if (object instanceof String) {
      return times(10);
    } else if (object instanceof Integer) {
      return times(80);
    }
    return times(10);
  }

  static int typeTestOrderLeavesInterfaces(Object object) {
    if (object instanceof Comparable) {
      return times(10);
    } else if (object instanceof Integer) {
      return times(80);
    }
    return times(10);
  }

  static int streamLoopsOfARange(int from, int to) {
    return IntStream.range(from, to).filter(i -> i > 3).map(i -> i * i).sum();
  }

  static boolean streamLoopsOfASearch(int to) {
    return IntStream.range(0, to).allMatch(i -> i < 7);
  }

  static int streamLoopsOfAGivenFunction(int to, IntUnaryOperator function) {
    return IntStream.range(0, to).map(function).sum();
  }

  static int streamLoopsLeavesAFunctionThatIsComputedMeanwhile(int to, IntUnaryOperator first) {
    return IntStream.range(0, to).map(first.andThen(first)).sum();
  }

  record Priced(int price, Integer rank) {}

  static void keySortsOfAList(List<Priced> list) {
    list.sort(Comparator.comparing(Priced::rank).reversed().thenComparingInt(Priced::price));
  }

  static Object[] keySortsOfAStream(List<Priced> list) {
    return list.stream().sorted(Comparator.comparingInt(Priced::price)).toArray();
  }

  static void keySortsLeavesAGivenFunction(List<Priced> list, ToIntFunction<Priced> function) {
    list.sort(Comparator.comparingInt(function));
  }

  static int listLoopsOfASum(List<String> list) {
    int sum = 0;
    for (String text : list) {
      sum += text.length();
    }
    return sum;
  }

  static String listLoopsOfASearchWithAHandler(ArrayList<String> list, String wanted) {
    String last = null;
    try {
      for (String text : list) {
        last = text;
        if (text.equals(wanted)) {
          return text;
        }
      }
    } catch (NullPointerException e) {
      return last;
    }
    return "none";
  }

  static Object boxedKeysOfANumber(Map<Integer, String> map, int key) {
    return map.get(key);
  }

  static String boxedKeysOfABoxWithADefault(HashMap<Integer, String> map, Integer key) {
    return map.getOrDefault(key, "none");
  }

  static int stringBytesOfALoop(String text) {
    int hash = 0;
    for (int i = 0; i < text.length(); i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return hash;
  }

  static int stringBytesLeavesOtherStrings(List<String> texts) {
    int hash = 0;
    for (int i = 0; i < texts.size(); i++) {
      hash = 31 * hash + texts.get(i).charAt(0);
    }
    return hash;
  }

  static boolean boxedKeysLeavesOtherKeys(Map<Object, String> map, long number, Object any) {
    return map.containsKey(number) || map.containsKey(any);
  }

  static void listLoopsLeavesWhatRemoves(List<String> list) {
    for (Iterator<String> each = list.iterator(); each.hasNext(); ) {
      if (each.next().isEmpty()) {
        each.remove();
      }
    }
  }

  static int scalarReplacementOfARange(int from, int to) {
    Range range = new Range(from, to);
    int sum = 0;
    while (range.from < range.to) {
      sum += range.from++;
    }
    return sum;
  }

  static int scalarReplacementWhereRareCodeNeedsIt(int from, int to) {
    Range range = new Range(from, to);
    if (from > to) {
      return rare(range);
    }
    return range.to - range.from;
  }

  static Object scalarReplacementLeavesWhatIsReturned(int from, int to) {
    return new Range(from, to);
  }

  static int unsharedLocksOfWhatStays(int from, int to) {
    Range range = new Range(from, to);
    synchronized (range) {
      range.from += 100 / to;
    }
    return range.from;
  }

  static Object unsharedLocksLeavesWhatIsReturned(int from, int to) {
    Range range = new Range(from, to);
    synchronized (range) {
      range.from++;
    }
    return range;
  }

  static int mergedLocksOfWhatIsEnteredAgain(Range range, int[] numbers, int at) {
    synchronized (range) {
      range.from = at;
    }
    int number = numbers[at];
    synchronized (range) {
      return range.from + number;
    }
  }

  private static int rare(Range range) {
    return range.hashCode();
  }

  static int loopTestsOfWhatTheLoopDoesNotChange(Object made, int rounds) {
    int found = 0;
    for (int i = 0; i < rounds; i++) {
      if (made instanceof Cell) {
        found += ((Cell) made).value == null ? 1 : 2;
      }
    }
    return found;
  }

  static int loopTestsWithoutCasts(Object made, int rounds) {
    int found = 0;
    for (int i = 0; i < rounds; i++) {
      if (!(made instanceof Link)) {
        found++;
      }
    }
    return found;
  }

  static int loopTestsLeavesWhatTheLoopChanges(Link link) {
    int found = 0;
    for (Object at = link; at != null; at = ((Link) at).next) {
      if (at instanceof Link) {
        found++;
      }
    }
    return found;
  }

  static int loopInvariantsOfLengthAndArithmetic(int[] counts, int a) {
    int sum = 0;
    for (int i = 0; i < counts.length; i++) {
      sum += counts[i] * (a + 1);
    }
    return sum;
  }

  static int loopInvariantsOfAField(Link link) {
    int sum = 0;
    for (int i = 0; i < link.number; i++) {
      sum += link.number;
    }
    return sum;
  }

  static void loopInvariantsLeavesWhatAStoreMayChange(Link link, Link other) {
    for (int i = 0; i < link.number; i++) {
      other.number++;
    }
  }

  static int loopInvariantsLeavesALoopThatWaits(Link link) {
    int turns = 0;
    while (link.number == 0) {
      turns++;
    }
    return turns;
  }

  static int loopElementsOfARow(int[][] rows, int i, int n) {
    int sum = 0;
    for (int j = 0; j < n; j++) {
      sum += rows[i][j];
    }
    return sum;
  }

  static void loopElementsLeavesWhatAStoreMayChange(Link[] links, int i, Link[] others) {
    for (int j = 0; j < links[i].number; j++) {
      others[j] = null;
    }
  }

  /** Something with a constructor. */
  static final class Range {
    int from;
    final int to;

    Range(int from, int to) {
      this.from = from < 0 ? 0 : from;
      this.to = to;
    }
  }

  /** Something with fields. */
  static final class Link {
    int number;
    Link next = this;

    private Link() {}
  }

  static String mergedCastsOfAChoice(boolean first, String one, Object other) {
    Object chosen = first ? one : other;
    return (String) chosen;
  }

  static String mergedCastsOfTwoChoices(int which, String one, Object other, Object third) {
    Object chosen = which > 0 ? which > 1 ? one : other : third;
    return (String) chosen;
  }

  static Runnable mergedCastsToAnInterface(boolean first, Runnable one, Object other) {
    Object chosen = first ? one : other;
    return (Runnable) chosen;
  }

  static Object mergedCastsOfWhatIsUsedOtherwise(boolean first, String one, Object other) {
    Object chosen = first ? one : other;
    return chosen.hashCode() == 0 ? chosen : (String) chosen;
  }

  static String mergedCastsInAHandlersRange(boolean first, String one, Object other) {
    int done = 0;
    try {
      Object chosen = first ? one : other.toString();
      done = 1;
      return (String) chosen;
    } catch (ClassCastException e) {
      return "failed after " + done;
    }
  }
}
