package dev.shopwire.common.http;

import dev.shopwire.common.json.Uuid7;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;

/** Links a response to its log lines: the caller's id if it is valid, else a new one. */
public final class RequestIds {
  private static final CharSequence HEADER = HttpHeaders.createOptimized("X-Request-Id");
  private static final String KEY = "dev.shopwire.requestId";
  private static final int MAX_LENGTH = 100;

  private RequestIds() {}

  /** Determines the id and adds it to the response. */
  static void assign(RoutingContext context) {
    String given = context.request().getHeader(HEADER);
    String id = given != null && isValid(given) ? given : Uuid7.next().toString();
    context.put(KEY, id);
    context.response().putHeader(HEADER, id);
  }

  public static String of(RoutingContext context) {
    String id = context.get(KEY);
    return id == null ? "" : id;
  }

  private static boolean isValid(String id) {
    if (id.isEmpty() || id.length() > MAX_LENGTH) {
      return false;
    }
    for (int i = 0; i < id.length(); i++) {
      char c = id.charAt(i);
      boolean plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
      if (!plain && "-_.:".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }
}
