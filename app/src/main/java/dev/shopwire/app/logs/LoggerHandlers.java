package dev.shopwire.app.logs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.BodyPause;
import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.http.Responses;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.tenancy.AdminTokenCheck;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Handles {@code GET /loggers} and {@code PUT /loggers/{name}} on the management port, which
 * require the admin token. Levels last until the process ends. Not thread-safe; use from one event
 * loop.
 */
public final class LoggerHandlers {
  private static final Logger AUDIT = LoggerFactory.getLogger("dev.shopwire.audit");
  private static final String OWN = "dev.shopwire";

  /** Loggers of libraries that help to find errors. */
  private static final List<String> LIBRARIES =
      List.of("com.hazelcast", "io.micrometer", "io.netty", "io.vertx", "org.flywaydb");

  /** Loggers that can't be turned off, not by a parent logger either (logback.xml). */
  private static final List<String> ALWAYS_ON =
      List.of("dev.shopwire.access", "dev.shopwire.audit");

  private static final List<String> LEVELS =
      List.of("OFF", "ERROR", "WARN", "INFO", "DEBUG", "TRACE");

  /** At lower levels libraries log headers and values that may be secret. */
  private static final List<String> LEVELS_OF_LIBRARIES = List.of("OFF", "ERROR", "WARN", "INFO");

  private static final List<String> LEVELS_ALWAYS_ON = List.of("WARN", "INFO", "DEBUG", "TRACE");

  private final AdminTokenCheck tokens;
  private final BodyReader bodies;

  public LoggerHandlers(AdminTokenCheck tokens, BodyReader bodies) {
    this.tokens = tokens;
    this.bodies = bodies;
  }

  public void addTo(Routes routes) {
    routes
        .on(HttpMethod.GET, "/loggers", this::list)
        .on(HttpMethod.PUT, "/loggers/:name", this::put);
  }

  private void list(RoutingContext context) {
    Responses.send(
        context,
        BodyPause.awaitPermission(
            tokens.check(context.request()),
            context,
            checked ->
                Future.succeededFuture(
                    Map.of(
                        "loggers",
                        Logs.all().stream().filter(entry -> isNamed(entry.name())).toList()))));
  }

  private void put(RoutingContext context) {
    String name = context.pathParam("name");
    Responses.send(
        context,
        BodyPause.awaitPermission(
            tokens.check(context.request()),
            context,
            checked -> bodies.readJson(context).map(body -> set(name, body))));
  }

  private static Map<String, Logs.Entry> set(String name, byte[] body) {
    Logs.Entry before =
        Logs.find(name)
            .filter(entry -> isNamed(entry.name()))
            .orElseThrow(() -> Failure.notFound("logger"));
    Logs.Entry after = Logs.set(name, level(before, body));
    AUDIT.warn("Log level of {} is now {}", name, after.effectiveLevel());
    return Map.of("logger", after);
  }

  private static boolean isNamed(String logger) {
    return isOneOf(logger, List.of(OWN)) || isOneOf(logger, LIBRARIES);
  }

  /** Whether {@code logger} is one of {@code names} or below one of them. */
  private static boolean isOneOf(String logger, List<String> names) {
    return names.stream().anyMatch(name -> logger.equals(name) || logger.startsWith(name + "."));
  }

  private static Optional<String> level(Logs.Entry logger, byte[] body) {
    JsonNode level = read(body);
    boolean alwaysOn = isOneOf(logger.name(), ALWAYS_ON);
    boolean library = isOneOf(logger.name(), LIBRARIES);
    if (level.isNull() && !alwaysOn) {
      return Optional.empty();
    }
    List<String> allowed = alwaysOn ? LEVELS_ALWAYS_ON : library ? LEVELS_OF_LIBRARIES : LEVELS;
    if (!level.isTextual() || !allowed.contains(level.textValue())) {
      throw Failure.invalid(
          "/level",
          "unknown_level",
          "level must be one of "
              + String.join(", ", allowed)
              + (library ? "; at lower levels libraries may log secrets" : "")
              + (alwaysOn ? "; this logger can't be turned off" : ""));
    }
    return Optional.of(level.textValue());
  }

  private static JsonNode read(byte[] body) {
    try {
      JsonNode document = Json.MAPPER.readTree(body);
      if (document != null
          && document.isObject()
          && document.size() == 1
          && document.has("level")) {
        return document.get("level");
      }
    } catch (IOException e) {
      // reported below, as callers must not see the parser's message
    }
    throw Failure.invalid("", "invalid", "The body must be {\"level\":\"DEBUG\"}");
  }
}
