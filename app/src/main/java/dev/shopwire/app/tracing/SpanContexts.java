package dev.shopwire.app.tracing;

import io.opentelemetry.context.Context;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.spi.context.storage.AccessMode;
import io.vertx.core.spi.context.storage.ContextLocal;
import org.jspecify.annotations.Nullable;

/** Stores the parent of the next span in a Vert.x context. */
final class SpanContexts {
  private static final ContextLocal<Context> ACTIVE = ContextLocal.registerLocal(Context.class);

  private SpanContexts() {}

  /** Must be called before Vert.x is built, as its contexts only have room for known locals. */
  static void register() {}

  static @Nullable Context get(io.vertx.core.Context context) {
    return ((ContextInternal) context).getLocal(ACTIVE, AccessMode.CONCURRENT);
  }

  static void put(io.vertx.core.Context context, Context span) {
    ((ContextInternal) context).putLocal(ACTIVE, AccessMode.CONCURRENT, span);
  }

  static void remove(io.vertx.core.Context context) {
    ((ContextInternal) context).removeLocal(ACTIVE, AccessMode.CONCURRENT);
  }
}
