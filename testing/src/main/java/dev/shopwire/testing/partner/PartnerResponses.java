package dev.shopwire.testing.partner;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Sends responses, correct or with a fault. Called on the event loop. */
final class PartnerResponses {
  private static final String VERSION = "X-Api-Version";
  private static final int DRIP_MILLIS = 200;
  private static final int HUGE = 17 * 1024 * 1024;

  private final Vertx vertx;
  private final PartnerRequests requests;
  private final Map<String, JsonObject> previous = new ConcurrentHashMap<>();

  PartnerResponses(Vertx vertx, PartnerRequests requests) {
    this.vertx = vertx;
    this.requests = requests;
  }

  /**
   * @param refusal the status and why: {@code 401 token}
   */
  void refuse(HttpServerRequest request, String refusal, String version) {
    int status = Integer.parseInt(refusal.substring(0, 3));
    String why = refusal.substring(4);
    requests.outcome(why);
    HttpServerResponse response = request.response().setStatusCode(status);
    if (status == 429) {
      response.putHeader("Retry-After", "1");
    }
    json(response, version, PartnerPages.errors(why.toUpperCase(Locale.ROOT), words(why)));
  }

  private static String words(String why) {
    return switch (why) {
      case "token" -> "Invalid access token";
      case "organization" -> "The token has no access to this organization";
      case "version" -> "Invalid API version";
      case "rate" -> "Too many requests";
      default -> "Not found";
    };
  }

  void send(PartnerExchange exchange, JsonObject result) {
    requests.outcome(exchange.fault().map(Fault::apiName).orElse("ok"));
    HttpServerResponse response = exchange.request().response();
    if (exchange.fault().isEmpty()) {
      previous.put(exchange.path(), result);
      json(response, exchange.version(), result);
    } else {
      send(exchange, result, exchange.fault().get());
    }
  }

  private void send(PartnerExchange exchange, JsonObject result, Fault fault) {
    HttpServerRequest request = exchange.request();
    HttpServerResponse response = request.response();
    String version = exchange.version();
    switch (fault) {
      case TOO_MANY_REQUESTS -> status(response, version, 429, "Too many requests");
      case TOO_MANY_REQUESTS_RETRY_AFTER -> {
        response.putHeader("Retry-After", "2");
        status(response, version, 429, "Too many requests");
      }
      case UNAUTHORIZED -> status(response, version, 401, "Invalid access token");
      case FORBIDDEN -> status(response, version, 403, "Access denied");
      case BAD_REQUEST -> status(response, version, 400, "The organization is locked");
      case SERVER_ERROR ->
          response
              .setStatusCode(500)
              .putHeader("Content-Type", "text/html")
              .end("<html><body>Internal error</body></html>");
      case UNAVAILABLE -> status(response, version, 503, "Unavailable");
      case ERRORS -> json(response, version, error("INTERNAL_ERROR", "Something went wrong"));
      case ACCESS_DENIED ->
          json(response, version, error("ACCESS_DENIED", "The app may not read earnings"));
      case INVALID_CURSOR -> json(response, version, error("INVALID_CURSOR", "Invalid cursor"));
      case THROTTLED -> json(response, version, error("THROTTLED", "Throttled"));
      case STALL -> {}
      case DRIP -> drip(request, version);
      case CUT_BODY -> cut(request, version, result);
      case CLOSE -> request.connection().close();
      case HUGE_BODY -> huge(response, version);
      case NOT_JSON -> response.putHeader(VERSION, version).end("{\"data\": {\"events\"");
      case JSON_ARRAY -> response.putHeader(VERSION, version).end(new JsonArray().encode());
      case REPEATED_PAGE -> json(response, version, previous.getOrDefault(exchange.path(), result));
      case WRONG_VERSION -> json(response, "2020-01", result);
      case NO_VERSION ->
          response.putHeader("Content-Type", "application/json").end(result.toBuffer());
      default -> json(response, version, PartnerPages.change(result, fault));
    }
  }

  private static JsonObject error(String code, String message) {
    return PartnerPages.errors(code, message).putNull("data");
  }

  private static void status(
      HttpServerResponse response, String version, int status, String message) {
    json(response.setStatusCode(status), version, PartnerPages.errors("STATUS_" + status, message));
  }

  private static void json(HttpServerResponse response, String version, JsonObject body) {
    response
        .putHeader("Content-Type", "application/json")
        .putHeader(VERSION, version)
        .end(body.toBuffer());
  }

  private void drip(HttpServerRequest request, String version) {
    request.response().setChunked(true).putHeader(VERSION, version).write(" ");
    long timer = vertx.setPeriodic(DRIP_MILLIS, tick -> request.response().write(" "));
    request.connection().closeHandler(closed -> vertx.cancelTimer(timer));
  }

  private static void cut(HttpServerRequest request, String version, JsonObject result) {
    Buffer body = result.toBuffer();
    request
        .response()
        .putHeader(VERSION, version)
        .putHeader("Content-Length", Integer.toString(body.length()))
        .write(body.slice(0, body.length() / 2))
        .onComplete(written -> request.connection().close());
  }

  private static void huge(HttpServerResponse response, String version) {
    byte[] spaces = new byte[HUGE];
    Arrays.fill(spaces, (byte) ' ');
    response.putHeader(VERSION, version).end(Buffer.buffer(spaces).appendString("{}"));
  }
}
