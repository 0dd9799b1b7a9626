package dev.shopwire.console.pages;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.BodyPause;
import dev.shopwire.common.http.Routes;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.auth.AccessRule;
import dev.shopwire.console.auth.Callers;
import dev.shopwire.console.pages.forms.FormData;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeUnit;

/**
 * Routes pages. Every request is authorized here, by the level that its page requires, before
 * anything else is done with it. Not thread-safe; use from one event loop.
 */
final class PageRoutes {
  private static final long AUTHORIZE_MILLIS = 900;
  private static final long READ_MILLIS = 1_800;

  /** Passwords may have to wait for others to be hashed. */
  private static final long WRITE_MILLIS = 9_000;

  /** The path parameter with the id of a page's workspace. */
  static final String WORKSPACE = "workspace";

  /** The hidden field with the CSRF token. */
  private static final String CSRF = "csrf";

  private final Routes routes;
  private final Access access;
  private final FormBodies bodies;
  private final PageLoading loading;

  PageRoutes(Routes routes, Access access, FormBodies bodies, PageLoading loading) {
    this.routes = routes;
    this.access = access;
    this.bodies = bodies;
    this.loading = loading;
  }

  /** Adds a page that anyone may see, and the form that is sent to it. */
  PageRoutes open(String path, PageHandler get, PageHandler post) {
    return get(path, AccessLevel.NONE, "", get).post(path, AccessLevel.NONE, "", post);
  }

  /** Adds a page that every user may see. */
  PageRoutes signedIn(String path, PageHandler get) {
    return get(path, AccessLevel.USER, "", get);
  }

  /** Adds what is sent to a page of every user. */
  PageRoutes signedInForm(String path, PageHandler post) {
    return post(path, AccessLevel.USER, "", post);
  }

  /**
   * Adds a page of a workspace.
   *
   * @param page its path below the workspace
   */
  PageRoutes workspace(String page, AccessLevel least, PageHandler get) {
    return get(workspacePath(page), least, WORKSPACE, get);
  }

  /** Adds what is sent to a page of a workspace. */
  PageRoutes workspaceForm(String page, AccessLevel least, PageHandler post) {
    return post(workspacePath(page), least, WORKSPACE, post);
  }

  private static String workspacePath(String page) {
    return "/console/w/:" + WORKSPACE + page;
  }

  private PageRoutes get(String path, AccessLevel least, String workspace, PageHandler handler) {
    AccessRule rule = AccessRule.page(least, workspace);
    routes.on(HttpMethod.GET, path, context -> handle(context, rule, handler));
    return this;
  }

  private PageRoutes post(String path, AccessLevel least, String workspace, PageHandler handler) {
    AccessRule rule = AccessRule.form(least, workspace);
    routes.on(HttpMethod.POST, path, context -> handle(context, rule, handler));
    return this;
  }

  /** Answers requests for paths below /console that are no page. */
  void notFound(RoutingContext context) {
    fail(context, Failure.of(Code.NOT_FOUND, "There is no page at this address"));
  }

  private void handle(RoutingContext context, AccessRule rule, PageHandler handler) {
    long limit = rule.isWrite() ? WRITE_MILLIS : READ_MILLIS;
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
    if (rule.resource().isPresent() && caller.workspaceId() == 0) {
      // Operators may see every workspace, but not one that doesn't exist.
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

  /** Sends the page of a failure, with the navigation of whoever is signed in. */
  private void fail(RoutingContext context, Throwable error) {
    if (context.response().headWritten()) {
      context.request().connection().close();
      return;
    }
    Failure failure = ErrorPages.failure(context, error);
    boolean storesWork = failure.code() != Code.UNAVAILABLE && failure.code() != Code.UNAUTHORIZED;
    Future<PageRequest> request =
        storesWork
            ? authorize(context, AccessRule.page(AccessLevel.USER, ""))
                .compose(caller -> loading.load(context, caller, FormData.EMPTY))
                .timeout(AUTHORIZE_MILLIS, TimeUnit.MILLISECONDS)
                .otherwise(unknown -> loading.unknown(context))
            : Future.succeededFuture(loading.unknown(context));
    request
        .map(known -> PageSender.render(ErrorPages.answer(known, failure)))
        .onComplete(page -> PageSender.send(context, page), context::fail);
  }
}
