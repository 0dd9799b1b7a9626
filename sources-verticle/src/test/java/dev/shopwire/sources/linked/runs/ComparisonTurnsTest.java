package dev.shopwire.sources.linked.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTurnsTest {
  private final ComparisonTurns turns = new ComparisonTurns();
  private final List<String> begun = new ArrayList<>();
  private final List<Promise<Void>> works = new ArrayList<>();

  private Future<Void> add(long workspace, String name) {
    return turns.run(
        workspace,
        () -> {
          begun.add(name);
          Promise<Void> work = Promise.promise();
          works.add(work);
          return work.future();
        });
  }

  private void endAll() {
    for (int i = 0; i < works.size(); i++) {
      works.get(i).complete();
    }
  }

  @Test
  void oneRunIsComparedAtATimeAndWorkspacesTakeTurns() {
    add(1, "a1");
    add(1, "a2");
    add(1, "a3");
    add(2, "b1");
    add(2, "b2");
    add(3, "c1");
    assertEquals(List.of("a1"), begun);
    endAll();
    assertEquals(List.of("a1", "b1", "c1", "a2", "b2", "a3"), begun);
  }

  @Test
  void aFailureEndsATurn() {
    Future<Void> failing =
        turns.run(
            1,
            () -> {
              throw new IllegalStateException();
            });
    assertTrue(failing.failed());
    add(1, "a");
    assertEquals(List.of("a"), begun);
  }
}
