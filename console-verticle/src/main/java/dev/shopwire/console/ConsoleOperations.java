package dev.shopwire.console;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.CsvResponse;
import dev.shopwire.common.docs.OperationRoutes;
import dev.shopwire.common.http.BodyPause;
import dev.shopwire.common.http.Responses;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.auth.AccessRule;
import dev.shopwire.console.auth.Callers;
import dev.shopwire.console.pages.assets.SecurityHeaders;
import io.vertx.core.Future;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;

/**
 * Routes the operations of the console's OpenAPI document. Every request is authorized here, by the
 * {@code x-required-role} of its operation, before anything else is done with it. Not thread-safe;
 * use from one event loop.
 */
final class ConsoleOperations {
  private final OperationRoutes routes;
  private final Access access;
  private final ListFormats formats;

  ConsoleOperations(OperationRoutes routes, Access access, ListFormats formats) {
    this.routes = routes;
    this.access = access;
    this.formats = formats;
  }

  /**
   * @throws IllegalStateException if the document has no operation with this id, it already has a
   *     call, or names no role
   */
  ConsoleOperations on(String operationId, ConsoleCall call) {
    routes.onOperation(
        operationId,
        operation -> {
          AccessRule rule = AccessRule.of(operation);
          ConsoleCall complete = formats.addTo(operation, call);
          return context -> handle(context, rule, complete);
        });
    return this;
  }

  private void handle(RoutingContext context, AccessRule rule, ConsoleCall call) {
    SecurityHeaders.addTo(context.response());
    respond(
        context,
        BodyPause.awaitPermission(
            ConsoleHandlers.withTimeout(access.authorize(context, rule)),
            context,
            caller -> {
              Callers.set(context, caller);
              return call.apply(context).map(result -> (Object) result);
            }));
  }

  void check() {
    routes.check();
  }

  /** Sends the result or the failure. */
  private static void respond(RoutingContext context, Future<?> result) {
    // Some responses contain keys or secrets, and all contain data for operators only.
    context.response().putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    result
        .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)))
        .onComplete(
            value -> {
              if (value instanceof JsonResponse relayed) {
                Responses.okJson(context, relayed.json());
              } else if (value instanceof CsvResponse export) {
                Responses.csv(context, export.csv());
              } else if (value instanceof StreamedResponse file) {
                file.sendTo(context);
              } else {
                Responses.ok(context, value);
              }
            },
            context::fail);
  }
}
