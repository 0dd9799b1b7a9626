package dev.shopwire.ingest.unsubscribe;

import dev.shopwire.common.docs.OperationRoutes;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.http.Responses;
import dev.shopwire.common.mail.UnsubscribeLink;
import dev.shopwire.common.mail.UnsubscribeTokens;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Handles {@code /unsubscribe/{token}}: GET shows what the recipient may choose and changes
 * nothing, since programs fetch links too; POST changes it, from the page or by a mail program's
 * one click (RFC 8058), without cookie or session. Not thread-safe; use from one event loop.
 */
public final class UnsubscribeHandlers {
  /** Of a form's body, before and after decompression. */
  public static final int MAX_FORM_BYTES = 16_384;

  /** Callers must get a response within 2 s. */
  private static final long TIMEOUT_MILLIS = 1_700;

  /** How long a mail that is being sent may delay the response. */
  private static final long MAX_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(1_000);

  private static final long POLL_MILLIS = 50;

  private final Vertx vertx;
  private final UnsubscribeTokens tokens;
  private final PreferenceStore store;
  private final Workspaces workspaces;
  private final BodyReader bodies;

  /**
   * @param connections of the pool
   * @param bodies limits bodies to {@link #MAX_FORM_BYTES}
   */
  public UnsubscribeHandlers(
      Vertx vertx, UnsubscribeTokens tokens, Pool pool, int connections, BodyReader bodies) {
    this.vertx = vertx;
    this.tokens = tokens;
    this.store = new PreferenceStore(pool, connections);
    this.workspaces = new Workspaces(pool);
    this.bodies = bodies;
  }

  public void addTo(OperationRoutes operations) {
    operations
        .on("getUnsubscribePage", context -> respond(context, show(context)))
        .on("postUnsubscribe", context -> respond(context, change(context)));
  }

  private Future<PreferencePage> show(RoutingContext context) {
    return link(context).compose(link -> page(link, false));
  }

  private Future<PreferencePage> change(RoutingContext context) {
    Future<byte[]> received = bodies.readAnyForm(context);
    return link(context)
        .compose(
            link ->
                received
                    .map(body -> UnsubscribeForm.parse(contentType(context), body))
                    .compose(form -> apply(link, form))
                    .compose(changed -> page(link, true)));
  }

  private Future<UnsubscribeLink> link(RoutingContext context) {
    return tokens
        .decode(context.pathParam("token"))
        .map(Future::succeededFuture)
        .orElseGet(
            () ->
                Future.failedFuture(
                    Failure.of(
                        Code.NOT_FOUND,
                        "unknown_link",
                        "This link is incomplete or was changed; use the one in the mail")));
  }

  private static String contentType(RoutingContext context) {
    String type = context.request().getHeader(HttpHeaders.CONTENT_TYPE);
    return type == null ? HttpHeaders.APPLICATION_X_WWW_FORM_URLENCODED.toString() : type;
  }

  private Future<Void> apply(UnsubscribeLink link, UnsubscribeForm form) {
    List<Long> unsubscribed = new ArrayList<>(form.unsubscribed());
    if (form.isOneClick()) {
      unsubscribed.add(link.topicId());
    }
    // What is chosen and taken back at once is chosen: no more mails is the safer reading.
    Future<Void> taken =
        form.resubscribed().isEmpty()
            ? Future.succeededFuture()
            : store.resubscribe(link, form.resubscribed());
    return taken.compose(
        done ->
            unsubscribed.isEmpty()
                ? Future.succeededFuture()
                : store
                    .unsubscribe(link, unsubscribed)
                    .compose(changed -> store.awaitMarks(link))
                    .compose(settled -> awaitSent(link, System.nanoTime() + MAX_WAIT_NANOS)));
  }

  /** So that no mail arrives that was sent after the response, unless a server takes very long. */
  private Future<Void> awaitSent(UnsubscribeLink link, long endNanos) {
    return store
        .beingSent(link)
        .compose(
            mails ->
                mails == 0 || System.nanoTime() - endNanos > 0
                    ? Future.succeededFuture()
                    : vertx
                        .timer(POLL_MILLIS, TimeUnit.MILLISECONDS)
                        .compose(passed -> awaitSent(link, endNanos)));
  }

  private Future<PreferencePage> page(UnsubscribeLink link, boolean isSaved) {
    return workspaces
        .find(link.workspaceId())
        .compose(
            workspace ->
                store
                    .read(link)
                    .map(read -> PreferencePage.of(workspace.name(), link, isSaved, read)));
  }

  private static void respond(RoutingContext context, Future<PreferencePage> page) {
    Pages.addHeaders(context.response());
    page.timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .onSuccess(read -> Responses.text(context, Pages.TYPE, Pages.preferences(read)))
        .onFailure(error -> fail(context, PostgresFailures.asFailure(error)));
  }

  /** People get a page; programs, and bugs, which are logged there, a problem document. */
  private static void fail(RoutingContext context, Throwable error) {
    String accepted = context.request().getHeader(HttpHeaders.ACCEPT);
    if (!(error instanceof Failure failure)
        || accepted == null
        || !accepted.contains("text/html")) {
      context.fail(error);
      return;
    }
    context.response().setStatusCode(failure.code().status());
    failure
        .retryAfter()
        .ifPresent(
            after ->
                context
                    .response()
                    .putHeader(
                        HttpHeaders.RETRY_AFTER, Long.toString(Math.max(1, after.toSeconds()))));
    Responses.text(context, Pages.TYPE, Pages.failure(failure));
  }
}
