package dev.shopwire.common.bus;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.postgres.PostgresFailures;
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
 * @param address where the role listens
 * @param timeout how long a caller waits for the reply
 */
public record Contract<Q, R>(String address, Class<Q> request, Class<R> reply, Duration timeout) {
  private static final Logger LOG = LoggerFactory.getLogger(Contract.class);
  private static final int ATTEMPTS = 3;
  private static final long PAUSE_MILLIS = 50;

  /**
   * Answers requests on the caller's context; a {@link Failure} travels back as itself, an outage
   * of a store as 503, anything else is a bug: logged here, told as a generic one.
   *
   * @return done when every member of the cluster knows the address
   */
  public Future<Void> serve(Vertx vertx, Function<Q, Future<R>> handler) {
    Desk.Tally tally = Desk.of(vertx).tally();
    MessageConsumer<String> consumer = vertx.eventBus().consumer(address);
    consumer.handler(message -> answer(message, request -> tally.during(handler.apply(request))));
    return consumer.completion();
  }

  private void answer(Message<String> message, Function<Q, Future<R>> handler) {
    Future<R> result;
    try {
      result =
          handler
              .apply(Json.MAPPER.readValue(message.body(), request))
              .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)));
    } catch (JsonProcessingException | RuntimeException e) {
      result = Future.failedFuture(e);
    }
    result
        .map(Contract::write)
        .onComplete(
            message::reply,
            error -> {
              if (!(error instanceof Failure)) {
                LOG.error("Request to {} failed", address, error);
              }
              Failure failure =
                  error instanceof Failure expected
                      ? expected
                      : Failure.of(Code.INTERNAL, "The request could not be answered");
              message.fail(failure.code().status(), write(FailureMessage.of(failure)));
            });
  }

  /**
   * Asks the role; fails with {@link Code#UNAVAILABLE} when nobody listens or no reply comes in
   * time.
   */
  public Future<R> call(Vertx vertx, Q body) {
    DeliveryOptions options = new DeliveryOptions().setSendTimeout(timeout.toMillis());
    return ask(vertx, write(body), options, vertx.isClustered() ? ATTEMPTS : 1)
        .map(message -> read(message.body(), reply))
        .recover(error -> Future.failedFuture(asFailure(error)));
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
      default -> Failure.unavailable("No process answers for " + address);
    };
  }

  private static <T> T read(String body, Class<T> type) {
    try {
      return Json.MAPPER.readValue(body, type);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String write(Object value) {
    try {
      return Json.MAPPER.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
