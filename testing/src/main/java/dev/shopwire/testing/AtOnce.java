package dev.shopwire.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Many calls at the same time, as a race needs them. */
public final class AtOnce {
  private AtOnce() {}

  /**
   * The results in the order of their calls.
   *
   * @param threads as many calls run at a time as it has of them
   * @throws ExecutionException if a call fails
   */
  public static <T> List<T> call(ExecutorService threads, List<Callable<T>> calls)
      throws InterruptedException, ExecutionException {
    List<T> results = new ArrayList<>();
    for (Future<T> done : threads.invokeAll(calls)) {
      results.add(done.get());
    }
    return results;
  }
}
