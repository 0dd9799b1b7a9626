package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.PartnerDialects;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import dev.shopwire.testing.partner.Fault;
import dev.shopwire.testing.partner.PartnerEmulator;
import dev.shopwire.testing.partner.PartnerStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kills and freezes the process that polls, in a backfill by two processes. */
@Tag("full")
class PartnerTakeoverIT {
  private static final int EVENTS = RunSize.of("partnerTakeover.events", 4_000, 40_000);
  private static final int KILLS = RunSize.of("partnerTakeover.kills", 2, 20);
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Random random = new Random();
  private final Path dialects = PartnerDialects.directory();
  private final List<Map<String, String>> settings = new ArrayList<>();
  private final List<ServiceProcess> processes = new ArrayList<>();
  private OwnStores stores;
  private PartnerEmulator platform;
  private Sql sql;

  @BeforeEach
  void start() {
    stores = new OwnStores("partner-takeover");
    sql = stores.sql();
    platform = PartnerFixture.platform(EVENTS);
    // So that kills hit every part of a window: most pages are short, some need another attempt.
    platform.faults().share(Fault.SHORT_PAGE, 0.8);
    platform.faults().share(Fault.CUT_BODY, 0.02);
    for (int i = 0; i < 2; i++) {
      Map<String, String> more = new HashMap<>(PartnerFixture.settings(dialects));
      more.put("SHOPWIRE_VERTICLES", "sources,console,ingest");
      more.put("SHOPWIRE_SECRET_KEYS", RunningService.WEBHOOK_KEY);
      for (String port : List.of("HTTP", "CONSOLE", "MANAGEMENT")) {
        more.put("SHOPWIRE_" + port + "_PORT", Integer.toString(FreePorts.next()));
      }
      settings.add(stores.settings(more));
      processes.add(launch(i));
    }
    processes.forEach(ServiceProcess::awaitReady);
  }

  @AfterEach
  void stop() {
    processes.forEach(ServiceProcess::close);
    sql.close();
    platform.close();
    stores.close();
  }

  private ServiceProcess launch(int number) {
    Path directory = stores.directory().resolve("process-" + number);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ServiceProcess.launch(directory, settings.get(number));
  }

  private PartnerFixture through(int number, Tenants.App app) {
    ServiceProcess process = processes.get(number);
    Tenants tenants =
        new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN);
    return new PartnerFixture(tenants, app, platform);
  }

  /** Requests arrive again within the time that a takeover may take. */
  private void awaitRequests(String what) {
    long before = platform.requests().total();
    Poll.until(Duration.ofSeconds(16), () -> what, () -> platform.requests().total() > before + 1);
  }

  @Test
  void aKilledOrFrozenPollerLosesAndDoublesNothing() {
    Tenants tenants =
        new Tenants(
            processes.get(0).consoleUrl(), processes.get(0).httpUrl(), RunningService.ADMIN_TOKEN);
    Tenants.App app = tenants.app();
    through(0, app).connect("historical-events");
    awaitRequests("the pull begins");
    for (int kill = 0; kill < KILLS && isBackfilling(); kill++) {
      LockSupport.parkNanos(Duration.ofMillis(random.nextInt(500)).toNanos());
      processes.get(0).kill();
      processes.get(1).kill();
      processes.set(1, launch(1));
      processes.get(1).awaitReady();
      if (isBackfilling()) {
        awaitRequests("the other process has taken over");
      }
      processes.set(0, launch(0));
      processes.get(0).awaitReady();
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
    assertEquals(expected, sql.number("select count(*) from partner_records"));
    assertEquals(0, sql.number("select count(*) from partner_changes"));
    assertEquals(0, sql.number("select count(*) from partner_shop_changes"));
    assertTrue(sql.number("select max(epoch) from partner_leases") > 1);
    assertLifecyclesAreThoseOfARebuild(fixture);
  }

  /** A rebuild computes all of them from the records alone. */
  private void assertLifecyclesAreThoseOfARebuild(PartnerFixture fixture) {
    Poll.until(
        PATIENCE,
        () -> "lifecycles are computed",
        () -> sql.number("select count(*) from partner_touched_shops") == 0);
    String before = lifecycles();
    fixture.act("rebuild");
    Poll.until(
        PATIENCE,
        () -> "the rebuild is shown",
        () -> sql.number("select count(*) from partner_connections where rebuild_at is null") == 1);
    assertEquals(before, lifecycles());
  }

  private String lifecycles() {
    return sql.text(
        """
        select md5(string_agg(l.shop || l.history || l.history_keys || l.state, ',' order by l.shop))
        from partner_lifecycles l
        join partner_connections c on c.app_id = l.app_id and c.shown_id = l.fetch_id
        """);
  }

  private boolean isBackfilling() {
    return sql.number("select count(*) from partner_connections where backfill_finished_at is null")
        > 0;
  }

  /** The process that polls is frozen for longer than its lease, and then thawed. */
  private void freezeBothInTurn() {
    for (ServiceProcess process : processes) {
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
