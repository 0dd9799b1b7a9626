package dev.shopwire.common.telemetry;

import io.vertx.core.Context;
import io.vertx.core.internal.ContextInternal;
import io.vertx.core.spi.context.storage.ContextLocal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Holds what is known about the current request. It is stored in the request's Vert.x context, so
 * that log lines written while the request is handled include its ids. Written on the request's
 * event loop; may be read from any thread.
 */
public final class RequestScope {
  private static final ContextLocal<RequestScope> LOCAL =
      ContextLocal.registerLocal(RequestScope.class);

  private final long startNanos = System.nanoTime();
  private volatile @Nullable String requestId;
  private volatile @Nullable String traceId;
  private volatile @Nullable String route;
  private volatile @Nullable String keyId;
  private volatile long workspaceId;

  private RequestScope() {}

  /** Does nothing itself: loading this class registers the context local. */
  static void register() {}

  /** The scope of the current context. */
  public static Optional<RequestScope> current() {
    Context context = ContextInternal.current();
    return context == null ? Optional.empty() : Optional.ofNullable(LOCAL.get(context));
  }

  /** The scope of {@code context}, created if absent; it must be the context of one request. */
  public static RequestScope of(Context context) {
    return LOCAL.get(context, RequestScope::new);
  }

  /** The scope of the current context, created if absent; detached without a context. */
  public static RequestScope currentOrDetached() {
    Context context = ContextInternal.current();
    return context == null ? new RequestScope() : of(context);
  }

  public long startNanos() {
    return startNanos;
  }

  public Optional<String> requestId() {
    return Optional.ofNullable(requestId);
  }

  public RequestScope setRequestId(String id) {
    requestId = id;
    return this;
  }

  public Optional<String> traceId() {
    return Optional.ofNullable(traceId);
  }

  public void setTraceId(String id) {
    traceId = id;
  }

  /** The route pattern, such as {@code /v1/usage_events/:id/report}; never the path. */
  public Optional<String> route() {
    return Optional.ofNullable(route);
  }

  public void setRoute(String pattern) {
    route = pattern;
  }

  /** The id of the API key that the request came with; never the key. */
  public Optional<String> keyId() {
    return Optional.ofNullable(keyId);
  }

  /** 0 if unknown. */
  public long workspaceId() {
    return workspaceId;
  }

  /** Sets the caller, once the API key has been checked. */
  public void setCaller(String key, long workspace) {
    keyId = key;
    workspaceId = workspace;
  }
}
