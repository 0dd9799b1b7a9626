package dev.shopwire.common.http;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads whole request bodies, within a size that holds before and after decompression and within
 * the time of {@code deadlines}. For one event loop.
 */
public final class Bodies {
  private final int maxBytes;
  private final Deadlines deadlines;

  /**
   * @param maxBytes the largest body, as sent and unpacked
   */
  public Bodies(int maxBytes, Deadlines deadlines) {
    this.maxBytes = maxBytes;
    this.deadlines = deadlines;
  }

  /**
   * The body of {@code request} as JSON text, unpacked; must be called before the request's first
   * asynchronous step.
   *
   * @return fails with 413, 415, or 400 for what is no gzip; with 503 for a body that comes too
   *     slowly, since a retry may cure that
   */
  public Future<byte[]> readJson(HttpServerRequest request) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (type != null && !isJson(type)) {
      return Future.failedFuture(
          Failure.of(
              Code.UNSUPPORTED_MEDIA_TYPE, "Content-Type must be application/json in UTF-8"));
    }
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    boolean gzip = encoding != null && encoding.trim().equalsIgnoreCase("gzip");
    if (encoding != null && !gzip && !encoding.trim().equalsIgnoreCase("identity")) {
      return Future.failedFuture(
          Failure.of(Code.UNSUPPORTED_MEDIA_TYPE, "Content-Encoding must be gzip or absent"));
    }
    Future<byte[]> body = readBytes(request);
    return gzip ? body.map(this::unpack) : body;
  }

  private Future<byte[]> readBytes(HttpServerRequest request) {
    Promise<byte[]> promise = Promise.promise();
    Collector collector = new Collector(promise);
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && tooLong(length)) {
      return Future.failedFuture(tooLarge());
    }
    request.handler(collector::add);
    request.endHandler(end -> collector.complete());
    request.exceptionHandler(promise::tryFail);
    deadlines.watch(
        promise.future(),
        () -> promise.tryFail(Failure.unavailable("The request body took too long to arrive")));
    return promise.future();
  }

  private boolean tooLong(String length) {
    try {
      return Long.parseLong(length) > maxBytes;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Most bodies come in one buffer, which then need not be copied twice. */
  private final class Collector {
    private final Promise<byte[]> promise;
    private @Nullable Buffer collected;

    Collector(Promise<byte[]> promise) {
      this.promise = promise;
    }

    void add(Buffer chunk) {
      Buffer before = collected;
      if ((before == null ? 0 : before.length()) + chunk.length() > maxBytes) {
        collected = null;
        promise.tryFail(tooLarge());
      } else if (!promise.future().isComplete()) {
        collected =
            before == null ? chunk : Buffer.buffer().appendBuffer(before).appendBuffer(chunk);
      }
    }

    void complete() {
      Buffer body = collected;
      promise.tryComplete(body == null ? new byte[0] : body.getBytes());
    }
  }

  private Failure tooLarge() {
    return Failure.of(
        Code.TOO_LARGE, "The body must not be larger than " + maxBytes + " bytes, unpacked too");
  }

  private byte[] unpack(byte[] packed) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed), 8192)) {
      byte[] body = in.readNBytes(maxBytes + 1);
      if (body.length > maxBytes) {
        throw tooLarge();
      }
      return body;
    } catch (IOException e) {
      throw Failure.of(Code.MALFORMED, "malformed_gzip", "The body is not valid gzip");
    }
  }

  private static boolean isJson(String type) {
    String[] parts = type.toLowerCase(Locale.ROOT).split(";", -1);
    if (!parts[0].trim().equals("application/json")) {
      return false;
    }
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].trim().replace("\"", "");
      if (parameter.startsWith("charset=") && !parameter.matches("charset=(utf-?8|us-ascii)")) {
        return false;
      }
    }
    return true;
  }
}
