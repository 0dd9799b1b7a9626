package dev.shopwire.common.telemetry;

import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import org.jspecify.annotations.Nullable;

/**
 * Runs work that serves many requests in the context of the first of them that waits for it.
 * Otherwise it would run in that of an already completed request, whose trace would never end. Not
 * thread-safe; use from one event loop.
 */
public final class SharedWork {
  private @Nullable ContextInternal first;

  /** Records that the current request waits for the work. */
  public void addCurrentRequest() {
    if (first == null) {
      first = ContextInternal.current();
    }
  }

  /** Runs {@code work} now in the context of the first waiting request; without one if unknown. */
  public void run(Runnable work) {
    ContextInternal chosen = first;
    first = null;
    dispatch(chosen, work);
  }

  /** Runs {@code work} now, outside of any request's context. */
  public static void runDetached(Runnable work) {
    dispatch(null, work);
  }

  /** A promise whose future continues in the current context, wherever it is completed. */
  public static <T> Promise<T> promise() {
    ContextInternal current = ContextInternal.current();
    return current == null ? Promise.promise() : current.promise();
  }

  private static void dispatch(@Nullable ContextInternal chosen, Runnable work) {
    ContextInternal current = ContextInternal.current();
    ContextInternal target = chosen == null && current != null ? current.unwrap() : chosen;
    if (target == null || target == current) {
      work.run();
    } else {
      target.dispatch(work);
    }
  }
}
