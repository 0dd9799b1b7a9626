package dev.shopwire.app.console.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentCalls;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Makes many calls at once. */
final class MatrixRun {
  private static final int CONNECTIONS = 16;

  private MatrixRun() {}

  /**
   * Makes the calls, prints their figures and compares what is stored before and after.
   *
   * @param workspaces all that the calls are about
   */
  static void assertNothingChanges(
      String title, List<Runnable> calls, Tally tally, WorkspaceResources... workspaces)
      throws Exception {
    DatabaseState tables =
        new DatabaseState(
            RunningService.shared().sql(),
            Arrays.stream(workspaces).map(each -> each.workspace).toList());
    Map<String, String> before = tables.readSettled();
    atOnce(calls);
    tally.print(title);
    tally.assertNothingWrong();
    Map<String, String> after = tables.read();
    after.entrySet().removeAll(before.entrySet());
    assertEquals(Map.of(), after, "tables that changed");
  }

  static void atOnce(List<Runnable> calls) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS);
    try {
      ConcurrentCalls.call(threads, calls.stream().map(Executors::callable).toList());
    } finally {
      threads.shutdownNow();
    }
  }
}
