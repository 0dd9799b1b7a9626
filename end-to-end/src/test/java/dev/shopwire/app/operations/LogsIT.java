package dev.shopwire.app.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests the JSON log: request ids everywhere, secrets nowhere, levels that change at run time. */
class LogsIT {
  private static final ObservedService SERVICE = ObservedService.shared();
  private static final Map<String, String> ADMIN =
      Map.of("Authorization", "Bearer " + RunningService.ADMIN_TOKEN);

  private static List<JsonNode> lines() {
    List<JsonNode> lines = new ArrayList<>();
    for (String line : SERVICE.log().lines().filter(text -> text.startsWith("{")).toList()) {
      try {
        lines.add(Json.MAPPER.readTree(line));
      } catch (JsonProcessingException e) {
        throw new IllegalStateException(line, e);
      }
    }
    return lines;
  }

  private static List<JsonNode> of(String logger, String requestId) {
    return lines().stream()
        .filter(line -> line.path("logger").asText().equals(logger))
        .filter(line -> line.path("requestId").asText().equals(requestId))
        .toList();
  }

  private static List<JsonNode> successes() {
    return of("dev.shopwire.access", ObservedService.REQUEST_ID).stream()
        .filter(line -> line.path("status").asInt() == 200)
        .toList();
  }

  @Test
  void theAccessLogNamesRouteAndIdsOfARequest() {
    Poll.until(
        ObservedService.TIME, () -> "a line in " + SERVICE.log(), () -> !successes().isEmpty());
    JsonNode line = successes().get(0);
    assertEquals("POST", line.path("method").asText());
    assertEquals("/v1/identify", line.path("route").asText());
    assertTrue(line.path("bytes").asInt() > 10, line::toString);
    assertTrue(line.path("durationMs").isNumber(), line::toString);
    assertEquals(SERVICE.app().workspaceId(), line.path("workspaceId").asText());
    assertFalse(line.path("keyId").asText().isEmpty(), line::toString);
    assertEquals("0af7651916cd43dd8448eb211c80319c", line.path("traceId").asText());
  }

  @Test
  void slowQueriesOfAnotherRoleHaveTheCallersRequestId() {
    Poll.until(
        ObservedService.TIME,
        () -> "a statement of the push in " + SERVICE.log(),
        () -> {
          String id = "slow-" + System.nanoTime();
          SERVICE.call(
              "POST",
              "/v1/identify",
              id,
              ObservedService.identify().replace("\"n\"", "\"" + id + "\""));
          return of("dev.shopwire.statements", id).stream()
              .anyMatch(line -> line.path("sql").asText().contains("customer_profiles"));
        });
  }

  @Test
  void noLineContainsASecretOrWhatACallerSent() {
    String log =
        SERVICE
            .log()
            .lines()
            .filter(line -> line.startsWith("{"))
            .collect(Collectors.joining(System.lineSeparator()));
    for (String secret : SERVICE.secrets()) {
      assertFalse(log.contains(secret), secret);
    }
  }

  @Test
  void logLevelsNeedTheAdminToken() {
    for (String credentials : List.of("", "Bearer wrong", "Basic " + RunningService.ADMIN_TOKEN)) {
      Map<String, String> headers =
          credentials.isEmpty() ? Map.of() : Map.of("Authorization", credentials);
      Http management = SERVICE.management();
      assertEquals(401, management.send("GET", "/loggers", headers, new byte[0]).status());
      byte[] off = "{\"level\":\"OFF\"}".getBytes(StandardCharsets.UTF_8);
      assertEquals(401, management.send("PUT", "/loggers/dev.shopwire", headers, off).status());
    }
    assertEquals(200, get().status());
  }

  @Test
  void auditAndAccessLogsCannotBeTurnedOffNotEvenByTheirParent() {
    for (String logger : List.of("dev.shopwire.access", "dev.shopwire.audit")) {
      for (String level : List.of("\"OFF\"", "\"ERROR\"", "null")) {
        assertEquals(422, put(logger, "{\"level\":" + level + "}").status(), level);
      }
      assertEquals("INFO", levelOf(logger));
    }
    assertEquals(200, put("dev.shopwire", "{\"level\":\"OFF\"}").status());
    try {
      assertEquals("INFO", levelOf("dev.shopwire.access"));
      assertEquals("INFO", levelOf("dev.shopwire.audit"));
    } finally {
      assertEquals(200, put("dev.shopwire", "{\"level\":null}").status());
    }
    assertEquals(
        "WARN",
        put("dev.shopwire.access", "{\"level\":\"WARN\"}")
            .json()
            .at("/logger/effectiveLevel")
            .asText());
    assertEquals(200, put("dev.shopwire.access", "{\"level\":\"INFO\"}").status());
    assertTrue(
        lines().stream()
            .filter(line -> line.path("logger").asText().equals("dev.shopwire.audit"))
            .anyMatch(line -> line.path("message").asText().contains("dev.shopwire is now OFF")));
  }

  private static String levelOf(String name) {
    for (JsonNode logger : get().json().path("loggers")) {
      if (logger.path("name").asText().equals(name)) {
        return logger.path("effectiveLevel").asText();
      }
    }
    return "";
  }

  @Test
  void aLevelIsChangedAtRunTimeAndInvalidOnesAreRejected() {
    assertEquals(422, put("dev.shopwire", "{\"level\":\"LOUD\"}").status());
    assertEquals(422, put("io.vertx", "{\"level\":\"DEBUG\"}").status());
    assertEquals(
        404, put("ROOT", "{\"level\":\"INFO\"}").status(), "ROOT is not the name of a logger");
    assertEquals(422, put("dev.shopwire", "{\"level\":\"DEBUG\",\"more\":1}").status());
    assertEquals(404, put("dev.shopwire.nowhere.Odd", "{\"level\":\"DEBUG\"}").status());
    assertEquals(404, put("%0a%1b", "{\"level\":\"DEBUG\"}").status());
    Response set = put("dev.shopwire.statements", "{\"level\":\"DEBUG\"}");
    assertEquals("DEBUG", set.json().at("/logger/effectiveLevel").asText(), set::body);
    Poll.until(
        ObservedService.TIME,
        () -> "a line of level DEBUG",
        () -> lines().stream().anyMatch(line -> line.path("level").asText().equals("DEBUG")));
    Response unset = put("dev.shopwire.statements", "{\"level\":null}");
    assertEquals("INFO", unset.json().at("/logger/effectiveLevel").asText(), unset::body);
    Set<String> names = new TreeSet<>();
    get().json().path("loggers").forEach(logger -> names.add(logger.path("name").asText()));
    assertTrue(names.containsAll(Set.of("dev.shopwire", "dev.shopwire.access", "io.netty")));
    assertFalse(names.contains("ROOT"));
  }

  private static Response get() {
    return SERVICE.management().send("GET", "/loggers", ADMIN, new byte[0]);
  }

  private static Response put(String name, String body) {
    return SERVICE
        .management()
        .send(
            "PUT",
            "/loggers/" + name,
            Map.of(
                "Content-Type",
                "application/json",
                "Authorization",
                "Bearer " + RunningService.ADMIN_TOKEN),
            body.getBytes(StandardCharsets.UTF_8));
  }
}
