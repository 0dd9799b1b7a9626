package dev.shopwire.common.bus;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.UnexpectedErrors;
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
 * A request that one role serves for others: its address and the records exchanged, as JSON.
 *
 * <p>The bus may lose or repeat a message, so a request must be idempotent. Fields that the
 * reader's record doesn't have are ignored, so that two versions can run side by side.
 *
 * @param address the address the role listens on: {@code shopwire.<role>.<request>}
 * @param timeout how long a caller waits for the reply
 */
public record Contract<Q, R>(String address, Class<Q> request, Class<R> reply, Duration timeout) {
  private static final Logger LOG = LoggerFactory.getLogger(Contract.class);
  private static final int ATTEMPTS = 3;
  private static final long PAUSE_MILLIS = 50;

  /** Precedes the name of a process in the address of requests to this process alone. */
  private static final char PROCESS = '#';

  /** A header: the caller's request id, for log lines in other roles. */
  private static final String REQUEST_ID = "request-id";

  /** A header: when the request was sent, in milliseconds since 1970 by the sender's clock. */
  static final String SENT = "sent";

  /** The clock difference between two processes that is tolerated. */
  private static final long CLOCK_SKEW_MILLIS = 5_000;

  /**
   * The same request to one of the processes that serve it, which holds what it is about. Its
   * meters are those of this contract.
   *
   * @param process the name with which that process serves it
   */
  public Contract<Q, R> at(String process) {
    return new Contract<>(address + PROCESS + process, request, reply, timeout);
  }

  /** The address without the name of a process. */
  private String meterName() {
    int end = address.indexOf(PROCESS);
    return end < 0 ? address : address.substring(0, end);
  }

  /**
   * Serves requests on the calling verticle's context. A {@link Failure} is returned as it is, a
   * store outage as 503; anything else is a bug, which is logged here and returned as a generic
   * error. If the process has no capacity, the request is rejected with 503 before it is parsed.
   *
   * @return completes when every cluster member knows the address
   */
  public Future<Void> serve(Vertx vertx, Function<Q, Future<R>> handler) {
    InFlightRequests.Tally tally = InFlightRequests.of(vertx).tally();
    MessageConsumer<String> consumer = vertx.eventBus().consumer(address);
    BusMeters meters = Telemetry.of(vertx).bus(meterName());
    ProcessLoad load = ProcessLoad.of(vertx);
    consumer.handler(
        message -> admit(message, request -> tally.track(handler.apply(request)), load, meters));
    return consumer.completion();
  }

  private void admit(
      Message<String> message, Function<Q, Future<R>> handler, ProcessLoad load, BusMeters meters) {
    RequestScope scope = RequestScope.currentOrDetached();
    String requestId = message.headers().get(REQUEST_ID);
    if (requestId != null) {
      scope.setRequestId(requestId);
    }
    if (isExpired(message)) {
      LOG.warn("Dropped a request to {}: its caller had already timed out", address);
      return;
    }
    long reserved = load.reserveCall(message.body().length());
    if (reserved == 0) {
      Failure full = Failure.unavailable("Too many calls are in progress");
      meters.recordServed(full, System.nanoTime() - scope.startNanos());
      fail(message, full);
    } else {
      Reservation reply = new Reservation(load.calls());
      handle(message, handler, reply, scope, meters)
          .onComplete(
              done -> {
                reply.release();
                load.calls().release(reserved);
              });
    }
  }

  /**
   * After a freeze a process finds old requests in its sockets. Their callers have seen them fail
   * and may have sent newer ones to another process, which must not be overwritten.
   */
  private boolean isExpired(Message<String> message) {
    String sent = message.headers().get(SENT);
    return sent != null
        && System.currentTimeMillis() - Long.parseLong(sent)
            > timeout.toMillis() + CLOCK_SKEW_MILLIS;
  }

  private static void fail(Message<String> message, Failure failure) {
    message.fail(failure.code().status(), FailureMessage.of(failure).toJson());
  }

  /** Completes when the work does, with any outcome: the caller may have timed out long before. */
  private Future<?> handle(
      Message<String> message,
      Function<Q, Future<R>> handler,
      Reservation memory,
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
        .map(response -> BusMessages.reply(response, memory))
        .onComplete(
            reply -> {
              meters.recordServed(null, System.nanoTime() - scope.startNanos());
              message.reply(reply);
            },
            error -> {
              Failure failure =
                  error instanceof Failure expected
                      ? expected
                      : UnexpectedErrors.report(LOG, "Request to " + address + " failed", error);
              meters.recordServed(failure, System.nanoTime() - scope.startNanos());
              fail(message, failure);
            });
  }

  /**
   * Sends the request to the role; fails with {@link Code#UNAVAILABLE} if no process serves the
   * address or no reply arrives in time. A bug there has been logged there; a request or a reply
   * that this process can't write or read is a bug that is logged here.
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
        .compose(text -> send(vertx, text, options, vertx.isClustered() ? ATTEMPTS : 1))
        .map(message -> readReply(message.body()))
        .recover(error -> Future.failedFuture(asFailure(error)))
        .onComplete(
            done ->
                Telemetry.of(vertx)
                    .bus(meterName())
                    .recordSent(done.cause(), System.nanoTime() - start));
  }

  /**
   * Retries if there was no handler: then nothing was started, and in a cluster a process may just
   * be shutting down.
   */
  private Future<Message<String>> send(
      Vertx vertx, String body, DeliveryOptions options, int attempts) {
    return vertx
        .eventBus()
        .<String>request(address, body, options)
        .recover(
            error ->
                attempts > 1
                        && error instanceof ReplyException rejected
                        && rejected.failureType() == ReplyFailure.NO_HANDLERS
                    ? vertx
                        .timer(PAUSE_MILLIS)
                        .compose(elapsed -> send(vertx, body, options, attempts - 1))
                    : Future.failedFuture(error));
  }

  private Failure asFailure(Throwable error) {
    if (error instanceof Failure expected) {
      return expected;
    }
    if (!(error instanceof ReplyException rejected)) {
      return UnexpectedErrors.report(LOG, "Calling " + address + " failed", error);
    }
    return switch (rejected.failureType()) {
      case RECIPIENT_FAILURE -> readFailure(String.valueOf(rejected.getMessage()));
      case TIMEOUT -> Failure.unavailable("The role \"" + role() + "\" did not respond in time");
      default -> Failure.unavailable("No reachable process runs the role \"" + role() + "\"");
    };
  }

  private Failure readFailure(String text) {
    try {
      return read(text, FailureMessage.class).toFailure();
    } catch (UncheckedIOException e) {
      return UnexpectedErrors.report(LOG, "Calling " + address + " failed", e);
    }
  }

  /** The id of the role that serves this request: error texts name the role, never the address. */
  public String role() {
    return address.split("\\.", 3)[1];
  }

  /** A {@link JsonResponse} travels as its text, not as a field of another JSON text. */
  private R readReply(String body) {
    return reply == JsonResponse.class ? reply.cast(new JsonResponse(body)) : read(body, reply);
  }

  private static <T> T read(String body, Class<T> type) {
    try {
      return Json.MAPPER.readValue(body, type);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
