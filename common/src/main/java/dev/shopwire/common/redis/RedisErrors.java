package dev.shopwire.common.redis;

import io.vertx.redis.client.impl.types.ErrorType;

/** Classifies failures of requests to Redis. */
final class RedisErrors {
  /** The client's own error for a connection closed during a request; all others are replies. */
  private static final String BROKEN = "CONNECTION_CLOSED";

  private RedisErrors() {}

  /** Whether Redis replied, even if with an error, and so is available. */
  static boolean isReply(Throwable error) {
    return error instanceof ErrorType reply && !reply.is(BROKEN);
  }

  static boolean is(Throwable error, String kind) {
    return error instanceof ErrorType reply && reply.is(kind);
  }
}
