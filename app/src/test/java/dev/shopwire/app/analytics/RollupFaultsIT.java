package dev.shopwire.app.analytics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Events that can't be added up cost their own app nothing more than themselves. */
class RollupFaultsIT {
  private static final Duration TIME = Duration.ofSeconds(30);

  // Bugs that no event of ours causes any more, in PostgreSQL's own terms.
  private static final String FAULTS =
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
      create trigger refuse_some before insert or update on usage_rollups
      for each row execute function refuse_some();
      create table ever_quarantined (app_id int);
      create function note_quarantined() returns trigger language plpgsql as $$
      begin
        insert into ever_quarantined values (new.app_id);
        return new;
      end $$;
      create trigger note_quarantined after update on usage_event_backlog
      for each row when (new.quarantined_at is not null) execute function note_quarantined()
      """;
  private static OwnService service;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service = new OwnService(Map.of("SHOPWIRE_ROLLUPS_MERGE_SECONDS", "4"));
    service.sql().run(FAULTS);
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static void post(Tenants.App app, String name, int events) {
    String event =
        "{\"eventName\":\"%s\",\"customerId\":\"s.example.com\",\"properties\":{\"n\":1}}"
            .formatted(name);
    Answer answer =
        app.api()
            .post(
                "/v1/usage_events",
                "{\"events\":[" + (event + ",").repeat(events - 1) + event + "]}");
    assertEquals(200, answer.status(), answer::body);
  }

  private static Answer report(Tenants.App app, String query) {
    Answer answer = app.api().get("/v1/usage_events/report?" + query);
    assertEquals(200, answer.status(), answer::body);
    return answer;
  }

  private static long count(Tenants.App app, String name) {
    return report(app, "eventName=" + name).json().at("/report/value").asLong();
  }

  private static double metric(String name) {
    return Metric.value(service.process().managementUrl(), name);
  }

  @Test
  void anEventThatMayBeAddedUpByNowIsTriedAgainWithoutARestart() {
    Tenants.App app = service.tenants().app();
    post(app, "later", 1);
    post(app, "good", 3);
    Poll.until(TIME, () -> "the others are added up", () -> count(app, "good") == 3);
    assertTrue(report(app, "eventName=later").json().has("asOf"));
    Poll.until(TIME, () -> "it was set aside", () -> timesSetAside(app) > 0);
    service.sql().run("delete from still_refused");
    Poll.until(TIME, () -> "it is added up", () -> count(app, "later") == 1);
    assertFalse(report(app, "eventName=later").json().has("asOf"));
  }

  @Test
  void anEventThatTimedOutTwiceIsNotTakenForTheCause() {
    Tenants.App app = service.tenants().app();
    post(app, "slow", 1);
    Poll.until(TIME, () -> "it is added up", () -> count(app, "slow") == 1);
    assertEquals(0, timesSetAside(app));
    assertTrue(service.sql().number("select last_value from slow_tries") >= 3);
  }

  private static long timesSetAside(Tenants.App app) {
    return service
        .sql()
        .number("select count(*) from ever_quarantined where app_id = " + app.appId());
  }

  @Test
  void theEventAtFaultIsSetAsideAloneAndAllOthersAreAddedUp() {
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
    Poll.until(TIME, () -> "the other app is added up", () -> count(other, "good") == 68);
    assertFalse(report(other, "eventName=good").json().has("asOf"));
    Poll.until(
        TIME,
        () -> "two events are set aside",
        () -> metric("shopwire_rollup_set_aside_events") == 2);
    Poll.until(
        TIME,
        () -> "nothing else waits",
        () ->
            sql.number(
                    "select count(*) from usage_event_backlog"
                        + " where quarantined_at is null and app_id = "
                        + poisoned.appId())
                == 0);
    assertEquals(284, count(poisoned, "good"));
    assertTrue(report(poisoned, "eventName=good").json().has("asOf"), "says what is missing");
    assertEquals(
        "1,1",
        sql.text(
            "select string_agg(events::text, ',') from usage_event_backlog where app_id = ?",
            Integer.parseInt(poisoned.appId())));
    sql.run("drop trigger refuse_some on usage_rollups");
    service.process().stop();
    service.startAgain();
    Poll.until(TIME, () -> "they are tried again", () -> count(poisoned, "poison") == 2);
    assertFalse(report(poisoned, "eventName=poison").json().has("asOf"));
  }
}
