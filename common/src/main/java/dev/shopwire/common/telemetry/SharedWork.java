package dev.shopwire.common.telemetry;

import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import org.jspecify.annotations.Nullable;

/**
 * Lets work that serves many requests at once run in the context of one of them, the first that
 * waits for it. Else it would run in that of a request which was answered before, and the trace of
 * that one would never end. For one event loop.
 */
public final class SharedWork {
  private @Nullable ContextInternal first;

  /** The request that runs now waits for the work. */
  public void note() {
    if (first == null) {
      first = ContextInternal.current();
    }
  }

  /** Runs {@code work} now, for whoever has waited longest; for nobody if that isn't known. */
  public void run(Runnable work) {
    ContextInternal chosen = first;
    first = null;
    dispatch(chosen, work);
  }

  /** Runs {@code work} now, in nobody's name. */
  public static void nobody(Runnable work) {
    dispatch(null, work);
  }

  /** A promise whose future goes on in the context that runs now, whoever completes it. */
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
