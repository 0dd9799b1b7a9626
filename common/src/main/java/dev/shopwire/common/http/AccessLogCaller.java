package dev.shopwire.common.http;

import io.vertx.ext.web.RoutingContext;

/** Who calls, for the access log: ids alone, never a key. */
public final class AccessLogCaller {
  private AccessLogCaller() {}

  /** The key has been looked at. */
  public static void told(RoutingContext context, String keyId, int workspaceId) {
    RequestTracking.caller(context, keyId, workspaceId);
  }
}
