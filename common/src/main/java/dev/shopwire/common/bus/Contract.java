package dev.shopwire.common.bus;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.OutOfMemory;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.load.ProcessLoad;
import dev.shopwire.common.load.Reservation;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.common.telemetry.BusMeters;
import dev.shopwire.common.telemetry.RequestScope;
import dev.shopwire.common.telemetry.Telemetry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request that one role answers for others: its address and the records that travel, as JSON.
 *
 * <p>The bus may lose or repeat a message, so a request must be harmless when repeated. Members
 * that the reader's record doesn't have are ignored, so that two versions can run side by side.
 *
 * @param address where the role listens: {@code shopwire.<role>.<request>}
 * @param timeout how long a caller waits for the reply
 */
public record Contract<Q, R>(String address, Class<Q> request, Class<R> reply, Duration timeout) {
  private static final Logger LOG = LoggerFactory.getLogger(Contract.class);
  private static final int ATTEMPTS = 3;
  private static final long PAUSE_MILLIS = 50;

  /** The header that carries the caller's request id, for the log lines of other roles. */
  private static final String REQUEST_ID = "request-id";

  /** A header: when the request was sent, in milliseconds since 1970 by its sender's clock. */
  static final String SENT = "sent";

  /** How far the clocks of two processes may be apart. */
  private static final long CLOCKS_MILLIS = 5_000;

  /**
   * Answers requests on the caller's context; a {@link Failure} travels back as itself, an outage
   * of a store as 503, anything else is a bug: logged here, told as a generic one. A request for
   * which the process has no room is refused with 503 before it is read.
   *
   * @return done when every member of the cluster knows the address
   */
  public Future<Void> serve(Vertx vertx, Function<Q, Future<R>> handler) {
    InFlightRequests.Tally tally = InFlightRequests.of(vertx).tally();
    MessageConsumer<String> consumer = vertx.eventBus().consumer(address);
    BusMeters meters = Telemetry.of(vertx).bus(address);
    ProcessLoad load = ProcessLoad.of(vertx);
    consumer.handler(
        message -> admit(message, request -> tally.during(handler.apply(request)), load, meters));
    return consumer.completion();
  }

  private void admit(
      Message<String> message, Function<Q, Future<R>> handler, ProcessLoad load, BusMeters meters) {
    RequestScope scope = RequestScope.here();
    String requestId = message.headers().get(REQUEST_ID);
    if (requestId != null) {
      scope.requestId(requestId);
    }
    if (isForgotten(message)) {
      LOG.warn("A request to {} came after its caller had given up, and is dropped", address);
      return;
    }
    long held = load.takeCall(message.body().length());
    if (held == 0) {
      Failure full = Failure.unavailable("Too many calls are under way");
      meters.served(full, System.nanoTime() - scope.startNanos());
      fail(message, full);
    } else {
      Reservation reply = new Reservation(load.calls());
      answer(message, handler, reply, scope, meters)
          .onComplete(
              done -> {
                reply.end();
                load.calls().giveBack(held);
              });
    }
  }

  /**
   * A process that was frozen finds requests of the time before in its sockets. Their callers have
   * been told that they failed and have sent newer ones elsewhere, which must not be undone.
   */
  private boolean isForgotten(Message<String> message) {
    String sent = message.headers().get(SENT);
    return sent != null
        && System.currentTimeMillis() - Long.parseLong(sent) > timeout.toMillis() + CLOCKS_MILLIS;
  }

  private static void fail(Message<String> message, Failure failure) {
    message.fail(failure.code().status(), FailureMessage.of(failure).text());
  }

  /** Done when the work is, whatever its outcome: the caller may have given up long before. */
  private Future<?> answer(
      Message<String> message,
      Function<Q, Future<R>> handler,
      Reservation held,
      RequestScope scope,
      BusMeters meters) {
    Future<R> result;
    try {
      result =
          handler
              .apply(Json.MAPPER.readValue(message.body(), request))
              .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)));
    } catch (JsonProcessingException | RuntimeException e) {
      result = Future.failedFuture(e);
    }
    return result
        .map(answer -> BusMessages.reply(answer, held))
        .onComplete(
            reply -> {
              meters.served(null, System.nanoTime() - scope.startNanos());
              message.reply(reply);
            },
            error -> {
              if (!(error instanceof Failure)) {
                OutOfMemory.endProcessIf(error);
                LOG.error("Request to {} failed", address, error);
              }
              Failure failure =
                  error instanceof Failure expected
                      ? expected
                      : Failure.of(Code.INTERNAL, "The request could not be answered");
              meters.served(failure, System.nanoTime() - scope.startNanos());
              fail(message, failure);
            });
  }

  /**
   * Asks the role; fails with {@link Code#UNAVAILABLE} when nobody listens or no reply comes in
   * time.
   */
  public Future<R> call(Vertx vertx, Q body) {
    long start = System.nanoTime();
    DeliveryOptions options =
        new DeliveryOptions()
            .setSendTimeout(timeout.toMillis())
            .addHeader(SENT, Long.toString(System.currentTimeMillis()));
    RequestScope.current()
        .flatMap(RequestScope::requestId)
        .ifPresent(id -> options.addHeader(REQUEST_ID, id));
    return Future.succeededFuture(body)
        .map(BusMessages::request)
        .compose(text -> ask(vertx, text, options, vertx.isClustered() ? ATTEMPTS : 1))
        .map(message -> read(message.body(), reply))
        .recover(error -> Future.failedFuture(asFailure(error)))
        .onComplete(
            done ->
                Telemetry.of(vertx).bus(address).called(done.cause(), System.nanoTime() - start));
  }

  /** Where nobody listened nothing was begun; in a cluster somebody may just be leaving. */
  private Future<Message<String>> ask(
      Vertx vertx, String body, DeliveryOptions options, int attempts) {
    return vertx
        .eventBus()
        .<String>request(address, body, options)
        .recover(
            error ->
                attempts > 1
                        && error instanceof ReplyException refused
                        && refused.failureType() == ReplyFailure.NO_HANDLERS
                    ? vertx
                        .timer(PAUSE_MILLIS)
                        .compose(passed -> ask(vertx, body, options, attempts - 1))
                    : Future.failedFuture(error));
  }

  private Throwable asFailure(Throwable error) {
    if (!(error instanceof ReplyException refused)) {
      return error;
    }
    return switch (refused.failureType()) {
      case RECIPIENT_FAILURE ->
          read(String.valueOf(refused.getMessage()), FailureMessage.class).toFailure();
      case TIMEOUT -> Failure.unavailable("The role \"" + role() + "\" does not answer in time");
      default ->
          Failure.unavailable("The role \"" + role() + "\" runs in no process that can be reached");
    };
  }

  /** Which role must run for this to be answered: callers are told that and never an address. */
  private String role() {
    return address.split("\\.", 3)[1];
  }

  private static <T> T read(String body, Class<T> type) {
    try {
      return Json.MAPPER.readValue(body, type);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
