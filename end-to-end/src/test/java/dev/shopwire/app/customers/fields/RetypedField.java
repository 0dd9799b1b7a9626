package dev.shopwire.app.customers.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/** The text field {@code seats} of a new app, which is retyped while pushes write it. */
final class RetypedField {
  private static final Sql SQL = RunningService.shared().sql();

  private final Tenants.App app = RunningService.shared().tenants().app();
  private final FieldPushes pushes;

  /** Creates the field with the value of one customer. */
  RetypedField(FieldPushes pushes) {
    this.pushes = pushes;
    assertEquals(200, push(0, "s0.example.com", "\"1\"").status());
  }

  Tenants.App app() {
    return app;
  }

  Http.Response push(int process, String shop, String value) {
    return pushes.push(app, process, shop, "\"seats\":" + value);
  }

  /** Inserts numbers as text values of new customers, by SQL. */
  void insertValues(int customers) {
    SQL.run(
        """
        with made as (
          insert into customers (workspace_id, domain)
          select %1$s, 'many-' || i || '.example.com' from generate_series(1, %2$d) i
          returning id, substring(domain from '[0-9]+') as i
        )
        insert into custom_field_values (workspace_id, customer_id, field_id, app_id, text_value)
        select %1$s, made.id, f.id, 0, made.i from made
        join custom_fields f on f.owner_app = %3$s and f.name = 'seats'
        """
            .formatted(app.workspaceId(), customers, app.appId()));
  }

  /**
   * @param more further fields of the request, each after a comma
   */
  Http.Response retype(String type, String more) {
    long id =
        SQL.number(
            "select id from custom_fields where owner_app = ? and name = 'seats'",
            Long.parseLong(app.appId()));
    return RunningService.shared()
        .tenants()
        .console()
        .post(
            "/console/api/custom-fields/" + id + "/retype",
            "{\"type\":\"%s\"%s}".formatted(type, more));
  }

  /** Waits until its values are being checked, or have been. */
  void awaitCheck() {
    Poll.until(Duration.ofSeconds(10), () -> "a check", () -> !stored().matches("text: .*, 0"));
  }

  /** Its type, the numbers of its values by column, and whether a retype is in progress. */
  String stored() {
    return SQL.text(
        """
        select f.type || ': ' || count(v.number_value) || ' numbers, ' || count(v.text_value)
          || ' texts, ' || (select count(*) from custom_field_retypes r where r.field_id = f.id)
        from custom_fields f left join custom_field_values v on v.field_id = f.id
        where f.owner_app = ? group by f.id
        """,
        Long.parseLong(app.appId()));
  }

  /** The result of a writer. */
  record Pushed(int pushes, long slowestMillis) {}

  /** Pushes texts until they are refused, from then on numbers; no push may fail otherwise. */
  Pushed pushUntil(AtomicBoolean finished, int writer) {
    String shop = "s" + writer + ".example.com";
    boolean isNumber = false;
    long slowest = 0;
    int value = 0;
    for (int remaining = 20; remaining > 0; remaining -= finished.get() ? 1 : 0) {
      value++;
      long start = System.nanoTime();
      Http.Response response = pushSeats(value % 2, shop, isNumber ? "%d" : "\"%d\"", value);
      if (response.status() == 422 && !isNumber) {
        assertEquals("field_type_mismatch", response.json().path("code").asText());
        isNumber = true;
        response = pushSeats((value + 1) % 2, shop, "%d", value);
      }
      slowest = Math.max(slowest, (System.nanoTime() - start) / 1_000_000);
      assertEquals(200, response.status(), response.body());
      assertEquals(value, response.json().at("/customer/customFields/seats").asInt());
    }
    return new Pushed(value, slowest);
  }

  private Http.Response pushSeats(int process, String shop, String format, int value) {
    return pushes.pushOnce(app, process, shop, "\"seats\":" + format.formatted(value));
  }
}
