package dev.shopwire.automation.conditions;

import java.util.List;
import java.util.stream.Stream;

/** A condition on one customer: true or false, never unknown. Immutable. */
public sealed interface Condition {

  /** The leaves of the tree, in the order of its text. */
  Stream<Leaf> leaves();

  /** True if all parts are. At least two parts. */
  record All(List<Condition> parts) implements Condition {
    public All {
      parts = List.copyOf(parts);
    }

    @Override
    public Stream<Leaf> leaves() {
      return parts.stream().flatMap(Condition::leaves);
    }
  }

  /** True if one of the parts is. At least two parts. */
  record Any(List<Condition> parts) implements Condition {
    public Any {
      parts = List.copyOf(parts);
    }

    @Override
    public Stream<Leaf> leaves() {
      return parts.stream().flatMap(Condition::leaves);
    }
  }

  /** True if the part is false. */
  record Not(Condition part) implements Condition {
    @Override
    public Stream<Leaf> leaves() {
      return part.leaves();
    }
  }

  /** A single test of what is known of a customer. */
  record Test(Leaf leaf) implements Condition {
    @Override
    public Stream<Leaf> leaves() {
      return Stream.of(leaf);
    }
  }
}
