package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.testing.Signals;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests what pages show while the role webhook is unavailable, and while PostgreSQL doesn't
 * respond.
 */
class PageOutageIT {
  private static final String WORKSPACE = "/console/w/1";
  private static final String USERS = WORKSPACE + "/settings/users";

  private static OwnService service;
  private static PageBrowser browser;

  @BeforeAll
  static void start() {
    service =
        new OwnService(
            Map.of("SHOPWIRE_VERTICLES", "ingest,analytics,enrichment,attribution,console"));
    browser =
        new PageBrowser(service.process().consoleUrl())
            .signedIn(new ConsoleUsers(service.sql()).add("1", "owner"));
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void withoutARoleTheRestOfThePagesWorks() {
    String id =
        service
            .sql()
            .text(
                """
                insert into webhook_endpoints (workspace_id, url, topics)
                values (1, 'https://receiver.invalid/', '{contacts/created}') returning id
                """);
    for (String path : List.of("", "/" + id, "/" + id + "?explain=1")) {
      browser.open(WORKSPACE + "/webhooks" + path);
      assertEquals(200, browser.status(), path);
      String region = browser.page().select("main section.region").text();
      assertTrue(region.contains("The role webhook is not available now"), region);
    }
    browser.open(WORKSPACE + "/webhooks/new");
    browser.submit(
        "Create endpoint", Map.of("URL", "https://a.example", "contacts/created", "true"));
    assertEquals(503, browser.status());
    assertEquals(200, browser.open(WORKSPACE + "/webhooks/verify").status());
  }

  @Test
  void aPageSaysWithinTwoSecondsThatPostgresIsNotAvailable() {
    assertEquals(200, browser.open(USERS).status());
    long postgres = service.postgresPid();
    Signals.freeze(postgres);
    try {
      long start = System.nanoTime();
      browser.open(USERS);
      long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
      assertEquals(503, browser.status());
      assertTrue(millis < 2_500, "milliseconds: " + millis);
      assertEquals("Not available now", browser.heading());
      String navigation = browser.page().select("nav[aria-label=Main]").text();
      assertTrue(navigation.startsWith("Overview Customers "), navigation);
      assertEquals("Try again", browser.page().select("main > :not(nav) a").text());
    } finally {
      Signals.thaw(postgres);
    }
    assertEquals("Users", browser.open(USERS).heading());
  }
}
