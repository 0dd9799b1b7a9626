package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Tenants;
import dev.shopwire.testing.partner.History;
import dev.shopwire.testing.partner.HistoryEvent;
import dev.shopwire.testing.partner.HistoryOptions;
import dev.shopwire.testing.partner.PartnerEmulator;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Connects an app with an emulated platform, and waits for what the pull does. */
record PartnerFixture(Tenants tenants, Tenants.App app, PartnerEmulator emulator) {
  static final String TOKEN = PartnerEmulator.Settings.FAST.token();

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int DAYS = 500;

  /** Settings that let the service fetch from an emulator, quickly. */
  static Map<String, String> settings(Path dialects) {
    return Map.of(
        "SHOPWIRE_SOURCES_ALLOW_PRIVATE",
        "true",
        "SHOPWIRE_PARTNER_DIALECTS",
        dialects.toString(),
        "SHOPWIRE_PARTNER_REQUEST_MILLIS",
        "1000");
  }

  /** A platform whose history of 500 days ends yesterday. */
  static PartnerEmulator platform(int events) {
    HistoryOptions options =
        new HistoryOptions(
            7, LocalDate.now(ZoneOffset.UTC).minusDays(DAYS), DAYS - 1, 0.03, 0.1, 0.1);
    List<HistoryEvent> history = History.ofEvents(options, events);
    return new PartnerEmulator(0, PartnerEmulator.Settings.FAST, history);
  }

  static PartnerFixture of(Tenants tenants, PartnerEmulator emulator) {
    return new PartnerFixture(tenants, tenants.app(), emulator);
  }

  String path() {
    return "/console/api/apps/" + app.appId() + "/partner-connection";
  }

  String body(String dialect, String more) {
    return """
        {"dialect":"%s","parameters":{"base":"%s","organization":"1001","app":"%s","token":"%s"},
         "since":"%s","intervalSeconds":3600%s}
        """
        .formatted(
            dialect,
            emulator.base(dialect),
            emulator.appId(dialect),
            TOKEN,
            LocalDate.now(ZoneOffset.UTC).minusDays(DAYS + 1),
            more);
  }

  JsonNode connect(String dialect) {
    return ok(tenants.console().put(path(), body(dialect, "")));
  }

  JsonNode show() {
    return ok(tenants.console().get(path()));
  }

  JsonNode act(String action) {
    return ok(tenants.console().post(path() + "/" + action, ""));
  }

  private static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json().path("partnerConnection");
  }

  /** Waits until the connection is as it should be. */
  JsonNode await(String what, Predicate<JsonNode> condition) {
    JsonNode[] last = new JsonNode[1];
    Poll.until(
        PATIENCE,
        () -> what + ": " + last[0],
        () -> {
          last[0] = show();
          return condition.test(last[0]);
        });
    return last[0];
  }

  /** Waits until the first backfill is complete, and each stream was synced after it. */
  JsonNode awaitLive() {
    return await(
        "the connection is live",
        connection ->
            connection.path("status").asText().equals("live")
                && all(connection, stream -> !stream.path("lastSyncAt").isNull()));
  }

  /** Syncs all streams. */
  JsonNode sync() {
    JsonNode before = show();
    act("sync");
    return await(
        "a sync is made",
        connection ->
            all(
                connection,
                stream ->
                    !stream
                        .path("lastSyncAt")
                        .equals(stream(before, stream.path("name").asText()).path("lastSyncAt"))));
  }

  static boolean all(JsonNode connection, Predicate<JsonNode> condition) {
    for (JsonNode stream : connection.path("streams")) {
      if (!condition.test(stream)) {
        return false;
      }
    }
    return true;
  }

  static JsonNode stream(JsonNode connection, String name) {
    for (JsonNode stream : connection.path("streams")) {
      if (stream.path("name").asText().equals(name)) {
        return stream;
      }
    }
    throw new AssertionError("no stream " + name + " in " + connection);
  }

  /** Sum of a count over all streams. */
  static long sum(JsonNode connection, String count) {
    long sum = 0;
    for (JsonNode stream : connection.path("streams")) {
      sum += stream.path(count).asLong();
    }
    return sum;
  }
}
