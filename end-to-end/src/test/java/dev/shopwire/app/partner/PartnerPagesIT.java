package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.partner.Fault;
import dev.shopwire.testing.partner.PartnerEmulator;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests the pages about the partner interface, without JavaScript. */
class PartnerPagesIT {
  private static final String DIALECT = "historical-events";
  private static final Duration TIME = Duration.ofSeconds(60);

  private static final RunningService SERVICE = RunningService.shared();
  private static PartnerEmulator platform;

  private PartnerFixture fixture;
  private String path;
  private PageBrowser admin;

  @BeforeAll
  static void start() {
    platform = PartnerFixture.platform(300);
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  @BeforeEach
  void signIn() {
    fixture = PartnerFixture.of(SERVICE.tenants(), platform);
    path =
        "/console/w/%s/settings/apps/%s/partner"
            .formatted(fixture.app().workspaceId(), fixture.app().appId());
    admin = signedIn("admin");
  }

  private PageBrowser signedIn(String role) {
    return new PageBrowser(SERVICE.process().consoleUrl())
        .signedIn(new ConsoleUsers(SERVICE.sql()).add(fixture.app().workspaceId(), role));
  }

  private String text(PageBrowser page) {
    return page.page().select("main").text();
  }

  private Map<String, String> values(String token) {
    return Map.of(
        "base",
        platform.base(DIALECT),
        "organization",
        "1001",
        "app",
        platform.appId(DIALECT),
        "token",
        token);
  }

  @Test
  void anAdminTestsAndMakesAConnectionAndSeesWhatItBrings() {
    admin.open(path).submit("Apply", Map.of("Dialect", DIALECT));
    assertTrue(text(admin).contains("Not connected yet"), () -> text(admin));
    admin.submit("Connect", Map.of("organization", "1001"));
    assertEquals(422, admin.status());
    assertEquals("1001", admin.value("organization"));
    assertTrue(admin.alert().contains("token"), admin.alert());

    admin.submit(
        "Connect",
        with(values("wrong"), "Only test: read one page of each stream, and save nothing", "true"));
    assertEquals(200, admin.status());
    assertEquals("no", admin.rows("The test failed").get(0).get(1));
    assertTrue(text(admin).contains("Not connected yet"));
    admin.submit("Connect", Map.of("token", PartnerFixture.TOKEN));
    assertEquals(1, admin.rows("The test succeeded").size(), () -> text(admin));
    assertEquals("yes", admin.rows("The test succeeded").get(0).get(1));
    assertTrue(text(admin).contains("Not connected yet"));
    assertFalse(admin.response().body().contains(PartnerFixture.TOKEN));

    admin.open(path + "?dialect=" + DIALECT).submit("Connect", values(PartnerFixture.TOKEN));
    assertTrue(text(admin).contains("The connection was saved."), () -> text(admin));
    fixture.awaitLive();
    admin.open(path);
    assertTrue(text(admin).contains("Status live"), () -> text(admin));
    List<List<String>> streams = admin.rows("Streams");
    assertEquals("events", streams.get(0).get(0));
    assertEquals(
        fixture.show().at("/streams/0/records").asText(), streams.get(0).get(4), streams::toString);
    assertFalse(admin.response().body().contains(PartnerFixture.TOKEN));
    admin.follow("Records");
    assertEquals(50, admin.rows("Partner records").size());
    admin.submit("Apply", Map.of("Kind", "installed"));
    assertTrue(
        admin.rows("Partner records").stream().allMatch(row -> row.get(1).equals("installed")));
  }

  private static Map<String, String> with(Map<String, String> values, String name, String value) {
    Map<String, String> all = new HashMap<>(values);
    all.put(name, value);
    return all;
  }

  @Test
  void aConnectionIsPausedResumedReadAgainAndDeleted() {
    fixture.connect(DIALECT);
    fixture.awaitLive();
    act("Pause");
    assertTrue(text(admin).contains("Status paused"), () -> text(admin));
    assertFalse(admin.hasButton("Sync now"));
    act("Resume");
    act("Sync now");
    admin.open(path).submit("Read a range again", Map.of());
    admin.submit("Read a range again", Map.of("From", "1999-01-01"));
    assertEquals(422, admin.status());
    admin.submit("Read a range again", Map.of("From", "2026-01-01"));
    assertTrue(text(admin).contains("The range is being read again."), () -> text(admin));
    act("Rebuild");
    act("Delete");
    assertTrue(text(admin).contains("Not connected yet"), () -> text(admin));
    assertEquals(404, fixture.tenants().console().get(fixture.path()).status());
  }

  private void act(String button) {
    admin.open(path).submit(button, Map.of());
    admin.submit(button, Map.of());
    assertEquals(200, admin.status(), () -> text(admin));
  }

  @Test
  void aStopIsShownWithThePlatformsWordsToAnalystsToo() {
    platform.faults().next(Fault.UNAUTHORIZED, 1);
    fixture.connect(DIALECT);
    PageBrowser analyst = signedIn("analyst");
    Poll.until(
        TIME,
        () -> "the stop is shown: " + text(analyst),
        () -> text(analyst.open(path)).contains("Status stopped"));
    assertTrue(text(analyst).contains("unauthorized"), () -> text(analyst));
    assertFalse(analyst.hasButton("Resume"));
    assertFalse(analyst.hasButton("Save connection"));
    assertEquals(403, analyst.open(path + "?step=resume").status());
  }

  @Test
  void aValueOfTheReportLeadsToWhatIsBehindIt() {
    String report = "/console/w/%s/revenue".formatted(fixture.app().workspaceId());
    assertTrue(text(admin.open(report)).contains("Not connected yet"), () -> text(admin));
    fixture.connect(DIALECT);
    fixture.awaitLive();
    admin.open(report + "?metrics=active_installs,mrr&interval=monthly");
    assertEquals(200, admin.status(), () -> text(admin));
    assertTrue(text(admin).contains("active_installs = pairs of"), () -> text(admin));
    assertTrue(text(admin).contains("In USD:"), () -> text(admin));
    List<List<String>> months = admin.rows("Values of Active installs");
    List<String> month = months.get(months.size() - 2);
    assertTrue(Integer.parseInt(month.get(1)) > 1, months::toString);
    admin.follow(month.get(1));
    assertEquals("Behind a figure", admin.heading());
    List<List<String>> rows = admin.rows("Active installs");
    assertEquals(Math.min(50, Integer.parseInt(month.get(1))), rows.size());
    assertEquals("1", rows.get(0).get(2));
    admin.follow(rows.get(0).get(3));
    assertEquals("Partner records", admin.heading());
    assertFalse(admin.rows("Partner records").isEmpty());
    admin.open(report + "?metrics=happiness");
    assertEquals(422, admin.status());
    assertTrue(admin.alert().contains("must be one of installs"), admin.alert());
    assertEquals(422, admin.open(report + "?app=nothing").status());
  }
}
