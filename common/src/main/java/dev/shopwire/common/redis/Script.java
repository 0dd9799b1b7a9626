package dev.shopwire.common.redis;

import dev.shopwire.common.crypto.Digest;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A Lua script that is called by its digest. A server that does not know it (new, restarted or
 * changed by a failover) is sent its text once.
 */
public final class Script {
  private final String text;
  private final String digest;

  public Script(String text) {
    this.text = text;
    this.digest = HexFormat.of().formatHex(Digest.SHA_1.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * @param names the names of the keys, all from {@code keys}
   * @return fails as {@link RedisLink#send}
   */
  public Future<@Nullable Response> run(
      RedisLink redis, RedisKeys keys, List<String> names, List<Object> arguments) {
    return redis
        .send(keys, request(Command.EVALSHA, digest, names, arguments))
        .recover(
            error ->
                RedisErrors.hasCode(error, "NOSCRIPT")
                    ? redis.send(keys, request(Command.EVAL, text, names, arguments))
                    : Future.failedFuture(error));
  }

  private static Request request(
      Command command, String script, List<String> names, List<Object> arguments) {
    Request request = Request.cmd(command).arg(script).arg(names.size());
    names.forEach(request::arg);
    arguments.forEach(argument -> request.arg(String.valueOf(argument)));
    return request;
  }
}
