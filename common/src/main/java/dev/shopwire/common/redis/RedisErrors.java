package dev.shopwire.common.redis;

import io.vertx.redis.client.impl.types.ErrorType;

/** What kind of failure a call to Redis met. */
final class RedisErrors {
  /** The client's own, when a connection breaks under a call; all others were said by Redis. */
  private static final String BROKEN = "CONNECTION_CLOSED";

  private RedisErrors() {}

  /** Whether Redis answered, if only with an error: it is there. */
  static boolean isAnswer(Throwable error) {
    return error instanceof ErrorType said && !said.is(BROKEN);
  }

  static boolean is(Throwable error, String kind) {
    return error instanceof ErrorType said && said.is(kind);
  }
}
