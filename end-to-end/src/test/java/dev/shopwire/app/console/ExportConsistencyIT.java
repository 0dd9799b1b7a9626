package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that a file is one state of its list, which existed after the request arrived. A writer
 * gives the rows of a list new numbers, one after the other and round after round, so that each
 * state has a number too.
 */
@Tag("everywhere")
class ExportConsistencyIT {
  private static final int EXPORTS = RunSize.of("exportConsistency.exports", 40, 2_000);
  private static final int ROWS = RunSize.of("exportConsistency.rows", 200, 2_000);

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();
  private final List<String> ids = new ArrayList<>();
  private final AtomicInteger started = new AtomicInteger();
  private final AtomicInteger acknowledged = new AtomicInteger();

  private void createRows() {
    for (int i = 0; i < ROWS; i++) {
      Response created = app.create("\"name\":\"" + i + "\",\"codes\":[\"C" + i + "\"]");
      assertEquals(200, created.status(), created::body);
      ids.add(created.json().at("/affiliate/id").asText());
    }
    started.set(ROWS - 1);
    acknowledged.set(ROWS - 1);
  }

  /** Gives the row that has waited longest the next number. */
  private void write(AtomicBoolean stop) {
    while (!stop.get()) {
      int next = started.incrementAndGet();
      assertEquals(200, app.change(ids.get(next % ROWS), "\"name\":\"" + next + "\"").status());
      acknowledged.set(next);
    }
  }

  private static int number(String row) {
    try {
      return Integer.parseInt(Json.MAPPER.readTree(row).path("name").asText());
    } catch (JsonProcessingException e) {
      throw new AssertionError(row, e);
    }
  }

  private void assertOneState(String body, int atLeast, int atMost) {
    List<Integer> numbers = body.lines().map(ExportConsistencyIT::number).toList();
    assertEquals(ROWS, numbers.size());
    int state = numbers.stream().mapToInt(Integer::intValue).max().orElseThrow();
    assertTrue(state >= atLeast, () -> "state " + state + " precedes " + atLeast);
    assertTrue(state <= atMost, () -> "state " + state + " follows " + atMost);
    assertEquals(
        IntStream.range(0, ROWS)
            .map(row -> state - Math.floorMod(state - row, ROWS))
            .boxed()
            .toList(),
        numbers);
  }

  @Test
  void eachFileIsOneStateThatExistedAfterItsRequest() throws InterruptedException {
    createRows();
    AtomicBoolean stop = new AtomicBoolean();
    Thread writer = new Thread(() -> write(stop), "writer");
    writer.start();
    int first = acknowledged.get();
    try {
      for (int export = 0; export < EXPORTS; export++) {
        int before = acknowledged.get();
        try (FileDownload file =
            new FileDownload(
                RunningService.shared().consoleUrl(), app.workspace("/affiliates?format=ndjson"))) {
          assertEquals(200, file.status());
          int opened = started.get();
          FileDownload.Result result = file.readRest();
          assertTrue(result.complete());
          assertEquals(ROWS, file.totalCount());
          assertOneState(result.body(), before, opened);
        }
      }
    } finally {
      stop.set(true);
      writer.join();
    }
    assertTrue(acknowledged.get() > first, "the writer wrote meanwhile");
  }
}
