package dev.shopwire.app.events;

import static java.time.ZoneOffset.UTC;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that missing monthly partitions of usage events are created. */
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
  void aWriteCreatesAMissingMonthAndTheIdsOfADroppedOneStayKnown() {
    try (OwnService service = new OwnService(Map.of())) {
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
  }

  private static int post(Tenants.App app, String id) {
    String event =
        "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"eventId\":\"%s\"}".formatted(id);
    return app.api().post("/v1/usage_events", event).json().path("accepted").asInt(-1);
  }
}
