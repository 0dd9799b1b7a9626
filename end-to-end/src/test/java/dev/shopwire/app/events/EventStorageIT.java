package dev.shopwire.app.events;

import static dev.shopwire.app.support.UsageEventResponses.assertCounts;
import static java.time.ZoneOffset.UTC;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests that events are stored although their month has no partition, or the database rejects one
 * of them.
 */
class EventStorageIT {
  private static final String DROP_ALL =
      """
      do $$ declare part regclass; begin
        for part in select inhrelid::regclass from pg_inherits
          where inhparent = 'usage_events'::regclass
        loop execute format('drop table %s', part); end loop;
      end $$
      """;
  private static final String PARTITIONS =
      "select count(*) from pg_inherits where inhparent = 'usage_events'::regclass";

  // As if the checks of a request had missed something.
  private static final String REJECT =
      """
      create function planted() returns trigger language plpgsql as $$
      begin
        raise exception using errcode = 'invalid_text_representation';
      end $$;
      create trigger planted before insert on usage_events
      for each row when (new.event_name = 'rejected') execute function planted();
      """;

  private static OwnService service;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service = new OwnService(Map.of());
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  @Test
  void aWriteCreatesAMissingMonthAndTheIdsOfADroppedOneStayKnown() {
    Sql sql = service.sql();
    Tenants.App app = service.tenants().app();
    assertEquals(1, post(app, "old"));
    sql.run(DROP_ALL);
    assertEquals(0, sql.number(PARTITIONS));
    assertEquals(1, post(app, "new"));
    assertEquals(4, sql.number(PARTITIONS));
    assertEquals(0, post(app, "old"));

    // As after a clock that was months ahead: later months exist, the current one does not.
    sql.run(
        """
        drop table usage_events_%s;
        """
            .formatted(DateTimeFormatter.ofPattern("uuuu_MM").format(LocalDate.now(UTC))));
    assertEquals(3, sql.number(PARTITIONS));
    assertEquals(1, post(app, "newer"));
    assertEquals(4, sql.number(PARTITIONS));
    assertEquals(1, sql.events(app.appId()));
  }

  @Test
  void anEventThatTheDatabaseRejectsAffectsNoOther() {
    Tenants.App app = service.tenants().app();
    List<String> names = new ArrayList<>(Collections.nCopies(8, "stored"));
    names.set(3, "rejected");
    String events =
        names.stream()
            .map("{\"eventName\":\"%s\",\"customerId\":\"s.example.com\"}"::formatted)
            .collect(Collectors.joining(","));
    service.sql().run(REJECT);
    try {
      Response response = app.api().post("/v1/usage_events", "{\"events\":[" + events + "]}");
      assertCounts(response, 7, 0, 1);
      assertEquals("not_storable", response.json().at("/rejected/0/code").asText());
      assertEquals(3, response.json().at("/rejected/0/index").asInt(-1));
      assertEquals(7, service.sql().events(app.appId()));
    } finally {
      service.sql().run("drop function planted() cascade");
    }
  }

  private static int post(Tenants.App app, String id) {
    String event =
        "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"eventId\":\"%s\"}".formatted(id);
    return app.api().post("/v1/usage_events", event).json().path("accepted").asInt(-1);
  }
}
