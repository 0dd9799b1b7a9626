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
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads whole request bodies, within a size that holds before and after decompression, within the
 * time of {@code deadlines}, and as far as all bodies of the process find room: each is held from
 * its first bytes until its request's answer has ended. For one event loop.
 */
public final class BodyReader {
  private static final int PIECE = 16 << 10;
  private static final String CONTINUE = "100-continue";

  private final int maxBytes;
  private final Deadlines deadlines;
  private final MemoryBudget room;

  /**
   * @param maxBytes the largest body, as sent and unpacked
   * @param room for the bodies of all event loops
   */
  public BodyReader(int maxBytes, Deadlines deadlines, MemoryBudget room) {
    this.maxBytes = maxBytes;
    this.deadlines = deadlines;
    this.room = room;
  }

  /**
   * The body of {@code context}'s request as JSON text, unpacked; must be called before the
   * request's first asynchronous step.
   *
   * @return fails with 413, 415, or 400 for what is no gzip; with 503 for a body that comes too
   *     slowly or finds no room, since a retry may cure that
   */
  public Future<byte[]> readJson(RoutingContext context) {
    HttpServerRequest request = context.request();
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
    String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
    if (length != null && tooLong(length)) {
      return Future.failedFuture(tooLarge());
    }
    if (request.headers().contains(HttpHeaders.EXPECT, CONTINUE, true)) {
      context.response().writeContinue();
    }
    Reservation held = new Reservation(room);
    context.addEndHandler(ended -> held.end());
    Future<byte[]> body = readBytes(request, held);
    return gzip ? body.map(packed -> unpack(packed, held)) : body;
  }

  private Future<byte[]> readBytes(HttpServerRequest request, Reservation held) {
    Promise<byte[]> promise = Promise.promise();
    Collector collector = new Collector(promise, held);
    request.handler(collector::add);
    request.endHandler(end -> collector.complete());
    request.exceptionHandler(promise::tryFail);
    deadlines.watch(
        promise.future(),
        () -> collector.refuse(Failure.unavailable("The request body took too long to arrive")));
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
    private final Reservation held;
    private @Nullable Buffer first;
    private @Nullable ByteArrayOutputStream more;

    Collector(Promise<byte[]> promise, Reservation held) {
      this.promise = promise;
      this.held = held;
    }

    /** What comes after a refusal is dropped. */
    void add(Buffer chunk) {
      if (promise.future().isComplete()) {
        return;
      }
      int before = more != null ? more.size() : first != null ? first.length() : 0;
      long counted =
          ProcessLoad.bodyBytes(chunk.length()) + (before == 0 ? ProcessLoad.requestBytes() : 0);
      if (before + chunk.length() > maxBytes) {
        refuse(tooLarge());
      } else if (!held.take(counted)) {
        refuse(noRoom());
      } else if (before == 0) {
        first = chunk;
      } else {
        append(chunk);
      }
    }

    /** Copied, since a body may come byte by byte, and a buffer of one byte takes a hundred. */
    private void append(Buffer chunk) {
      if (more == null) {
        more = new ByteArrayOutputStream(PIECE);
        if (first != null) {
          more.writeBytes(first.getBytes());
          first = null;
        }
      }
      more.writeBytes(chunk.getBytes());
    }

    void refuse(Failure why) {
      first = null;
      more = null;
      held.end();
      promise.tryFail(why);
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

  private static Failure noRoom() {
    return Failure.unavailable("Too many large requests are under way");
  }

  private Failure tooLarge() {
    return Failure.of(
        Code.TOO_LARGE, "The body must not be larger than " + maxBytes + " bytes, unpacked too");
  }

  private byte[] unpack(byte[] packed, Reservation held) {
    try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed), 8192)) {
      ByteArrayOutputStream body = new ByteArrayOutputStream(PIECE);
      byte[] piece = new byte[PIECE];
      for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
        if (body.size() + read > maxBytes) {
          throw tooLarge();
        }
        if (!held.take(ProcessLoad.bodyBytes(read))) {
          throw noRoom();
        }
        body.write(piece, 0, read);
      }
      return body.toByteArray();
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
