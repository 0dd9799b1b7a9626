package dev.shopwire.app.console.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.console.browser.ShownPages.Shown;
import dev.shopwire.app.console.sample.Sample;
import dev.shopwire.app.console.sample.SampleExtremes;
import dev.shopwire.app.console.sample.SampleYear;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.ConsoleUsers.User;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.RunSize;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Opens every page of the console in Chromium, in light and dark colors and on phones: with a year
 * of data, with nothing, with many rows and very long values. Axe finds nothing, nothing scrolls
 * sideways, and no page weighs more than it may. New pages need no edit here.
 */
class EveryPageIT {
  private static final int SHOPS = RunSize.of("everyPage.shops", 40, 400);
  private static final int ROWS = RunSize.of("everyPage.rows", 300, 10_000);
  private static final String EMAIL = "olga@northwind.example";
  private static final String PASSWORD = "seven engines of brass";

  private static final PageGallery GALLERY = new PageGallery();

  private static CheckedPages pages;
  private static OwnService service;
  private static ConsoleBrowser owner;
  private static long ownerId;

  private final Receiver receiver = new Receiver();
  private final List<String> problems = new ArrayList<>();

  @BeforeAll
  static void start() throws Exception {
    pages = new CheckedPages();
    PageWeight.emptyCaches(pages.tab());
    service =
        new OwnService(
            Map.of(
                "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE",
                "true",
                "SHOPWIRE_SOURCES_ALLOW_PRIVATE",
                "true"));
    owner = new ConsoleBrowser(service.process().consoleUrl());
    Map<String, String> user =
        Map.of(
            "token",
            SetUpLink.token(service),
            "email",
            EMAIL,
            "name",
            "Olga Keller",
            "password",
            PASSWORD);
    Response created = owner.post("/setup", user);
    assertEquals(200, created.status(), created::body);
    ownerId = created.json().at("/user/id").asLong();
  }

  @AfterAll
  static void stop() throws IOException {
    if (Screenshots.areWanted()) {
      GALLERY.write();
    }
    if (service != null) {
      service.close();
    }
    if (pages != null) {
      pages.close();
    }
  }

  @AfterEach
  void closeReceiver() {
    receiver.close();
  }

  private static String url(String path) {
    return service.process().consoleUrl() + path;
  }

  /** Opens a page, signed in as the owner unless anyone may see it. */
  private void open(Shown page) {
    if (page.isOpen()) {
      pages.tab().call("Network.clearBrowserCookies", Map.of());
    }
    pages.page().open(url(page.address()));
    if (!page.isOpen() && pages.page().text("h1").equals("Sign in")) {
      pages.page().submit("Sign in", Map.of("Email", EMAIL, "Password", PASSWORD));
      pages.page().open(url(page.address()));
    }
  }

  private PageWeight weigh(Shown page) {
    PageWeight weight = PageWeight.of(pages.tab());
    if (weight.status() != page.status()) {
      problems.add(page.name() + ": status " + weight.status());
    }
    if (weight.all() > PageWeight.MAX_BYTES) {
      problems.add("%s: %d bytes with all it loads".formatted(page.name(), weight.all()));
    }
    return weight;
  }

  private void addProblems(Shown page, List<String> found) {
    found.forEach(problem -> problems.add(page.name() + ": " + problem));
  }

  private void assertNoProblems(List<Shown> shown) {
    assertTrue(shown.size() > 8, shown::toString);
    assertEquals("", String.join("\n", problems));
  }

  @Test
  void withAYearOfDataEveryPageIsAccessibleAndLight() {
    Sample workspace = Sample.empty(service.tenants(), "Northwind Apps");
    new ConsoleUsers(service.sql())
        .join(new User(ownerId, EMAIL), workspace.workspaceId(), "owner");
    Sample year =
        SampleYear.fill(workspace, service.process().consoleUrl(), owner, receiver, SHOPS);
    Screenshots screenshots = new Screenshots(pages.tab());
    List<Shown> shown = isThorough() ? ShownPages.withStates(year) : ShownPages.of(year);
    for (Shown page : shown) {
      open(page);
      PageWeight weight = weigh(page);
      List<String> found = pages.problems();
      GALLERY.add(page.name(), weight, found);
      addProblems(page, found);
      screenshots.forGallery(page.name(), PageGallery.VIEWS);
      screenshots.toLookAt("year/" + page.name());
    }
    ShownPages.of(year).stream()
        .filter(EveryPageWithoutRolesIT::isShown)
        .forEach(page -> GALLERY.addState(page.name(), EveryPageWithoutRolesIT.DIRECTORY));
    assertNoProblems(shown);
  }

  /** In the build axe does not run here: jsoup's tests have the same parts. */
  @Tag("full")
  @Test
  void withManyRowsAndVeryLongValuesEveryPageFitsIntoItsWidth() {
    Sample extremes =
        SampleExtremes.fill(Sample.empty(service.tenants(), "W".repeat(100)), receiver, ROWS);
    look("long", extremes);
  }

  /** In the build, apps without events are left to the tests of single pages. */
  @Tag("full")
  @Test
  void withNothingEveryPageSaysWhatToDo() {
    Sample empty = Sample.empty(service.tenants(), "New workspace");
    look("empty", empty);
    if (isThorough()) {
      empty.app("first-app", "First app");
      look("empty-app", empty);
    }
  }

  private static boolean isThorough() {
    return RunSize.isLong() || Screenshots.areWanted();
  }

  private void look(String state, Sample sample) {
    Screenshots screenshots = new Screenshots(pages.tab());
    List<Shown> shown = ShownPages.of(sample).stream().filter(page -> !page.isOpen()).toList();
    for (Shown page : shown) {
      open(page);
      weigh(page);
      addProblems(page, isThorough() ? pages.problems() : pages.problemsOfLayout());
      screenshots.toLookAt(state + "/" + page.name());
      if (!state.equals("empty-app")) {
        screenshots.forGallery(state + "/" + page.name(), PageGallery.VIEWS_OF_STATES);
        GALLERY.addState(page.name(), state);
      }
    }
    assertNoProblems(shown);
  }
}
