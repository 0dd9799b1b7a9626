package dev.shopwire.common.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.json.BoundedJson.Stop;
import dev.shopwire.common.json.BoundedJson.Written;
import java.util.AbstractList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BoundedJsonTest {

  @Test
  void aValueWithinTheLimitIsWritten() {
    assertEquals(
        Optional.of("{\"a\":[1,\"ü\"]}"),
        BoundedJson.write(Map.of("a", List.of(1, "ü")), 13).text());
  }

  @Test
  void aValueOneCharacterTooLongIsNotWritten() {
    Written written = BoundedJson.write(Map.of("a", List.of(1, "ü")), 12);
    assertEquals(Optional.empty(), written.text());
    assertEquals(Optional.of(Stop.TOO_LONG), written.stop());
  }

  @Test
  void writingStopsAtTheLimitHoweverMuchWouldFollow() {
    AtomicInteger reads = new AtomicInteger();
    List<String> endless =
        new AbstractList<>() {
          @Override
          public String get(int index) {
            reads.incrementAndGet();
            return "x".repeat(100);
          }

          @Override
          public int size() {
            return Integer.MAX_VALUE;
          }
        };
    assertEquals(Optional.of(Stop.TOO_LONG), BoundedJson.write(endless, 1 << 20).stop());
    assertTrue(reads.get() < 11_000, () -> "read " + reads);
  }

  @Test
  void capacityIsReservedDuringWritingAndItsEndStopsWriting() {
    AtomicLong reserved = new AtomicLong();
    List<String> texts = List.of("x".repeat(50_000), "y".repeat(50_000));
    Written written = BoundedJson.write(texts, 1 << 20, more -> reserved.addAndGet(more) <= 60_000);
    assertEquals(Optional.of(Stop.NO_CAPACITY), written.stop());
    reserved.set(0);
    int length =
        BoundedJson.write(texts, 1 << 20, more -> reserved.addAndGet(more) > 0)
            .text()
            .orElseThrow()
            .length();
    assertEquals(length, reserved.get());
  }
}
