package dev.shopwire.app.analytics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Events that cannot be aggregated are quarantined; all others are still aggregated. */
@Tag("full")
class RollupFaultsIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  // Simulates failures that no known event causes any more, as errors of PostgreSQL.
  private static final String SIMULATED_FAILURES =
      """
      create table still_refused (event_name text);
      insert into still_refused values ('later');
      create sequence slow_tries;
      create function refuse_some() returns trigger language plpgsql as $$
      begin
        if new.event_name = 'poison'
            or exists (select from still_refused r where r.event_name = new.event_name) then
          raise exception 'division by zero' using errcode = '22012';
        end if;
        if new.event_name = 'slow' and nextval('slow_tries') <= 2 then
          raise exception 'canceling statement due to statement timeout' using errcode = '57014';
        end if;
        return new;
      end $$;
      create table ever_quarantined (app_id int);
      create function note_quarantined() returns trigger language plpgsql as $$
      begin
        insert into ever_quarantined values (new.app_id);
        return new;
      end $$;
      create trigger note_quarantined after update on usage_event_backlog
      for each row when (new.quarantined_at is not null) execute function note_quarantined()
      """;
  private static final String REFUSE =
      """
      create trigger refuse_some before insert or update on usage_rollups
      for each row execute function refuse_some()
      """;
  private static OwnService service;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service = new OwnService(Map.of("SHOPWIRE_ROLLUPS_MERGE_SECONDS", "4"));
    service.sql().run(SIMULATED_FAILURES);
    service.sql().run(REFUSE);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static void post(Tenants.App app, String name, int events) {
    String event =
        "{\"eventName\":\"%s\",\"customerId\":\"s.example.com\",\"properties\":{\"n\":1}}"
            .formatted(name);
    Response response =
        app.api()
            .post(
                "/v1/usage_events",
                "{\"events\":[" + (event + ",").repeat(events - 1) + event + "]}");
    assertEquals(200, response.status(), response::body);
  }

  private static Response report(Tenants.App app, String query) {
    Response response = app.api().get("/v1/usage_events/report?" + query);
    assertEquals(200, response.status(), response::body);
    return response;
  }

  private static long count(Tenants.App app, String name) {
    return report(app, "eventName=" + name).json().at("/report/value").asLong();
  }

  private static double metric(String name) {
    return Metric.value(service.process().managementUrl(), name);
  }

  @Test
  void aQuarantinedEventIsRetriedWithoutARestart() {
    Tenants.App app = service.tenants().app();
    post(app, "later", 1);
    post(app, "good", 3);
    Poll.until(TIMEOUT, () -> "the others are aggregated", () -> count(app, "good") == 3);
    assertTrue(report(app, "eventName=later").json().has("asOf"));
    Poll.until(TIMEOUT, () -> "the event was quarantined", () -> timesQuarantined(app) > 0);
    service.sql().run("delete from still_refused");
    Poll.until(TIMEOUT, () -> "the event is aggregated", () -> count(app, "later") == 1);
    assertFalse(report(app, "eventName=later").json().has("asOf"));
  }

  @Test
  void anEventThatTimedOutTwiceIsNotQuarantined() {
    Tenants.App app = service.tenants().app();
    post(app, "slow", 1);
    Poll.until(TIMEOUT, () -> "the event is aggregated", () -> count(app, "slow") == 1);
    assertEquals(0, timesQuarantined(app));
    assertTrue(service.sql().number("select last_value from slow_tries") >= 3);
  }

  private static long timesQuarantined(Tenants.App app) {
    return service
        .sql()
        .number("select count(*) from ever_quarantined where app_id = " + app.appId());
  }

  @Test
  void onlyFailingEventsAreQuarantinedAndAllOthersAreAggregated() {
    Sql sql = service.sql();
    Tenants.App poisoned = service.tenants().app();
    Tenants.App other = service.tenants().app();
    for (int i = 0; i < 5; i++) {
      post(poisoned, "good", 37);
      post(other, "good", 11);
    }
    post(poisoned, "poison", 1);
    String mixed = "{\"eventName\":\"%s\",\"customerId\":\"s.example.com\"}";
    StringBuilder batch = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      batch.append(i == 0 ? "" : ",").append(mixed.formatted(i == 61 ? "poison" : "good"));
    }
    assertEquals(
        200, poisoned.api().post("/v1/usage_events", "{\"events\":[" + batch + "]}").status());
    post(other, "good", 13);
    Poll.until(
        TIMEOUT, () -> "the other app's events are aggregated", () -> count(other, "good") == 68);
    assertFalse(report(other, "eventName=good").json().has("asOf"));
    Poll.until(
        TIMEOUT,
        () -> "two events are quarantined",
        () -> metric("shopwire_rollup_set_aside_events") == 2);
    Poll.until(
        TIMEOUT,
        () -> "nothing else is in the backlog",
        () ->
            sql.number(
                    "select count(*) from usage_event_backlog"
                        + " where quarantined_at is null and app_id = "
                        + poisoned.appId())
                == 0);
    assertEquals(284, count(poisoned, "good"));
    assertTrue(
        report(poisoned, "eventName=good").json().has("asOf"),
        "no asOf although events are missing");
    assertEquals(
        "1,1",
        sql.text(
            "select string_agg(events::text, ',') from usage_event_backlog where app_id = ?",
            Long.parseLong(poisoned.appId())));
    sql.run("drop trigger refuse_some on usage_rollups");
    service.process().stop();
    service.startAgain();
    Poll.until(
        TIMEOUT, () -> "the quarantined events are retried", () -> count(poisoned, "poison") == 2);
    assertFalse(report(poisoned, "eventName=poison").json().has("asOf"));
    service.sql().run(REFUSE); // for the other tests
  }
}
