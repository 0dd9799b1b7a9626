package dev.shopwire.console;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.contracts.AdminItemRequest;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminPartRequest;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.CsvResponse;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.docs.DocumentedParameters;
import dev.shopwire.common.http.BodyPause;
import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.http.Responses;
import dev.shopwire.common.json.JsonBody;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.console.auth.AdminAccess;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Makes handlers of the console's calls: they see to it that the caller may ask, and to the answer.
 * Most pass the call to the role that keeps what it is about. For one event loop.
 */
final class ConsoleHandlers {
  private static final long ANSWER_MILLIS = 1_800;

  private final Vertx vertx;
  private final AdminAccess access;
  private final BodyReader bodies;
  private final DocumentedParameters parameters;

  ConsoleHandlers(
      Vertx vertx, AdminAccess access, BodyReader bodies, DocumentedParameters parameters) {
    this.vertx = vertx;
    this.access = access;
    this.bodies = bodies;
    this.parameters = parameters;
  }

  /** A question whose parameters another role reads. */
  Handler<RoutingContext> asking(Contract<AdminQuery, JsonResponse> contract) {
    return reading(
        context ->
            contract.call(
                vertx, new AdminQuery(PathIds.of(context), Parameters.all(context.queryParams()))));
  }

  /** A list that another role keeps, by pages. */
  Handler<RoutingContext> listing(Contract<AdminListRequest, JsonResponse> contract) {
    return reading(
        context -> {
          Pages page = Pages.of(context.request());
          String search = Parameters.text(context.request(), "search");
          AdminListRequest list =
              new AdminListRequest(PathIds.of(context), page.take(), page.afterLongId(), search);
          return contract.call(vertx, list);
        });
  }

  /** A call whose body another role reads. */
  Handler<RoutingContext> passing(Contract<AdminRequest, JsonResponse> contract) {
    return passing(contract, JsonBody::text);
  }

  /** The same of a body that may be missing. */
  Handler<RoutingContext> passingOptional(Contract<AdminRequest, JsonResponse> contract) {
    return passing(contract, ConsoleHandlers::textOrNone);
  }

  private Handler<RoutingContext> passing(
      Contract<AdminRequest, JsonResponse> contract, Function<byte[], String> text) {
    return writing(
        (context, body) ->
            contract.call(vertx, new AdminRequest(PathIds.of(context), text.apply(body))));
  }

  private static String textOrNone(byte[] body) {
    return body.length == 0 ? "" : JsonBody.text(body);
  }

  /** A call without a body. */
  Handler<RoutingContext> bodiless(Contract<AdminRequest, JsonResponse> contract) {
    return reading(context -> contract.call(vertx, new AdminRequest(PathIds.of(context), "")));
  }

  /** A call about a part of something, whose body another role reads. */
  Handler<RoutingContext> part(Contract<AdminPartRequest, JsonResponse> contract) {
    return writing(
        (context, body) ->
            contract.call(
                vertx,
                new AdminPartRequest(
                    PathIds.of(context), context.pathParam("part"), JsonBody.text(body))));
  }

  /** A call without a body about something whose id is no number. */
  Handler<RoutingContext> bodilessItem(Contract<AdminItemRequest, JsonResponse> contract) {
    return reading(context -> contract.call(vertx, new AdminItemRequest(textId(context), "")));
  }

  /** The same with a body that may be missing. */
  Handler<RoutingContext> item(Contract<AdminItemRequest, JsonResponse> contract) {
    return writing(
        (context, body) ->
            contract.call(vertx, new AdminItemRequest(textId(context), textOrNone(body))));
  }

  private static String textId(RoutingContext context) {
    return String.valueOf(context.pathParam("id"));
  }

  /**
   * What this role answers itself is owed in time; the others' contracts have times of their own.
   */
  static <T> Future<T> inTime(Future<T> own) {
    return own.timeout(ANSWER_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** A call without a body that this role answers. */
  Handler<RoutingContext> readingHere(Function<RoutingContext, Future<?>> call) {
    return reading(context -> inTime(call.apply(context)));
  }

  /** A call with a body that this role answers. */
  Handler<RoutingContext> writingHere(BiFunction<RoutingContext, byte[], Future<?>> call) {
    return writing((context, body) -> inTime(call.apply(context, body)));
  }

  /** A call without a body. */
  Handler<RoutingContext> reading(Function<RoutingContext, Future<?>> call) {
    return context ->
        answer(
            context,
            BodyPause.until(
                inTime(access.check(context.request())),
                context,
                checked -> {
                  parameters.check(context);
                  return call.apply(context).map(answer -> (Object) answer);
                }));
  }

  private Handler<RoutingContext> writing(BiFunction<RoutingContext, byte[], Future<?>> call) {
    return context ->
        answer(
            context,
            BodyPause.until(
                inTime(access.check(context.request())),
                context,
                checked ->
                    bodies
                        .readJson(context)
                        .compose(
                            bytes -> call.apply(context, bytes).map(answer -> (Object) answer))));
  }

  /** Sends the result, or what went wrong. */
  static void answer(RoutingContext context, Future<?> result) {
    // Some answers hold keys and secrets, all of them what only the operator may see.
    context.response().putHeader(HttpHeaders.CACHE_CONTROL, "no-store");
    result
        .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)))
        .onComplete(
            answer -> {
              if (answer instanceof JsonResponse passed) {
                Responses.okJson(context, passed.json());
              } else if (answer instanceof CsvResponse export) {
                Responses.csv(context, export.csv());
              } else {
                Responses.ok(context, answer);
              }
            },
            context::fail);
  }
}
