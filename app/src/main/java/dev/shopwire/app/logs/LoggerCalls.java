package dev.shopwire.app.logs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.Answers;
import dev.shopwire.common.http.Bodies;
import dev.shopwire.common.http.Routes;
import dev.shopwire.common.json.Json;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code GET /loggers} and {@code PUT /loggers/{name}} of the management port, which is not public.
 * What is set lasts until the process ends. For one event loop.
 */
public final class LoggerCalls {
  private static final Logger LOG = LoggerFactory.getLogger(LoggerCalls.class);
  private static final String OWN = "dev.shopwire";
  private static final List<String> LEVELS =
      List.of("OFF", "ERROR", "WARN", "INFO", "DEBUG", "TRACE");

  /** Below these, libraries log headers and values that may be secret. */
  private static final List<String> LEVELS_OF_LIBRARIES = List.of("OFF", "ERROR", "WARN", "INFO");

  private final Bodies bodies;

  public LoggerCalls(Bodies bodies) {
    this.bodies = bodies;
  }

  public void addTo(Routes routes) {
    routes
        .on(
            HttpMethod.GET,
            "/loggers",
            context -> Answers.ok(context, Map.of("loggers", Logs.all())))
        .on(HttpMethod.PUT, "/loggers/:name", this::put);
  }

  private void put(RoutingContext context) {
    String name = context.pathParam("name");
    bodies
        .readJson(context)
        .map(
            body -> {
              Logs.Entry before = Logs.find(name).orElseThrow(() -> Failure.unknown("logger"));
              Optional<String> level = level(before, body);
              Logs.Entry after = Logs.set(name, level);
              LOG.warn("Log level of {} is now {}", name, after.effectiveLevel());
              return Map.of("logger", after);
            })
        .onComplete(answer -> Answers.ok(context, answer), context::fail);
  }

  private static Optional<String> level(Logs.Entry logger, byte[] body) {
    JsonNode level = read(body);
    boolean own = logger.name().equals(OWN) || logger.name().startsWith(OWN + ".");
    List<String> allowed = own ? LEVELS : LEVELS_OF_LIBRARIES;
    if (level.isNull() && !logger.name().equals(Logger.ROOT_LOGGER_NAME)) {
      return Optional.empty();
    }
    if (!level.isTextual() || !allowed.contains(level.textValue())) {
      throw Failure.invalid(
          "/level",
          "unknown_level",
          "level must be one of "
              + String.join(", ", allowed)
              + (own ? "" : "; lines of libraries below that may show secrets"));
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
      // told below: the parser's own words are not for callers
    }
    throw Failure.invalid("", "invalid", "The body must be {\"level\":\"DEBUG\"}");
  }
}
