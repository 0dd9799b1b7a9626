package dev.shopwire.common.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.json.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.io.UncheckedIOException;

/**
 * Sends successful responses: always 200, never empty, JSON except for exports and plain text
 * (docs/api/README.md).
 */
public final class Responses {
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  private Responses() {}

  /** Sends {@code value}, serialized by Jackson. */
  public static void ok(RoutingContext context, Object value) {
    context.response().putHeader(HttpHeaders.CONTENT_TYPE, JSON);
    end(context, value);
  }

  /** Sends {@code json}, an object serialized by another role. */
  public static void okJson(RoutingContext context, String json) {
    context.response().putHeader(HttpHeaders.CONTENT_TYPE, JSON);
    end(context, Buffer.buffer(json));
  }

  /** Sends text of media type {@code type}. */
  public static void text(RoutingContext context, String type, String text) {
    context.response().putHeader(HttpHeaders.CONTENT_TYPE, type);
    end(context, Buffer.buffer(text));
  }

  /** Sends {@code content} of media type {@code type}. */
  public static void bytes(RoutingContext context, String type, Buffer content) {
    context.response().putHeader(HttpHeaders.CONTENT_TYPE, type);
    end(context, content);
  }

  /** Sends a CSV export as a file download. */
  public static void csv(RoutingContext context, String csv) {
    context
        .response()
        .putHeader(HttpHeaders.CONTENT_TYPE, "text/csv; charset=utf-8")
        .putHeader("Content-Disposition", "attachment; filename=\"export.csv\"")
        .putHeader("X-Content-Type-Options", "nosniff");
    end(context, Buffer.buffer(csv));
  }

  /** Sends {@code result} when it completes, or fails the request with its failure. */
  public static void send(RoutingContext context, Future<?> result) {
    result.onComplete(value -> ok(context, value), context::fail);
  }

  static void end(RoutingContext context, Object value) {
    end(context, Buffer.buffer(bytes(value)));
  }

  private static void end(RoutingContext context, Buffer body) {
    UnreadResponses.send(context, body);
  }

  private static byte[] bytes(Object value) {
    try {
      return Json.MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
