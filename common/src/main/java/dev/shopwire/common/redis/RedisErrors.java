package dev.shopwire.common.redis;

import dev.shopwire.common.failure.ConnectionErrors;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.VertxException;
import io.vertx.redis.client.impl.types.ErrorType;
import java.util.Set;

/** Classifies failures of requests to Redis. */
public final class RedisErrors {
  /** The client's own error for a connection closed during a request; all others are replies. */
  private static final String BROKEN = "CONNECTION_CLOSED";

  // The client's texts for outages that have no type of their own.
  private static final Set<String> LOST_CONNECTION =
      Set.of("Connection is closed", "Redis waiting queue is full", "Pool closed");

  private RedisErrors() {}

  /** Whether Redis replied, even if with an error, and so is available. */
  static boolean isReply(Throwable error) {
    return error instanceof ErrorType reply && !reply.is(BROKEN);
  }

  /** Whether a server or its connection was unavailable or refused the request; not a bug. */
  public static boolean isOutage(Throwable error) {
    return error instanceof Failure
        || error instanceof ErrorType
        || ConnectionErrors.matches(error)
        || (error instanceof VertxException
            && LOST_CONNECTION.contains(String.valueOf(error.getMessage())));
  }

  static boolean hasCode(Throwable error, String code) {
    return error instanceof ErrorType reply && reply.is(code);
  }
}
