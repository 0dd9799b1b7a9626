package dev.shopwire.console.pages;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Actor;
import dev.shopwire.common.access.Caller;
import dev.shopwire.console.pages.forms.FormData;
import io.vertx.ext.web.RoutingContext;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes requests for pages, of which nothing is used but their path. */
public final class RequestFake {
  private RequestFake() {}

  /** A request of an admin of the workspace 1, whose zone is that of Zurich. */
  public static PageRequest of(String path, Map<String, String> query) {
    return of(path, query, Optional.of("Asia/Tokyo"));
  }

  /**
   * @param timezone that of the user
   */
  public static PageRequest of(String path, Map<String, String> query, Optional<String> timezone) {
    PageWorkspace workspace =
        new PageWorkspace(1, "Acme", Optional.of("Europe/Zurich"), false, AccessLevel.ADMIN);
    Visitor visitor =
        new Visitor(
            "7", "a@b.example", "Anna", false, true, timezone, "system", true, List.of(), "csrf");
    Caller caller =
        new Caller(
            new Actor(Actor.Type.USER, "7", "Anna"), AccessLevel.ADMIN, 1, "127.0.0.1", "request");
    return new PageRequest(
        context(path),
        caller,
        Optional.of(visitor),
        Optional.of(workspace),
        FormData.of(query),
        FormData.EMPTY);
  }

  private static RoutingContext context(String path) {
    return (RoutingContext)
        Proxy.newProxyInstance(
            RequestFake.class.getClassLoader(),
            new Class<?>[] {RoutingContext.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("normalizedPath")) {
                throw new UnsupportedOperationException(method.toString());
              }
              return path;
            });
  }
}
