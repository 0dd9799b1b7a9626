package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.PartnerDialects;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.partner.PartnerEmulator;
import dev.shopwire.testing.partner.PartnerStream;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Measures a backfill, with the emulator on the same machine. */
@Tag("full")
class PartnerSpeedIT {
  private static final int EVENTS = RunSize.of("partnerSpeed.events", 50_000, 1_000_000);

  /**
   * Look-ups by key find one row each. Without statistics, other indexes may seem as good, of which
   * thousands of rows are read each time.
   */
  private static final int MOST_READ_PER_RECORD = 20;

  private static final String READ =
      """
      select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes
      where relname in ('partner_records', 'partner_shops', 'partner_shop_changes', 'partner_lifecycles')
      """;

  /** Far less than is reached on two free cores, since others may use the machine too. */
  private static final int LEAST_PER_SECOND = 1_000;

  @Test
  void aBackfillReadsThousandsOfEventsASecond() {
    Map<String, String> settings =
        new HashMap<>(PartnerFixture.settings(PartnerDialects.directory()));
    settings.put("SHOPWIRE_PARTNER_REQUEST_MILLIS", "30000");
    try (OwnService service = new OwnService(settings);
        PartnerEmulator platform = PartnerFixture.platform(EVENTS)) {
      PartnerFixture fixture = PartnerFixture.of(service.tenants(), platform);
      long start = System.nanoTime();
      fixture.connect("historical-events");
      Poll.until(
          Duration.ofMinutes(30),
          () -> "the backfill is over: " + fixture.show(),
          () -> fixture.show().at("/backfill/status").asText().equals("done"));
      double seconds = (System.nanoTime() - start) / 1e9;
      JsonNode done = fixture.show();
      long records = done.at("/counts/records").asLong();
      long expected =
          platform.log().all().stream()
              .filter(event -> event.kind().name(PartnerStream.EVENTS).isPresent())
              .count();
      assertEquals(expected, records);
      System.out.printf(
          "Backfill: %d records in %.1f s, %.0f/s%n", records, seconds, records / seconds);
      assertTrue(records / seconds > LEAST_PER_SECOND, () -> records + " in " + seconds + " s");
      long read = service.sql().number(READ);
      assertTrue(
          read < MOST_READ_PER_RECORD * records, () -> read + " index entries for " + records);
    }
  }
}
