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

  /** A header: when the request was sent, in milliseconds since 1970 by its sender's clock. */
  static final String SENT = "sent";

  /** How far the clocks of two processes may be apart. */
  private static final long CLOCKS_MILLIS = 5_000;

  /**
   * Answers requests on the caller's context; a {@link Failure} travels back as itself, an outage
   * of a store as 503, anything else is a bug: logged here, told as a generic one.
   *
   * @return done when every member of the cluster knows the address
   */
  public Future<Void> serve(Vertx vertx, Function<Q, Future<R>> handler) {
    MessageConsumer<String> consumer = vertx.eventBus().consumer(address);
    consumer.handler(
        message -> {
          if (isForgotten(message)) {
            LOG.warn("A request to {} came after its caller had given up, and is dropped", address);
          } else {
            answer(message, handler);
          }
        });
    return consumer.completion();
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
    DeliveryOptions options =
        new DeliveryOptions()
            .setSendTimeout(timeout.toMillis())
            .addHeader(SENT, Long.toString(System.currentTimeMillis()));
    return vertx
        .eventBus()
        .<String>request(address, write(body), options)
        .map(message -> read(message.body(), reply))
        .recover(error -> Future.failedFuture(asFailure(error)));
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
