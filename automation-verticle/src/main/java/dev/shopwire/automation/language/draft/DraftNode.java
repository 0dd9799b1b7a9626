package dev.shopwire.automation.language.draft;

import dev.shopwire.automation.conditions.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A node of the tree as it was sent. */
public sealed interface DraftNode {

  /** The condition; empty if something in it is invalid, which is recorded. */
  Optional<Condition> resolve(Names names);

  Stream<DraftLeaf> leaves();

  /** At least two parts. */
  record Group(boolean isAll, List<DraftNode> parts) implements DraftNode {
    public Group {
      parts = List.copyOf(parts);
    }

    @Override
    public Optional<Condition> resolve(Names names) {
      List<Condition> resolved = new ArrayList<>(parts.size());
      parts.forEach(part -> part.resolve(names).ifPresent(resolved::add));
      if (resolved.size() < parts.size()) {
        return Optional.empty();
      }
      return Optional.of(isAll ? new Condition.All(resolved) : new Condition.Any(resolved));
    }

    @Override
    public Stream<DraftLeaf> leaves() {
      return parts.stream().flatMap(DraftNode::leaves);
    }
  }

  record Negation(DraftNode part) implements DraftNode {
    @Override
    public Optional<Condition> resolve(Names names) {
      return part.resolve(names).map(Condition.Not::new);
    }

    @Override
    public Stream<DraftLeaf> leaves() {
      return part.leaves();
    }
  }

  record Single(DraftLeaf leaf) implements DraftNode {
    @Override
    public Optional<Condition> resolve(Names names) {
      return leaf.resolve(names).map(Condition.Test::new);
    }

    @Override
    public Stream<DraftLeaf> leaves() {
      return Stream.of(leaf);
    }
  }

  /** Stands for what is not a condition; the fault is recorded already. */
  record Faulty() implements DraftNode {
    @Override
    public Optional<Condition> resolve(Names names) {
      return Optional.empty();
    }

    @Override
    public Stream<DraftLeaf> leaves() {
      return Stream.empty();
    }
  }
}
