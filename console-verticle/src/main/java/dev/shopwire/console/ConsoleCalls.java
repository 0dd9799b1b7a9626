package dev.shopwire.console;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.calls.AdminCall;
import dev.shopwire.common.calls.AdminItem;
import dev.shopwire.common.calls.AdminList;
import dev.shopwire.common.calls.AdminPart;
import dev.shopwire.common.calls.AdminQuery;
import dev.shopwire.common.calls.CsvAnswer;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.docs.DocumentedParameters;
import dev.shopwire.common.http.Answers;
import dev.shopwire.common.http.Bodies;
import dev.shopwire.common.http.BodyPause;
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
final class ConsoleCalls {
  private static final long ANSWER_MILLIS = 1_800;

  private final Vertx vertx;
  private final AdminAccess access;
  private final Bodies bodies;
  private final DocumentedParameters parameters;

  ConsoleCalls(Vertx vertx, AdminAccess access, Bodies bodies, DocumentedParameters parameters) {
    this.vertx = vertx;
    this.access = access;
    this.bodies = bodies;
    this.parameters = parameters;
  }

  /** A question whose parameters another role reads. */
  Handler<RoutingContext> asking(Contract<AdminQuery, JsonAnswer> contract) {
    return reading(
        context ->
            contract.call(
                vertx, new AdminQuery(PathIds.of(context), Parameters.all(context.queryParams()))));
  }

  /** A list that another role keeps, by pages. */
  Handler<RoutingContext> listing(Contract<AdminList, JsonAnswer> contract) {
    return reading(
        context -> {
          Pages page = Pages.of(context.request());
          String search = Parameters.text(context.request(), "search");
          AdminList list =
              new AdminList(PathIds.of(context), page.take(), page.afterLongId(), search);
          return contract.call(vertx, list);
        });
  }

  /** A call whose body another role reads. */
  Handler<RoutingContext> passing(Contract<AdminCall, JsonAnswer> contract) {
    return passing(contract, JsonBody::text);
  }

  /** The same of a body that may be missing. */
  Handler<RoutingContext> passingOptional(Contract<AdminCall, JsonAnswer> contract) {
    return passing(contract, ConsoleCalls::textOrNone);
  }

  private Handler<RoutingContext> passing(
      Contract<AdminCall, JsonAnswer> contract, Function<byte[], String> text) {
    return writing(
        (context, body) ->
            contract.call(vertx, new AdminCall(PathIds.of(context), text.apply(body))));
  }

  private static String textOrNone(byte[] body) {
    return body.length == 0 ? "" : JsonBody.text(body);
  }

  /** A call without a body. */
  Handler<RoutingContext> bodiless(Contract<AdminCall, JsonAnswer> contract) {
    return reading(context -> contract.call(vertx, new AdminCall(PathIds.of(context), "")));
  }

  /** A call about a part of something, whose body another role reads. */
  Handler<RoutingContext> part(Contract<AdminPart, JsonAnswer> contract) {
    return writing(
        (context, body) ->
            contract.call(
                vertx,
                new AdminPart(
                    PathIds.of(context), context.pathParam("part"), JsonBody.text(body))));
  }

  /** A call without a body about something whose id is no number. */
  Handler<RoutingContext> bodilessItem(Contract<AdminItem, JsonAnswer> contract) {
    return reading(context -> contract.call(vertx, new AdminItem(textId(context), "")));
  }

  /** The same with a body that may be missing. */
  Handler<RoutingContext> item(Contract<AdminItem, JsonAnswer> contract) {
    return writing(
        (context, body) -> contract.call(vertx, new AdminItem(textId(context), textOrNone(body))));
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
              if (answer instanceof JsonAnswer passed) {
                Answers.okJson(context, passed.json());
              } else if (answer instanceof CsvAnswer export) {
                Answers.csv(context, export.csv());
              } else {
                Answers.ok(context, answer);
              }
            },
            context::fail);
  }
}
