package dev.shopwire.automation.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests that combined sets mean what the combinations of conditions mean. */
class CustomerSetTest {
  private static final int LEAVES = 5;

  /** A condition: its set, and the sets of leaves that satisfy it. */
  private record Tree(CustomerSet set, Set<Integer> satisfying) {}

  @Test
  void aSetHasTheCustomersThatSatisfyItsCondition() {
    Random random = new Random(20);
    for (int i = 0; i < 1_000; i++) {
      Tree tree = tree(random, 4);
      for (int leaves = 0; leaves < 1 << LEAVES; leaves++) {
        assertEquals(
            tree.satisfying().contains(leaves),
            SetQuery.contains(tree.set(), leaves),
            tree.set().toString());
      }
    }
  }

  private static Tree tree(Random random, int depth) {
    int kind = depth == 0 ? 0 : random.nextInt(4);
    if (kind == 0) {
      int leaf = random.nextInt(LEAVES);
      return new Tree(
          CustomerSet.of("select q" + leaf), all(leaves -> ((leaves >> leaf) & 1) == 1));
    }
    if (kind == 1) {
      Tree part = random.nextInt(8) == 0 ? everyone() : tree(random, depth - 1);
      return new Tree(part.set().complement(), all(leaves -> !part.satisfying().contains(leaves)));
    }
    List<Tree> parts = new ArrayList<>();
    for (int i = 0; i <= 1 + random.nextInt(2); i++) {
      parts.add(tree(random, depth - 1));
    }
    List<CustomerSet> sets = parts.stream().map(Tree::set).toList();
    return kind == 2
        ? new Tree(
            CustomerSet.intersection(sets),
            all(leaves -> parts.stream().allMatch(part -> part.satisfying().contains(leaves))))
        : new Tree(
            CustomerSet.union(sets),
            all(leaves -> parts.stream().anyMatch(part -> part.satisfying().contains(leaves))));
  }

  private static Tree everyone() {
    return new Tree(CustomerSet.ALL, all(leaves -> true));
  }

  private static Set<Integer> all(IntPredicate condition) {
    return IntStream.range(0, 1 << LEAVES).filter(condition).boxed().collect(Collectors.toSet());
  }

  @Test
  void allCustomersAreReadOnlyIfTheWholeConditionIsANegation() {
    CustomerSet a = CustomerSet.of("select q0");
    CustomerSet b = CustomerSet.of("select q1");
    assertEquals(false, CustomerSet.intersection(List.of(a, b.complement())).isComplement());
    assertEquals(true, CustomerSet.union(List.of(a, b.complement())).isComplement());
    assertEquals(
        false,
        CustomerSet.intersection(List.of(a, CustomerSet.union(List.of(a, b.complement()))))
            .isComplement());
  }

  @Test
  void everyQueryIsKeptSinceItHasParameters() {
    CustomerSet a = CustomerSet.of("select q0");
    CustomerSet none = CustomerSet.ALL.complement();
    assertEquals(
        "(select null::bigint as customer_id where false)\nintersect\n(select q0)",
        CustomerSet.intersection(List.of(none, a)).query().orElseThrow());
  }
}
