package dev.shopwire.common.http;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.UnexpectedErrors;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.telemetry.RequestScope;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.ext.web.RoutingContext;
import io.vertx.ext.web.handler.HttpException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Maps every failure to an {@code application/problem+json} response (RFC 9457). */
public final class Problems {
  public static final String MEDIA_TYPE = "application/problem+json";
  private static final Logger LOG = LoggerFactory.getLogger(Problems.class);

  private Problems() {}

  /** Sends the failure of {@code context}; an unexpected one is logged once. */
  public static void respond(RoutingContext context) {
    HttpServerResponse response = context.response();
    if (response.ended() || response.closed()) {
      return;
    }
    if (response.headWritten()) {
      context.request().connection().close();
      return;
    }
    Failure failure = failureOf(context);
    RequestTracking.recordProblem(context, failure.code());
    writeHead(response, failure);
    if (UnreadRequestBodies.isUnread(context.request())) {
      response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    Responses.end(context, document(failure, RequestIds.of(context)));
  }

  private static void writeHead(HttpServerResponse response, Failure failure) {
    response.setStatusCode(failure.code().status()).putHeader(HttpHeaders.CONTENT_TYPE, MEDIA_TYPE);
    if (failure.code() == Code.UNAUTHORIZED) {
      response.putHeader("WWW-Authenticate", "Bearer");
    }
    failure
        .retryAfter()
        .ifPresent(
            after ->
                response.putHeader(
                    HttpHeaders.RETRY_AFTER,
                    Long.toString(Math.max(1, (after.toMillis() + 999) / 1000))));
  }

  /** Turns the response into a 503: there is no capacity for the intended body. */
  static Buffer tooManyUnread(RoutingContext context) {
    Failure failure = Failure.unavailable("Too many large responses are waiting to be read");
    writeHead(context.response(), failure);
    context.response().headers().remove("Content-Disposition");
    return Buffer.buffer(document(failure, RequestIds.of(context)).toString());
  }

  private static Failure failureOf(RoutingContext context) {
    Throwable error = context.failure();
    if (error instanceof Failure failure) {
      return failure;
    }
    if (error instanceof HttpException || error == null) {
      return ofStatus(error instanceof HttpException e ? e.getStatusCode() : context.statusCode());
    }
    return UnexpectedErrors.report(
        LOG,
        "%s %s failed (request %s)"
            .formatted(
                context.request().method(),
                RequestScope.current().flatMap(RequestScope::route).orElse("(no route)"),
                RequestIds.of(context)),
        error);
  }

  private static Failure ofStatus(int status) {
    return switch (status) {
      case 400 -> Failure.of(Code.MALFORMED, "The request is not valid HTTP");
      case 404 -> Failure.of(Code.NOT_FOUND, "There is nothing at this path");
      default -> Failure.internal();
    };
  }

  /** The problem document; {@code error} repeats the detail for clients of the previous vendor. */
  static ObjectNode document(Failure failure, String requestId) {
    ObjectNode problem = Json.MAPPER.createObjectNode();
    problem.put("type", "urn:shopwire:problem:" + failure.reason());
    problem.put("title", failure.code().title());
    problem.put("status", failure.code().status());
    problem.put("detail", failure.message());
    problem.put("code", failure.reason());
    problem.put("requestId", requestId);
    RequestScope.current()
        .flatMap(RequestScope::traceId)
        .ifPresent(id -> problem.put("traceId", id));
    problem.put("error", failure.message());
    if (!failure.errors().isEmpty()) {
      ArrayNode errors = problem.putArray("errors");
      for (ValidationError error : failure.errors()) {
        errors.addPOJO(error);
      }
    }
    failure.extensions().forEach(problem::putPOJO);
    return problem;
  }
}
