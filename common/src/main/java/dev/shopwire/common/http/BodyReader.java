package dev.shopwire.common.http;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.load.MemoryBudget;
import dev.shopwire.common.load.ProcessLoad;
import dev.shopwire.common.load.Reservation;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads complete request bodies. Bounds their size before and after decompression, the time they
 * take to arrive, and the memory of all bodies of the process: each counts from its first bytes
 * until the response has ended. Not thread-safe; use from one event loop.
 */
public final class BodyReader {
  private static final int CHUNK = 16 << 10;
  private static final String CONTINUE = "100-continue";
  private static final String JSON = "application/json";
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String MULTIPART = "multipart/form-data";
  private static final List<String> REPORTS =
      List.of(JSON, "message/rfc822", "message/global", "multipart/report");

  private final int maxBytes;
  private final Deadlines deadlines;
  private final MemoryBudget budget;

  /**
   * @param maxBytes the largest body, both as sent and decompressed
   * @param budget the memory for bodies, shared by all event loops
   */
  public BodyReader(int maxBytes, Deadlines deadlines, MemoryBudget budget) {
    this.maxBytes = maxBytes;
    this.deadlines = deadlines;
    this.budget = budget;
  }

  /**
   * Reads the body of {@code context}'s request as JSON text, decompressed. Must be called before
   * the request's first asynchronous step.
   *
   * @return fails with 413, 415, or 400 if it is not valid gzip; with 503 if it arrives too slowly
   *     or there is no capacity for it, since a retry may succeed
   */
  public Future<byte[]> readJson(RoutingContext context) {
    return read(context, List.of(JSON));
  }

  /** Same for a browser's form, {@code application/x-www-form-urlencoded}. */
  public Future<byte[]> readForm(RoutingContext context) {
    return read(context, List.of(FORM));
  }

  /** Same for a form of either type, the other being {@code multipart/form-data}. */
  public Future<byte[]> readAnyForm(RoutingContext context) {
    return read(context, List.of(FORM, MULTIPART));
  }

  /** Same for what relays report of mails: JSON text, or a mail. */
  public Future<byte[]> readMailReport(RoutingContext context) {
    return read(context, REPORTS);
  }

  private Future<byte[]> read(RoutingContext context, List<String> accepted) {
    HttpServerRequest request = context.request();
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (type != null && accepted.stream().noneMatch(one -> isInUtf8(type, one))) {
      return Future.failedFuture(
          Failure.of(
              Code.UNSUPPORTED_MEDIA_TYPE,
              "Content-Type must be " + String.join(" or ", accepted) + " in UTF-8"));
    }
    String encoding = request.getHeader(HttpHeaders.CONTENT_ENCODING);
    boolean gzip = encoding != null && encoding.trim().equalsIgnoreCase("gzip");
    if (encoding != null && !gzip && !encoding.trim().equalsIgnoreCase("identity")) {
      return Future.failedFuture(
          Failure.of(Code.UNSUPPORTED_MEDIA_TYPE, "Content-Encoding must be gzip or absent"));
    }
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && isTooLong(length)) {
      return Future.failedFuture(tooLarge());
    }
    if (request.headers().contains(HttpHeaders.EXPECT, CONTINUE, true)) {
      context.response().writeContinue();
    }
    Reservation memory = new Reservation(budget);
    context.addEndHandler(ended -> memory.release());
    Future<byte[]> body = readBytes(request, memory);
    return gzip ? body.map(compressed -> decompress(compressed, memory)) : body;
  }

  private Future<byte[]> readBytes(HttpServerRequest request, Reservation memory) {
    Promise<byte[]> promise = Promise.promise();
    Collector collector = new Collector(promise, memory);
    request.handler(collector::add);
    request.endHandler(end -> collector.complete());
    request.exceptionHandler(promise::tryFail);
    deadlines.watch(
        promise.future(),
        () -> collector.reject(Failure.unavailable("The request body took too long to arrive")));
    return promise.future();
  }

  private boolean isTooLong(String length) {
    try {
      return Long.parseLong(length) > maxBytes;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Collects a body. Most arrive in one buffer, which is then copied only once. */
  private final class Collector {
    private final Promise<byte[]> promise;
    private final Reservation memory;
    private @Nullable Buffer first;
    private @Nullable ByteArrayOutputStream more;

    Collector(Promise<byte[]> promise, Reservation memory) {
      this.promise = promise;
      this.memory = memory;
    }

    /** Drops whatever arrives after the body was rejected. */
    void add(Buffer chunk) {
      if (promise.future().isComplete()) {
        return;
      }
      int before = more != null ? more.size() : first != null ? first.length() : 0;
      long counted =
          ProcessLoad.bodyBytes(chunk.length()) + (before == 0 ? ProcessLoad.requestBytes() : 0);
      if (before + chunk.length() > maxBytes) {
        reject(tooLarge());
      } else if (!memory.tryReserve(counted)) {
        reject(noCapacity());
      } else if (before == 0) {
        first = chunk;
      } else {
        append(chunk);
      }
    }

    /** Copies: a body may arrive byte by byte, and a buffer of one byte occupies a hundred. */
    private void append(Buffer chunk) {
      if (more == null) {
        more = new ByteArrayOutputStream(CHUNK);
        if (first != null) {
          more.writeBytes(first.getBytes());
          first = null;
        }
      }
      more.writeBytes(chunk.getBytes());
    }

    void reject(Failure failure) {
      first = null;
      more = null;
      memory.release();
      promise.tryFail(failure);
    }

    void complete() {
      if (promise.future().isComplete()) {
        return;
      }
      byte[] body =
          more != null ? more.toByteArray() : first != null ? first.getBytes() : new byte[0];
      first = null;
      more = null;
      promise.tryComplete(body);
    }
  }

  private static Failure noCapacity() {
    return Failure.unavailable("Too many large requests are in progress");
  }

  private Failure tooLarge() {
    return Failure.of(
        Code.TOO_LARGE,
        "The body must not exceed " + maxBytes + " bytes, before or after decompression");
  }

  private byte[] decompress(byte[] compressed, Reservation memory) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(compressed), 8192)) {
      ByteArrayOutputStream body = new ByteArrayOutputStream(CHUNK);
      byte[] chunk = new byte[CHUNK];
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        if (body.size() + read > maxBytes) {
          throw tooLarge();
        }
        if (!memory.tryReserve(ProcessLoad.bodyBytes(read))) {
          throw noCapacity();
        }
        body.write(chunk, 0, read);
      }
      return body.toByteArray();
    } catch (IOException e) {
      throw Failure.of(Code.MALFORMED, "malformed_gzip", "The body is not valid gzip");
    }
  }

  private static boolean isInUtf8(String type, String expected) {
    String[] parts = type.toLowerCase(Locale.ROOT).split(";", -1);
    if (!parts[0].trim().equals(expected)) {
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
