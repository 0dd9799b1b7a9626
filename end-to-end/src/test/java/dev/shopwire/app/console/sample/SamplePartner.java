package dev.shopwire.app.console.sample;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Tenants;
import dev.shopwire.testing.partner.History;
import dev.shopwire.testing.partner.HistoryOptions;
import dev.shopwire.testing.partner.PartnerEmulator;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;

/** A partner connection of a sample, which has fetched a year of installs and earnings. */
record SamplePartner(Sample sample, Tenants.App app) {
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final String DIALECT = "historical-events";
  private static final int DAYS = 365;
  private static final int EVENTS = 800;

  /** The platform is not there any more afterwards; the next sync would be an hour later. */
  void create() {
    LocalDate first = LocalDate.now(ZoneOffset.UTC).minusDays(DAYS);
    HistoryOptions options = new HistoryOptions(19, first, DAYS - 1, 0.03, 0.03, 0.1);
    try (PartnerEmulator platform =
        new PartnerEmulator(0, PartnerEmulator.Settings.FAST, History.ofEvents(options, EVENTS))) {
      sample.api().put(path(), connection(platform, first));
      Poll.until(TIME, () -> "all is fetched", this::isLive);
    }
  }

  private String path() {
    return "/apps/" + app.appId() + "/partner-connection";
  }

  private static Map<String, Object> connection(PartnerEmulator platform, LocalDate since) {
    return Map.of(
        "dialect",
        DIALECT,
        "since",
        since.toString(),
        "intervalSeconds",
        3_600,
        "parameters",
        Map.of(
            "base",
            platform.base(DIALECT),
            "organization",
            "1001",
            "app",
            platform.appId(DIALECT),
            "token",
            PartnerEmulator.Settings.FAST.token()));
  }

  private boolean isLive() {
    JsonNode connection = sample.api().get(path()).path("partnerConnection");
    for (JsonNode stream : connection.path("streams")) {
      if (stream.path("lastSyncAt").isNull()) {
        return false;
      }
    }
    return connection.path("status").asText().equals("live");
  }
}
