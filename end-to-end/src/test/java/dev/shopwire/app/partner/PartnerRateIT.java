package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.app.support.PartnerDialects;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.partner.Fault;
import dev.shopwire.testing.partner.PartnerEmulator;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that connections with one bucket share its rate over all processes. */
@Tag("full")
class PartnerRateIT {
  private static final int PROCESSES = 3;
  private static final int APPS = 6;
  private static final int SECONDS = 10;
  private static final Duration TIME = Duration.ofMinutes(2);
  private static final String DIALECT = "historical-events";

  private static OwnProcesses processes() {
    return new OwnProcesses(
        "partner-rate",
        PartnerFixture.settings(PartnerDialects.shared()),
        Collections.nCopies(PROCESSES, "sources,console,ingest").toArray(String[]::new));
  }

  @Test
  void connectionsOfOneBucketShareItsRateOverAllProcesses() {
    try (OwnProcesses processes = processes();
        PartnerEmulator platform = PartnerFixture.platform(6_000)) {
      platform.faults().share(Fault.SHORT_PAGE, 1);
      for (int i = 0; i < APPS; i++) {
        PartnerFixture fixture = PartnerFixture.of(processes.tenants(i % PROCESSES), platform);
        String body =
            fixture
                .body(DIALECT, "")
                .replace(DIALECT + "\",\"par", PartnerDialects.LIMITED + "\",\"par");
        assertEquals(200, fixture.tenants().console().put(fixture.path(), body).status());
        // Each process looks for connections once a second, at a moment of its own.
        int leased = i + 1;
        Poll.until(TIME, () -> leased + " are leased", () -> leases(processes) >= leased);
      }
      assertTrue(owners(processes) > 1, "one process has all connections");
      Poll.until(
          TIME,
          () -> platform.requests().total() + " requests",
          () -> platform.requests().total() > 2L * SECONDS * PartnerDialects.RATE);
      int most = platform.requests().mostWithin(SECONDS);
      int permitted = (SECONDS + 1) * PartnerDialects.RATE;
      assertTrue(most <= permitted, most + " requests within 10 s, permitted are " + permitted);
      assertTrue(most > permitted / 2, most + " requests within 10 s are few");
    }
  }

  private static long leases(OwnProcesses processes) {
    return processes.sql().number("select count(*) from partner_leases where ends_at > now()");
  }

  private static long owners(OwnProcesses processes) {
    return processes.sql().number("select count(distinct owner) from partner_leases");
  }
}
