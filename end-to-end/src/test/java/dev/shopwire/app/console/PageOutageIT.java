package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.testing.Signals;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests what pages show while PostgreSQL doesn't respond. */
class PageOutageIT {
  private static final String PAGE = "/console/w/1/settings/users";

  @Test
  void aPageSaysWithinTwoSecondsThatItIsNotAvailable() {
    try (OwnService service = new OwnService(Map.of())) {
      ConsoleUsers.User user = new ConsoleUsers(service.sql()).add("1", "owner");
      PageBrowser browser =
          new PageBrowser(service.process().consoleUrl()).signedIn(user).open(PAGE);
      assertEquals(200, browser.status());
      long postgres = service.postgresPid();
      Signals.freeze(postgres);
      try {
        long start = System.nanoTime();
        browser.open(PAGE);
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
      assertEquals("Users", browser.open(PAGE).heading());
    }
  }
}
