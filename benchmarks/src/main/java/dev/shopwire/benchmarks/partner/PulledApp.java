package dev.shopwire.benchmarks.partner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.TimedCalls;
import dev.shopwire.benchmarks.measure.TimedCalls.Call;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.partner.PartnerEmulator;
import java.time.LocalDate;
import java.util.Map;

/** An app whose records are fetched from an emulated platform. Blocking. */
final class PulledApp {
  private static final String DIALECT = "historical-events";
  private static final int INTERVAL_SECONDS = 3_600;

  private final TimedCalls console;
  private final PartnerEmulator platform;
  private final String path;
  private final LocalDate since;

  /**
   * @param since before the first event of the platform
   */
  PulledApp(Installation installation, PartnerEmulator platform, LocalDate since) {
    this.console = new TimedCalls(installation.consoleTarget());
    this.platform = platform;
    this.since = since;
    this.path = "/console/api/apps/" + installation.tenants().app().appId() + "/partner-connection";
  }

  /** Begins the backfill. */
  void connect() {
    PartnerEmulator.Settings settings = platform.settings();
    Map<String, Object> body =
        Map.of(
            "dialect",
            DIALECT,
            "parameters",
            Map.of(
                "base",
                platform.base(DIALECT),
                "organization",
                settings.organization(),
                "app",
                platform.appId(DIALECT),
                "token",
                settings.token()),
            "since",
            since.toString(),
            "intervalSeconds",
            INTERVAL_SECONDS);
    console.require(new Call("PUT", path, Json.MAPPER.valueToTree(body).toString()));
  }

  void pause() {
    act("pause");
  }

  void resume() {
    act("resume");
  }

  private void act(String action) {
    console.require(Call.post(path + "/" + action, ""));
  }

  /**
   * @throws IllegalStateException if everything is fetched
   */
  void requireBackfill() {
    JsonNode connection = console.require(Call.get(path)).path("partnerConnection");
    if (!connection.path("status").asText().equals("backfilling")) {
      throw new IllegalStateException("no backfill: " + connection);
    }
  }

  /** How many requests the platform has received. */
  long requests() {
    return platform.requests().total();
  }
}
