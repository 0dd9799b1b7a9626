package dev.shopwire.console.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.console.timeline.TimelineExport.Position;
import org.junit.jupiter.api.Test;

/** Tests the order of a timeline's entries of several roles. */
class TimelineExportTest {
  private static Position position(String at, String type) {
    return Position.of(
        "{\"id\":\"x\",\"type\":\"%s\",\"at\":\"%s\",\"app\":null,\"detail\":{\"at\":\"no time\"}}"
            .formatted(type, at));
  }

  @Test
  void newerEntriesComeFirstWhateverTheirPrecision() {
    Position newer = position("2026-11-20T08:00:00.1235Z", "webhook_delivery");
    Position older = position("2026-11-20T08:00:00.123Z", "attribution");
    assertTrue(newer.compareTo(older) < 0);
    assertTrue(position("2026-11-20T08:00:00.120Z", "a").compareTo(older) > 0);
  }

  @Test
  void entriesOfTheSameTimeAreOrderedByType() {
    Position first = position("2026-11-20T08:00:00.100Z", "attribution");
    Position second = position("2026-11-20T08:00:00.1Z", "usage_event");
    assertTrue(first.compareTo(second) < 0);
    assertEquals(0, second.compareTo(position("2026-11-20T08:00:00.1Z", "usage_event")));
  }

  @Test
  void namesInsideOfDetailsAreNotTakenForThoseOfTheEntry() {
    Position position =
        Position.of(
            "{\"detail\":{\"at\":\"x\",\"type\":\"y\"},\"at\":\"2026-11-20T08:00:00Z\",\"type\":\"z\"}");
    assertEquals("z", position.type());
  }
}
