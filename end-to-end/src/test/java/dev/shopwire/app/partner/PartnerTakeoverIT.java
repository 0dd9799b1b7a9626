package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.app.support.PartnerDialects;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Tenants;
import dev.shopwire.testing.partner.Fault;
import dev.shopwire.testing.partner.PartnerEmulator;
import dev.shopwire.testing.partner.PartnerStream;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kills and freezes the process that polls, in a backfill by two processes. */
@Tag("full")
class PartnerTakeoverIT {
  private static final String ROLES = "sources,console,ingest";
  private static final int EVENTS = RunSize.of("partnerTakeover.events", 4_000, 40_000);
  private static final int KILLS = RunSize.of("partnerTakeover.kills", 2, 20);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Random random = new Random();
  private OwnProcesses processes;
  private PartnerEmulator platform;

  @BeforeEach
  void start() {
    platform = PartnerFixture.platform(EVENTS);
    // So that kills hit every part of a window: most pages are short, some need another attempt.
    platform.faults().share(Fault.SHORT_PAGE, 0.8);
    platform.faults().share(Fault.CUT_BODY, 0.02);
    processes =
        new OwnProcesses(
            "partner-takeover", PartnerFixture.settings(PartnerDialects.shared()), ROLES, ROLES);
  }

  @AfterEach
  void stop() {
    processes.close();
    platform.close();
  }

  private PartnerFixture through(int number, Tenants.App app) {
    return new PartnerFixture(processes.tenants(number), app, platform);
  }

  /** Requests arrive again within the time that a takeover may take. */
  private void awaitRequests(String what) {
    long before = platform.requests().total();
    Poll.until(Duration.ofSeconds(16), () -> what, () -> platform.requests().total() > before + 1);
  }

  @Test
  void aKilledOrFrozenPollerLosesAndDoublesNothing() {
    Tenants.App app = processes.tenants(0).app();
    through(0, app).connect("historical-events");
    awaitRequests("the pull begins");
    for (int kill = 0; kill < KILLS && isBackfilling(); kill++) {
      LockSupport.parkNanos(Duration.ofMillis(random.nextInt(500)).toNanos());
      processes.kill(0);
      processes.kill(1);
      processes.restart(1);
      if (isBackfilling()) {
        awaitRequests("the other process has taken over");
      }
      processes.restart(0);
    }
    if (isBackfilling()) {
      freezeBothInTurn();
    }
    platform.faults().clear();
    PartnerFixture fixture = through(1, app);
    Poll.until(PATIENCE, () -> "live: " + fixture.show(), () -> !isBackfilling());
    JsonNode live = fixture.awaitLive();
    long expected =
        platform.log().all().stream()
            .filter(event -> event.kind().name(PartnerStream.EVENTS).isPresent())
            .count();
    assertEquals(expected, live.at("/counts/records").asLong());
    assertEquals(expected, processes.sql().number("select count(*) from partner_records"));
    assertEquals(0, processes.sql().number("select count(*) from partner_changes"));
    assertEquals(0, processes.sql().number("select count(*) from partner_shop_changes"));
    assertTrue(processes.sql().number("select max(epoch) from partner_leases") > 1);
    assertLifecyclesAreThoseOfARebuild(fixture);
  }

  /** A rebuild computes all of them from the records alone. */
  private void assertLifecyclesAreThoseOfARebuild(PartnerFixture fixture) {
    Poll.until(
        PATIENCE,
        () -> "lifecycles are computed",
        () -> processes.sql().number("select count(*) from partner_touched_shops") == 0);
    String before = lifecycles();
    fixture.act("rebuild");
    Poll.until(
        PATIENCE,
        () -> "the rebuild is shown",
        () ->
            processes
                    .sql()
                    .number("select count(*) from partner_connections where rebuild_at is null")
                == 1);
    assertEquals(before, lifecycles());
  }

  private String lifecycles() {
    return processes
        .sql()
        .text(
            """
        select md5(string_agg(l.shop || l.history || l.history_keys || l.state, ',' order by l.shop))
        from partner_lifecycles l
        join partner_connections c on c.app_id = l.app_id and c.shown_id = l.fetch_id
        """);
  }

  private boolean isBackfilling() {
    return processes
            .sql()
            .number("select count(*) from partner_connections where backfill_finished_at is null")
        > 0;
  }

  /** The process that polls is frozen for longer than its lease, and then thawed. */
  private void freezeBothInTurn() {
    for (ServiceProcess process : processes.all()) {
      long pid = process.process().pid();
      Signals.freeze(pid);
      try {
        if (isBackfilling()) {
          awaitRequests("the other process polls");
        }
      } finally {
        Signals.thaw(pid);
      }
    }
  }
}
