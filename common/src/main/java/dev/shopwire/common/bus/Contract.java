package dev.shopwire.common.bus;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.load.Load;
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

  /**
   * Answers requests on the caller's context; a {@link Failure} travels back as itself, an outage
   * of a store as 503, anything else is a bug: logged here, told as a generic one. A request for
   * which the process has no room is refused with 503 before it is read.
   *
   * @return done when every member of the cluster knows the address
   */
  public Future<Void> serve(Vertx vertx, Function<Q, Future<R>> handler) {
    MessageConsumer<String> consumer = vertx.eventBus().consumer(address);
    Load load = Load.of(vertx);
    consumer.handler(message -> admit(message, handler, load));
    return consumer.completion();
  }

  private void admit(Message<String> message, Function<Q, Future<R>> handler, Load load) {
    long held = load.takeCall(message.body().length());
    if (held == 0) {
      fail(message, Failure.unavailable("Too many calls are under way"));
    } else {
      answer(message, handler).onComplete(done -> load.calls().giveBack(held));
    }
  }

  private static void fail(Message<String> message, Failure failure) {
    message.fail(failure.code().status(), write(FailureMessage.of(failure)));
  }

  /** Done when the work is, whatever its outcome: the caller may have given up long before. */
  private Future<?> answer(Message<String> message, Function<Q, Future<R>> handler) {
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
              fail(message, failure);
            });
  }

  /**
   * Asks the role; fails with {@link Code#UNAVAILABLE} when nobody listens or no reply comes in
   * time.
   */
  public Future<R> call(Vertx vertx, Q body) {
    DeliveryOptions options = new DeliveryOptions().setSendTimeout(timeout.toMillis());
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
