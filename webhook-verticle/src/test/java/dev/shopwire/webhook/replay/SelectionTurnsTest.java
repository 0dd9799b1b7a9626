package dev.shopwire.webhook.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SelectionTurnsTest {
  private final SelectionTurns turns = new SelectionTurns();
  private final List<Promise<String>> started = new ArrayList<>();

  private Future<String> next() {
    return turns.run(
        () -> {
          Promise<String> selection = Promise.promise();
          started.add(selection);
          return selection.future();
        });
  }

  @Test
  void oneSelectionRunsAtATimeInTheOrderOfRequests() {
    Future<String> first = next();
    Future<String> second = next();
    assertEquals(1, started.size());
    assertTrue(started.get(0).tryComplete("one"));
    assertEquals("one", first.result());
    assertEquals(2, started.size());
    assertFalse(second.isComplete());
    assertTrue(started.get(1).tryComplete("two"));
    assertEquals("two", second.result());
  }

  @Test
  void aFailedSelectionDoesNotStopTheNextOnes() {
    Future<String> first = next();
    Future<String> second =
        turns.run(
            () -> {
              throw new IllegalStateException("a bug");
            });
    Future<String> third = next();
    started.get(0).fail("canceled");
    assertTrue(first.failed());
    assertTrue(second.failed());
    assertTrue(started.get(1).tryComplete("three"));
    assertEquals("three", third.result());
  }

  @Test
  void tooManyWaitingSelectionsAreRejected() {
    Future<String> running = next();
    List<Future<String>> waiting = new ArrayList<>();
    for (int i = 0; i < 32; i++) {
      waiting.add(next());
    }
    Future<String> rejected = next();
    assertTrue(rejected.failed());
    assertEquals(Code.UNAVAILABLE, ((Failure) rejected.cause()).code());
    assertFalse(running.isComplete());
    assertTrue(waiting.stream().noneMatch(Future::isComplete));
  }
}
