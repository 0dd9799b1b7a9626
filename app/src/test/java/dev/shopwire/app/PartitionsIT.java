package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Months of usage events: made when they are missing, dropped when retention says so. */
class PartitionsIT {
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

  @Test
  void aMissingMonthIsMadeByTheWriteAndAnOldOneIsDroppedAloneWhileItsIdsStayKnown() {
    try (OwnService service = new OwnService(Map.of())) {
      Sql sql = service.sql();
      Tenants.App app = service.tenants().app();
      assertEquals(1, post(app, "old"));
      sql.run(DROP_ALL);
      assertEquals(0, sql.number(PARTITIONS));
      assertEquals(1, post(app, "new"));
      assertEquals(4, sql.number(PARTITIONS));
      assertEquals(0, post(app, "old"));

      sql.run(DROP_ALL);
      sql.run(
          "create table usage_events_2020_01 partition of usage_events"
              + " for values from (minvalue) to ('2020-02-01 00:00:00+00')");
      assertEquals(1, post(app, "newer"));
      assertEquals(5, sql.number(PARTITIONS));
      assertEquals(1, sql.number("select drop_usage_event_partitions(12)"));
      assertEquals(4, sql.number(PARTITIONS));
      assertEquals(0, sql.number("select drop_usage_event_partitions(12)"));
      assertEquals(1, sql.events(app.appId()));
    }
  }

  private static int post(Tenants.App app, String id) {
    String event =
        "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"eventId\":\"%s\"}".formatted(id);
    return app.api().post("/v1/usage_events", event).json().path("accepted").asInt(-1);
  }
}
