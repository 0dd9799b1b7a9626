package dev.shopwire.common.http;

import io.vertx.ext.web.RoutingContext;

/** Records the caller for the access log: only ids, never a key. */
public final class AccessLogCaller {
  private AccessLogCaller() {}

  /** Called once the API key has been authenticated. */
  public static void record(RoutingContext context, String keyId, long workspaceId) {
    RequestTracking.setCaller(context, keyId, workspaceId);
  }
}
