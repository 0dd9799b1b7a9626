package dev.shopwire.common.batching;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SerialBatchesTest {
  private static final int LARGEST = 3;

  /** The start of a batch that contains it throws an exception. */
  private static final String BROKEN = "broken";

  private final ArrayDeque<String> queue = new ArrayDeque<>();
  private final List<List<String>> started = new ArrayList<>();
  private final List<Promise<Void>> running = new ArrayList<>();
  private final List<String> failed = new ArrayList<>();
  private final SerialBatches<List<String>> batches =
      new SerialBatches<>(
          this::collect,
          this::start,
          (batch, error) -> failed.add(batch + " " + error.getMessage()));

  private Optional<List<String>> collect() {
    List<String> batch = new ArrayList<>();
    while (!queue.isEmpty() && batch.size() < LARGEST) {
      batch.add(queue.remove());
    }
    return batch.isEmpty() ? Optional.empty() : Optional.of(batch);
  }

  private Future<Void> start(List<String> batch) {
    started.add(batch);
    if (batch.contains(BROKEN)) {
      throw new IllegalStateException("bug");
    }
    Promise<Void> end = Promise.promise();
    running.add(end);
    return end.future();
  }

  private void add(String item) {
    queue.add(item);
    batches.added();
  }

  @Test
  void theFirstItemStartsABatchAtOnce() {
    add("a");
    assertEquals(List.of(List.of("a")), started);
    assertEquals(Optional.of(List.of("a")), batches.inFlight());
  }

  @Test
  void whatIsAddedMeanwhileIsTheNextBatch() {
    add("a");
    add("b");
    add("c");
    assertEquals(1, started.size());
    running.get(0).complete();
    assertEquals(List.of(List.of("a"), List.of("b", "c")), started);
  }

  @Test
  void moreThanFitsTakesSeveralBatchesOneAfterTheOther() {
    for (String item : List.of("a", "b", "c", "d", "e")) {
      add(item);
    }
    running.get(0).complete();
    assertEquals(List.of(List.of("a"), List.of("b", "c", "d")), started);
    running.get(1).complete();
    assertEquals(List.of("e"), started.get(2));
  }

  @Test
  void afterAFailureTheNextBatchStartsAllTheSame() {
    add("a");
    add("b");
    running.get(0).fail("gone");
    assertEquals(List.of("b"), started.get(1));
    assertEquals(List.of("[a] gone"), failed);
  }

  @Test
  void aBatchWhoseStartThrowsAnExceptionHasFailed() {
    add(BROKEN);
    assertEquals(List.of("[broken] bug"), failed);
    assertEquals(Optional.empty(), batches.inFlight());
    add("a");
    assertEquals(List.of("a"), started.get(1));
    assertEquals(1, failed.size());
  }

  @Test
  void aBatchThatThrowsAnExceptionDelaysNoFurtherOne() {
    add("a");
    add(BROKEN);
    add("b");
    add("c");
    add("d");
    Future<Void> idle = batches.idle();
    running.get(0).complete();
    assertEquals(List.of("[broken, b, c] bug"), failed);
    assertEquals(List.of("d"), started.get(2));
    running.get(1).complete();
    assertTrue(idle.succeeded());
  }

  @Test
  void anAbandonedBatchStartsNothingWhenItEnds() {
    add("a");
    add("b");
    List<String> hanging = batches.inFlight().orElseThrow();
    batches.abandon();
    assertEquals(List.of("b"), started.get(1));
    assertFalse(batches.isInFlight(hanging));
    add("c");
    running.get(0).complete();
    assertEquals(2, started.size());
    running.get(1).complete();
    assertEquals(List.of("c"), started.get(2));
  }

  @Test
  void equalBatchesAreToldApart() {
    add("a");
    add("a");
    batches.abandon();
    assertEquals(started.get(0), started.get(1));
    assertFalse(batches.isInFlight(started.get(0)));
    assertTrue(batches.isInFlight(started.get(1)));
  }

  @Test
  void itIsIdleWhenAllThatWasAddedIsDone() {
    assertTrue(batches.idle().succeeded());
    add("a");
    add("b");
    Future<Void> idle = batches.idle();
    running.get(0).complete();
    assertFalse(idle.isComplete());
    running.get(1).complete();
    assertTrue(idle.succeeded());
    assertEquals(Optional.empty(), batches.inFlight());
  }

  @Test
  void abandoningTheLastBatchEndsTheWait() {
    add("a");
    Future<Void> idle = batches.idle();
    batches.abandon();
    assertTrue(idle.succeeded());
  }
}
