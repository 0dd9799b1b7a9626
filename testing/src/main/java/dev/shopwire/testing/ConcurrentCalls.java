package dev.shopwire.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;

/** Runs many calls concurrently, to provoke races. */
public final class ConcurrentCalls {
  private ConcurrentCalls() {}

  /**
   * Returns the results in the order of the calls.
   *
   * @param threads the pool's size is the number of concurrent calls
   * @throws ExecutionException if a call fails
   */
  public static <T> List<T> call(ExecutorService threads, List<Callable<T>> calls)
      throws InterruptedException, ExecutionException {
    List<T> results = new ArrayList<>();
    for (Future<T> future : threads.invokeAll(calls)) {
      results.add(future.get());
    }
    return results;
  }
}
