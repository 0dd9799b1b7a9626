package dev.shopwire.automation.language.kinds;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.conditions.Leaf;
import org.junit.jupiter.api.Test;

class KindsTest {

  @Test
  void everyClassOfLeavesHasAKind() {
    for (Class<?> leaf : Leaf.class.getPermittedSubclasses()) {
      assertTrue(Kinds.has(leaf), leaf::getName);
    }
  }
}
