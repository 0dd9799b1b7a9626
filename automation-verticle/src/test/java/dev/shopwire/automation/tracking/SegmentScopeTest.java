package dev.shopwire.automation.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Leaf.Member;
import dev.shopwire.automation.conditions.Leaf.MemberLeaf;
import dev.shopwire.automation.conditions.Leaf.SegmentLeaf;
import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.conditions.Value.Span;
import dev.shopwire.automation.conditions.Value.TextValue;
import dev.shopwire.automation.conditions.Value.Unit;
import dev.shopwire.automation.conditions.ValueTest;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SegmentScopeTest {
  private static final OffsetDateTime NOW = OffsetDateTime.parse("2026-11-28T10:00:00Z");
  private static final SegmentDefinition SEEN =
      definition(
          new MemberLeaf(
              Member.LAST_SEEN_AT, ValueTest.of(Operator.WITHIN, new Span(30, Unit.DAY))));
  private static final SegmentDefinition NAMED =
      definition(new MemberLeaf(Member.NAME, ValueTest.of(Operator.EQUALS, new TextValue("acme"))));

  private static SegmentDefinition definition(Leaf leaf) {
    return new SegmentDefinition(new Condition.Test(leaf), ZoneOffset.UTC);
  }

  @Test
  void onlyMovingBoundsNeedLooks() {
    assertTrue(Defined.of(1, 1, SEEN, Map.of()).isMoving());
    assertFalse(Defined.of(1, 1, NAMED, Map.of()).isMoving());
    Map<Long, SegmentDefinition> nested = Map.of(2L, SEEN);
    assertTrue(Defined.of(1, 1, definition(new SegmentLeaf(2)), nested).isMoving());
  }

  @Test
  void whatNestedSegmentsReadIsReadToo() {
    Defined nesting = Defined.of(1, 1, definition(new SegmentLeaf(2)), Map.of(2L, NAMED));
    assertEquals(Set.of("customer", "name"), nesting.reads());
  }

  @Test
  void aClockThatStepsBackIsLookedAtLikeOneThatGoesOn() {
    SegmentScope forward = scope(SEEN);
    SegmentScope back = scope(SEEN);
    assertEquals(forward.due(NOW, NOW.plusHours(1)), back.due(NOW.plusHours(1), NOW));
    assertEquals(
        forward.parameters().tuple().deepToString(), back.parameters().tuple().deepToString());
  }

  @Test
  void whatDoesNotMoveAddsNoParameters() {
    SegmentScope scope = scope(NAMED);
    assertTrue(scope.due(NOW, NOW.plusHours(1)).isEmpty());
    assertEquals(0, scope.parameters().tuple().size());
  }

  private static SegmentScope scope(SegmentDefinition definition) {
    return SegmentScope.of(1, Defined.of(1, 1, definition, Map.of()), NOW, List.of(5L));
  }
}
