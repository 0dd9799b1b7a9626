package dev.shopwire.app.partner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.lifecycle.LifecycleEntry;
import dev.shopwire.sources.lifecycle.LifecycleState;
import dev.shopwire.sources.lifecycle.Span;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.partner.HistoryCharge;
import dev.shopwire.testing.partner.HistoryEvent;
import dev.shopwire.testing.partner.HistoryKind;
import dev.shopwire.testing.partner.HistoryPlan;
import dev.shopwire.testing.partner.HistoryShop;
import dev.shopwire.testing.partner.PartnerEmulator;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that members of segments with conditions on lifecycles are those that follow from the
 * records, through syncs, ends of trials, another configuration and the end of a connection.
 */
@Tag("stores")
class LifecycleSegmentsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int EVENTS = 300;
  private static final String IN_TRIAL = "app:any state = trial";
  private static final String INSTALLED_JUST_NOW = "app:any installed within 1m";

  /** What conditions mean, apart from those of one app. */
  private static final Map<String, Predicate<Lifecycle>> CONDITIONS =
      Map.of(
          "app:any state = trial",
          state(LifecycleState.TRIAL),
          "app:any state in (frozen, canceling, unsubscribed)",
          state(LifecycleState.FROZEN, LifecycleState.CANCELING, LifecycleState.UNSUBSCRIBED),
          "app:any paying",
          LifecycleSegmentsIT::isPaying,
          "app:any mrr:USD gte 9.99",
          LifecycleSegmentsIT::isWorthTen,
          "app:any uninstalled",
          state(LifecycleState.UNINSTALLED),
          "NOT app:any state is set",
          lifecycle -> lifecycle.entry().isEmpty(),
          "app:any plan != basic",
          lifecycle -> !plan(lifecycle).equals("basic"));

  private static final RunningService SERVICE = RunningService.shared();

  private static Predicate<Lifecycle> state(LifecycleState... states) {
    return lifecycle ->
        lifecycle.entry().map(LifecycleEntry::state).filter(List.of(states)::contains).isPresent();
  }

  private static boolean isPaying(Lifecycle lifecycle) {
    List<Span> spans = lifecycle.spans();
    return !spans.isEmpty() && spans.get(spans.size() - 1).paying();
  }

  private static boolean isWorthTen(Lifecycle lifecycle) {
    return lifecycle.entry().stream()
            .flatMap(entry -> entry.mrr().stream())
            .anyMatch(mrr -> mrr.round(6).compareTo(new BigDecimal("9.99")) >= 0)
        && lifecycle
            .entry()
            .orElseThrow()
            .subscription()
            .orElseThrow()
            .price()
            .orElseThrow()
            .currency()
            .equals("USD");
  }

  private static String plan(Lifecycle lifecycle) {
    return lifecycle
        .entry()
        .flatMap(LifecycleEntry::subscription)
        .flatMap(subscription -> subscription.plan())
        .orElse("");
  }

  /** The connection of one app, and segments of its workspace. */
  private record Followed(
      PartnerFixture fixture, SegmentWorkspace workspace, Map<String, String> segments) {

    static Followed of(PartnerEmulator platform) {
      PartnerFixture fixture = PartnerFixture.of(SERVICE.tenants(), platform);
      SegmentWorkspace workspace = new SegmentWorkspace(SERVICE.tenants(), fixture.app());
      workspace.push("pushed.example.com", "{}");
      Map<String, String> segments = new LinkedHashMap<>();
      CONDITIONS.keySet().forEach(text -> segments.put(text, tracked(workspace, text)));
      segments.put(INSTALLED_JUST_NOW, tracked(workspace, INSTALLED_JUST_NOW));
      return new Followed(fixture, workspace, segments);
    }

    private static String tracked(SegmentWorkspace workspace, String text) {
      Response saved =
          workspace.save(SegmentWorkspace.body("name", text, "text", text).put("tracked", true));
      assertEquals(200, saved.status(), saved::body);
      return saved.json().at("/segment/id").asText();
    }

    JsonNode preview(String text) {
      Response response = workspace.preview(SegmentWorkspace.body("text", text).put("take", 100));
      assertEquals(200, response.status(), response::body);
      JsonNode preview = response.json().path("preview");
      assertEquals(preview.path("count").asInt(), preview.path("sample").size());
      return preview;
    }

    static Set<String> domains(JsonNode customers) {
      return new TreeSet<>(SegmentWorkspace.texts(customers, "/myplatformDomain"));
    }

    Set<String> members(String text) {
      return domains(
          workspace
              .get("/segments/" + segments.get(text) + "/members?take=1000")
              .json()
              .path("members"));
    }

    Set<String> customers() {
      return domains(
          workspace
              .get("/workspaces/" + fixture.app().workspaceId() + "/customers?take=1000")
              .json()
              .path("customers"));
    }

    /** The records of each customer, perhaps none. */
    private Map<String, List<JsonNode>> records() {
      Map<String, List<JsonNode>> records = new HashMap<>();
      customers().forEach(each -> records.put(each, List.of()));
      records.putAll(recordsByCustomer());
      return records;
    }

    private Map<String, List<JsonNode>> recordsByCustomer() {
      return workspace
          .get("/apps/" + fixture.app().appId() + "/partner-events?take=1000")
          .json()
          .path("events")
          .valueStream()
          .filter(event -> !event.path("customer").isNull())
          .collect(Collectors.groupingBy(event -> event.at("/customer/myplatformDomain").asText()));
    }

    /** The customers for whom a condition holds at a moment, by their records. */
    private Set<String> expected(
        Predicate<Lifecycle> condition, Instant at, Map<String, List<JsonNode>> records) {
      return records.entrySet().stream()
          .filter(
              each ->
                  condition.test(
                      Lifecycle.of(each.getValue().stream().map(ListedRecords::read).toList(), at)))
          .map(Map.Entry::getKey)
          .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Live members are right, and those of the tracked segments become so. */
    void assertMembers() {
      Map<String, List<JsonNode>> records = records();
      CONDITIONS.forEach(
          (text, condition) -> {
            JsonNode preview = preview(text);
            assertEquals(
                expected(condition, Instant.parse(preview.path("at").asText()), records),
                domains(preview.path("sample")),
                text);
          });
      assertTracked();
    }

    void assertTracked() {
      segments
          .keySet()
          .forEach(
              text ->
                  Poll.until(
                      PATIENCE,
                      () -> text + ": " + members(text) + " are " + preview(text),
                      () -> members(text).equals(domains(preview(text).path("sample")))));
    }

    void assertNoDrift() {
      for (String segment : segments.values()) {
        workspace.post("/segments/" + segment + "/verify", SegmentWorkspace.body());
        Poll.until(
            PATIENCE,
            () -> "the check ends: " + workspace.segment(segment),
            () -> workspace.segment(segment).at("/tracking/drift/finishedAt").isTextual());
        JsonNode drift = workspace.segment(segment).at("/tracking/drift");
        assertEquals(0, drift.path("missing").asInt(), drift::toString);
        assertEquals(0, drift.path("extra").asInt(), drift::toString);
      }
    }

    /** The last transitions of a shop, newest first. */
    List<String> transitions(String text, HistoryShop shop) {
      JsonNode all =
          workspace.get("/segments/" + segments.get(text) + "/transitions?take=1000").json();
      return all.path("transitions")
          .valueStream()
          .filter(each -> each.path("myplatformDomain").asText().equals(shop.domain()))
          .map(each -> each.path("type").asText() + " " + each.at("/cause/type").asText())
          .toList();
    }
  }

  private static void add(
      PartnerEmulator platform,
      HistoryKind kind,
      HistoryShop shop,
      @Nullable HistoryCharge charge,
      Instant at) {
    platform
        .log()
        .add(
            new HistoryEvent(
                platform.log().nextNumber(), at, kind, shop, charge, null, null, null, null));
  }

  @Test
  void membersAreThoseOfTheRecordsWhateverChangesThem() {
    try (PartnerEmulator platform = PartnerFixture.platform(EVENTS)) {
      Followed followed = Followed.of(platform);
      PartnerFixture fixture = followed.fixture();
      fixture.connect("historical-events");
      fixture.awaitLive();
      fixture.sync();
      followed.assertMembers();
      assertTrue(followed.members("app:any paying").size() > 2);
      followTimeWithoutSyncs(platform, followed);
      fixture.act("resume");
      fixture.sync();
      followed.assertMembers();
      fetchLess(followed);
      followed.assertMembers();
      followed.assertNoDrift();
      Response deleted = SERVICE.tenants().console().delete(fixture.path());
      assertEquals(200, deleted.status(), deleted::body);
      followed.assertTracked();
      assertEquals(Set.of(), followed.members("app:any paying"));
      assertEquals(followed.customers(), followed.members("NOT app:any state is set"));
      followed.assertNoDrift();
    }
  }

  /**
   * Two shops for which something ends soon: a trial, and the first minute after the install.
   *
   * @param end of both
   */
  private record Ending(HistoryShop trial, HistoryShop install, Instant end) {
    static Ending add(PartnerEmulator platform, int lead) {
      Instant end = Instant.now().truncatedTo(ChronoUnit.SECONDS).plusSeconds(lead);
      Ending ending =
          new Ending(
              new HistoryShop(999_000 + lead, false), new HistoryShop(998_000 + lead, false), end);
      HistoryCharge charge = new HistoryCharge(999_995, HistoryPlan.TWO_DIGITS.get(1), 1, false);
      Instant day = end.minus(Duration.ofDays(1));
      LifecycleSegmentsIT.add(platform, HistoryKind.ACTIVATED, ending.trial(), charge, day);
      LifecycleSegmentsIT.add(
          platform, HistoryKind.ACTIVATED, new HistoryShop(997_000 + lead, true), charge, day);
      LifecycleSegmentsIT.add(
          platform, HistoryKind.INSTALLED, ending.install(), null, end.minusSeconds(60));
      return ending;
    }

    boolean isOver() {
      return !Instant.now().isBefore(end);
    }

    boolean hasTransitions(Followed followed, String... expected) {
      return followed.transitions(IN_TRIAL, trial).equals(List.of(expected))
          && followed.transitions(INSTALLED_JUST_NOW, install).equals(List.of(expected));
    }
  }

  /** A trial ends, and an install becomes older than a minute, while nothing is fetched. */
  private static void followTimeWithoutSyncs(PartnerEmulator platform, Followed followed) {
    Ending ending = entered(platform, followed);
    followed.fixture().act("pause");
    Poll.until(
        PATIENCE,
        () -> "the trial and the minute are over: " + followed.members(IN_TRIAL),
        () ->
            ending.hasTransitions(followed, "exited time", "entered partner")
                && followed.members("app:any paying").contains(ending.trial().domain()));
    assertTrue(ending.isOver());
    assertExplained(followed, ending.trial(), ending.end());
    followed.assertTracked();
  }

  /** Both shops are members before anything has ended: on a slow machine that takes longer. */
  private static Ending entered(PartnerEmulator platform, Followed followed) {
    for (int lead = 6; lead < 60; lead *= 2) {
      Ending ending = Ending.add(platform, lead);
      followed.fixture().sync();
      Poll.until(
          PATIENCE,
          () -> "the shops are members: " + followed.members(IN_TRIAL),
          () -> ending.isOver() || ending.hasTransitions(followed, "entered partner"));
      if (!ending.isOver()) {
        return ending;
      }
    }
    throw new AssertionError("the machine is too slow");
  }

  private static void assertExplained(Followed followed, HistoryShop trial, Instant end) {
    String customer = followed.workspace().customerId(trial.domain());
    JsonNode why =
        followed
            .workspace()
            .explain("app:any paying since 1d ago", customer)
            .json()
            .path("explanation");
    assertTrue(why.path("member").asBoolean(), why::toString);
    assertEquals(end, Instant.parse(why.at("/condition/value").asText()));
    assertEquals("subscribed", why.at("/condition/evidence/0/state").asText(), why::toString);
    assertEquals(end, Instant.parse(why.at("/condition/evidence/0/at").asText()));
    assertEquals(
        "pro",
        followed
            .workspace()
            .explain("app:any plan != basic", customer)
            .json()
            .at("/explanation/condition/value")
            .asText());
  }

  /** Another configuration takes the place of what is shown once it is complete. */
  private static void fetchLess(Followed followed) {
    PartnerFixture fixture = followed.fixture();
    String since = LocalDate.now(ZoneOffset.UTC).minusDays(60).toString();
    String body =
        fixture
            .body("historical-events", "")
            .replaceFirst("\"since\":\"[^\"]*\"", "\"since\":\"" + since + "\"");
    Response response = SERVICE.tenants().console().put(fixture.path(), body);
    assertEquals(200, response.status(), response::body);
    fixture.awaitLive();
    fixture.sync();
  }
}
