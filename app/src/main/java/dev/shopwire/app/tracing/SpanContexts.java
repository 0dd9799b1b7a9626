package dev.shopwire.app.tracing;

import io.opentelemetry.context.Context;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.spi.context.storage.AccessMode;
import io.vertx.core.spi.context.storage.ContextLocal;
import org.jspecify.annotations.Nullable;

/** The span that is the parent of what a Vert.x context does next. */
final class SpanContexts {
  private static final ContextLocal<Context> ACTIVE = ContextLocal.registerLocal(Context.class);

  private SpanContexts() {}

  /** To be called before Vert.x is built: its contexts have room for what is known by then. */
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
