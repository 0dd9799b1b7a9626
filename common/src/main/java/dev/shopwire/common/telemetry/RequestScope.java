package dev.shopwire.common.telemetry;

import io.vertx.core.Context;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.spi.context.storage.ContextLocal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the request that is being worked on: it lives as long as its Vert.x context, so
 * that whatever is logged on the way carries its ids. Written on the request's event loop; may be
 * read on any thread.
 */
public final class RequestScope {
  private static final ContextLocal<RequestScope> LOCAL =
      ContextLocal.registerLocal(RequestScope.class);

  private final long startNanos = System.nanoTime();
  private volatile @Nullable String requestId;
  private volatile @Nullable String traceId;
  private volatile @Nullable String route;
  private volatile @Nullable String keyId;
  private volatile int workspaceId;

  private RequestScope() {}

  /** Loading this class registers the place; nothing more is to be done. */
  static void register() {}

  /** The scope of what runs on this thread now. */
  public static Optional<RequestScope> current() {
    Context context = ContextInternal.current();
    return context == null ? Optional.empty() : Optional.ofNullable(LOCAL.get(context));
  }

  /** The scope of {@code context}, made if there is none; it must be a request's own context. */
  public static RequestScope of(Context context) {
    return LOCAL.get(context, RequestScope::new);
  }

  /** The same for the context that runs now; one that nobody sees where there is none. */
  public static RequestScope here() {
    Context context = ContextInternal.current();
    return context == null ? new RequestScope() : of(context);
  }

  public long startNanos() {
    return startNanos;
  }

  public Optional<String> requestId() {
    return Optional.ofNullable(requestId);
  }

  public RequestScope requestId(String id) {
    requestId = id;
    return this;
  }

  public Optional<String> traceId() {
    return Optional.ofNullable(traceId);
  }

  public void traceId(String id) {
    traceId = id;
  }

  /** The pattern of the route, as {@code /v1/usage_events/:id/report}; never the path. */
  public Optional<String> route() {
    return Optional.ofNullable(route);
  }

  public void route(String pattern) {
    route = pattern;
  }

  /** The id of the API key that the request came with; never the key. */
  public Optional<String> keyId() {
    return Optional.ofNullable(keyId);
  }

  /** 0 if it isn't known. */
  public int workspaceId() {
    return workspaceId;
  }

  /** Who calls, once the key has been looked at. */
  public void caller(String key, int workspace) {
    keyId = key;
    workspaceId = workspace;
  }
}
