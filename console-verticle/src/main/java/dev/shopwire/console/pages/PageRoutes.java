package dev.shopwire.console.pages;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.BodyPause;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.auth.AccessRule;
import dev.shopwire.console.auth.Callers;
import dev.shopwire.console.pages.forms.FormData;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Routes pages. Every request is authorized here, by the level that its page requires, before
 * anything else is done with it. Not thread-safe; use from one event loop.
 */
public final class PageRoutes {
  private static final long AUTHORIZE_MILLIS = 900;

  /** Passwords may have to wait for others to be hashed. */
  private static final long WRITE_MILLIS = 9_000;

  /** More than the conversion of a field's values may take, whose own failure says what helps. */
  private static final long SLOW_WRITE_MILLIS = 62_000;

  /** The hidden field with the CSRF token. */
  private static final String CSRF = "csrf";

  private final Routes routes;
  private final Access access;
  private final FormBodies bodies;
  private final PageLoading loading;
  private final PageTimes times;
  private final Set<Route> missing = listed();

  private record Route(ConsolePage page, HttpMethod method) {}

  PageRoutes(
      Routes routes, Access access, FormBodies bodies, PageLoading loading, PageTimes times) {
    this.routes = routes;
    this.access = access;
    this.bodies = bodies;
    this.loading = loading;
    this.times = times;
  }

  /** Adds what a page shows. */
  public PageRoutes page(ConsolePage page, PageHandler get) {
    AccessLevel least = page.reader().orElseThrow(() -> unlisted(page, HttpMethod.GET));
    return add(page, HttpMethod.GET, AccessRule.page(least), get);
  }

  /** Adds what a page's forms do. */
  public PageRoutes form(ConsolePage page, PageHandler post) {
    AccessLevel least = page.writer().orElseThrow(() -> unlisted(page, HttpMethod.POST));
    return add(page, HttpMethod.POST, AccessRule.form(least), post);
  }

  private PageRoutes add(
      ConsolePage page, HttpMethod method, AccessRule anywhere, PageHandler handler) {
    AccessRule rule = anywhere;
    if (!page.resource().isEmpty()) {
      rule = anywhere.about(page.resource(), ConsolePage.ID_PARAMETER);
    } else if (page.isOfWorkspace()) {
      rule = anywhere.about("workspaces", ConsolePage.WORKSPACE_PARAMETER);
    }
    AccessRule complete = rule;
    PageTimes.Route time = times.route(page, method);
    missing.remove(new Route(page, method));
    routes.on(
        method,
        page.path(),
        context -> {
          time.measure(context);
          handle(context, complete, limit(page, method), handler);
        });
    return this;
  }

  /**
   * @throws IllegalStateException if a page of the list has no handler
   */
  public void check() {
    if (!missing.isEmpty()) {
      throw new IllegalStateException("Pages without a handler: " + missing);
    }
  }

  private static IllegalStateException unlisted(ConsolePage page, HttpMethod method) {
    return new IllegalStateException("The list of pages has no %s %s".formatted(method, page));
  }

  private static Set<Route> listed() {
    Set<Route> all = new LinkedHashSet<>();
    for (ConsolePage page : ConsolePage.values()) {
      page.reader().ifPresent(least -> all.add(new Route(page, HttpMethod.GET)));
      page.writer().ifPresent(least -> all.add(new Route(page, HttpMethod.POST)));
    }
    return all;
  }

  /** Responds to requests for paths below /console that are no page. */
  void notFound(RoutingContext context) {
    fail(context, Failure.of(Code.NOT_FOUND, "There is no page at this address"));
  }

  private static long limit(ConsolePage page, HttpMethod method) {
    if (method.equals(HttpMethod.POST)) {
      return page.hasSlowForms() ? SLOW_WRITE_MILLIS : WRITE_MILLIS;
    }
    return page.limit().millis();
  }

  private void handle(RoutingContext context, AccessRule rule, long limit, PageHandler handler) {
    BodyPause.awaitPermission(
            authorize(context, rule), context, caller -> read(context, rule, caller))
        .compose(handler::handle)
        .timeout(limit, TimeUnit.MILLISECONDS)
        .map(PageSender::render)
        .onComplete(page -> PageSender.send(context, page), error -> fail(context, error));
  }

  private Future<Caller> authorize(RoutingContext context, AccessRule rule) {
    return access.authorize(context, rule).timeout(AUTHORIZE_MILLIS, TimeUnit.MILLISECONDS);
  }

  private Future<PageRequest> read(RoutingContext context, AccessRule rule, Caller caller) {
    Callers.set(context, caller);
    if (rule.resource().isPresent() && !isOfAddressedWorkspace(context, caller)) {
      return Future.failedFuture(Access.unknownId());
    }
    if (!rule.isWrite()) {
      return loading.load(context, caller, FormData.EMPTY);
    }
    boolean isOpen = rule.least() == AccessLevel.NONE;
    return (isOpen ? bodies.ofAnyone() : bodies.ofUsers())
        .readForm(context)
        .map(FormData::parse)
        .compose(
            form -> loading.load(context, Access.checkForm(context, isOpen, form.get(CSRF)), form));
  }

  /**
   * Whether the resource, by whose workspace the caller was authorized, belongs to the one in the
   * path. It belongs to none if it doesn't exist, which operators may ask for.
   */
  private static boolean isOfAddressedWorkspace(RoutingContext context, Caller caller) {
    return NumericId.parse(String.valueOf(context.pathParam(ConsolePage.WORKSPACE_PARAMETER)))
        .filter(id -> id == caller.workspaceId())
        .isPresent();
  }

  /** Sends the page of a failure, with the navigation of the signed-in user. */
  private void fail(RoutingContext context, Throwable error) {
    if (context.response().headWritten()) {
      context.request().connection().close();
      return;
    }
    Failure failure = ErrorPages.failure(context, error);
    boolean storesWork = failure.code() != Code.UNAVAILABLE && failure.code() != Code.UNAUTHORIZED;
    Future<PageRequest> request =
        storesWork
            ? authorize(context, AccessRule.page(AccessLevel.USER))
                .compose(caller -> loading.load(context, caller, FormData.EMPTY))
                .timeout(AUTHORIZE_MILLIS, TimeUnit.MILLISECONDS)
                .otherwise(unknown -> loading.unknown(context))
            : Future.succeededFuture(loading.unknown(context));
    request
        .map(known -> PageSender.render(ErrorPages.page(known, failure)))
        .onComplete(page -> PageSender.send(context, page), context::fail);
  }
}
