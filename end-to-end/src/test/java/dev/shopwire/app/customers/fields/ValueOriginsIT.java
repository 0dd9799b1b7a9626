package dev.shopwire.app.customers.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Tests that it is stored when, through which app and with which request each value changed. */
class ValueOriginsIT {
  private static final int SHOPS = 300;
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final Sql SQL = RunningService.shared().sql();

  private final Tenants.App app = TENANTS.app();

  /** Pushes {@code fields} of the only shop and returns the app and the request, as stored. */
  private static String push(Tenants.App app, String fields) {
    return push(app, "a", fields);
  }

  private static String push(Tenants.App app, String shop, String fields) {
    Response response =
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"%s.example.com\",%s}".formatted(shop, fields));
    assertEquals(200, response.status(), response::body);
    return app.appId() + " " + response.header("X-Request-Id");
  }

  /** The app and the request that changed the value last; empty parts if they are not known. */
  private String originOf(String field) {
    return SQL.text(
        """
        select coalesce(max(coalesce(v.changed_app::text, '') || ' ' || coalesce(v.request_id, '')),
          'none')
        from customer_field_values v join custom_field_definitions f on f.id = v.field_id
        where v.workspace_id = ? and f.name = ? and (v.changed_at is null
          or v.changed_at between now() - interval '1 minute' and now())
        """,
        Long.parseLong(app.workspaceId()),
        field);
  }

  private String unsetBy(String field) {
    return SQL.text(
        """
        select coalesce(max(coalesce(u.unset_app::text, 'console') || ' '
          || coalesce(u.request_id, '')), 'none')
        from unset_field_values u join custom_field_definitions f on f.id = u.field_id
        where u.workspace_id = ? and f.name = ? and u.unset_at between now() - interval '1 minute'
          and now()
        """,
        Long.parseLong(app.workspaceId()),
        field);
  }

  /** The same of {@code name} or {@code email}. */
  private String profileOrigin(String column) {
    return SQL.text(
        """
        select coalesce(max(coalesce(COLUMN_changed_app::text, '') || ' '
          || coalesce(COLUMN_request_id, '')), 'none')
        from customer_names
        where workspace_id = ? and (COLUMN_changed_at is null
          or COLUMN_changed_at between now() - interval '1 minute' and now())
        """
            .replace("COLUMN", column),
        Long.parseLong(app.workspaceId()));
  }

  private void write(String statement) {
    SQL.run(statement + " where workspace_id = " + app.workspaceId());
  }

  @ConcurrentTest
  void aValueHasTheOriginOfThePushThatChangedItLast() {
    String first = push(app, "\"customFields\":{\"plan\":\"pro\",\"seats\":5}");
    assertEquals(first, originOf("plan"));
    assertEquals(first, originOf("seats"));
    push(app, "\"customFields\":{\"plan\":\"pro\",\"seats\":5.0}");
    String second = push(app, "\"customFields\":{\"plan\":\"pro\",\"seats\":6}");
    assertNotEquals(first, second);
    assertEquals(first, originOf("plan"));
    assertEquals(second, originOf("seats"));
    String third = push(app, "\"customFields\":{\"plan\":\"%s\"}".formatted("x".repeat(200)));
    assertEquals(third, originOf("plan"));
  }

  @ConcurrentTest
  void nameAndEmailHaveOriginsOfTheirOwn() {
    push(app, "\"customFields\":{}");
    assertEquals(" ", profileOrigin("name"));
    String name = push(app, "\"name\":\"Acme\"");
    assertEquals(name, profileOrigin("name"));
    assertEquals(" ", profileOrigin("email"));
    String email = push(app, "\"name\":\"Acme\",\"email\":\"a@acme.example\"");
    assertEquals(name, profileOrigin("name"));
    assertEquals(email, profileOrigin("email"));
    String cleared = push(app, "\"name\":null,\"email\":\"a@acme.example\"");
    assertEquals(cleared, profileOrigin("name"));
    assertEquals(email, profileOrigin("email"));
  }

  @ConcurrentTest
  void aSharedFieldHasTheOriginOfTheAppThatPushedIt() {
    Tenants.App other = TENANTS.app(app.workspaceId());
    Response shared =
        TENANTS
            .console()
            .post(
                "/console/api/workspaces/" + app.workspaceId() + "/custom-fields",
                "{\"name\":\"plan\",\"type\":\"text\",\"scope\":\"customers\"}");
    assertEquals(200, shared.status(), shared::body);
    push(app, "\"customFields\":{\"plan\":\"pro\"}");
    String last = push(other, "\"customFields\":{\"plan\":\"basic\"}");
    assertEquals(last, originOf("plan"));
  }

  @ConcurrentTest
  void anUnsetValueLeavesWhoUnsetItUntilItIsSetAgain() {
    push(app, "\"customFields\":{\"plan\":\"pro\",\"seats\":5}");
    assertEquals("none", unsetBy("plan"));
    String unset = push(app, "\"customFields\":{\"plan\":null}");
    push(app, "\"customFields\":{\"plan\":null}");
    assertEquals(unset, unsetBy("plan"));
    assertEquals("none", unsetBy("seats"));
    push(app, "\"customFields\":{\"plan\":\"basic\"}");
    assertEquals("none", unsetBy("plan"));
    String again = push(app, "\"customFields\":{\"plan\":null}");
    assertEquals(again, unsetBy("plan"));
  }

  @ConcurrentTest
  void aRetypeKeepsTheOriginsOfValuesAndUnsetsTheOthersByTheConsole() {
    String pushed = push(app, "\"customFields\":{\"seats\":\"5\"}");
    push(app, "b", "\"customFields\":{\"seats\":\"many\"}");
    long field =
        SQL.number("select id from custom_fields where owner_app = ?", Long.parseLong(app.appId()));
    Response retyped =
        TENANTS
            .console()
            .post(
                "/console/api/custom-fields/" + field + "/retype",
                "{\"type\":\"number\",\"unsetFailures\":true}");
    assertEquals(200, retyped.status(), retyped::body);
    Poll.until(
        Duration.ofSeconds(20),
        () -> "unset by " + unsetBy("seats"),
        () -> unsetBy("seats").equals("console "));
    assertEquals(pushed, originOf("seats"));
  }

  @ConcurrentTest
  void pushesThatAreWrittenTogetherKeepTheirOwnRequestIds() throws Exception {
    for (int shop = 0; shop < SHOPS; shop++) {
      push(app, "s" + shop, "\"customFields\":{\"n\":-1,\"gone\":true}");
    }
    ExecutorService threads = Executors.newFixedThreadPool(64);
    try {
      List<Callable<String>> calls = new ArrayList<>();
      for (int shop = 0; shop < SHOPS; shop++) {
        int number = shop;
        String fields =
            "\"name\":\"%1$d\",\"customFields\":{\"n\":%1$d,\"gone\":null}".formatted(number);
        calls.add(() -> number + "=" + push(app, "s" + number, fields));
      }
      List<String> expected = ConcurrentCalls.call(threads, calls).stream().sorted().toList();
      assertEquals(expected, stored("v.changed_app || ' ' || v.request_id"));
      assertEquals(expected, stored("p.name_changed_app || ' ' || p.name_request_id"));
      assertEquals(expected, stored("u.unset_app || ' ' || u.request_id"));
    } finally {
      threads.shutdownNow();
    }
  }

  /** For each shop its number and {@code origin}. */
  private List<String> stored(String origin) {
    String all =
        SQL.text(
            """
            select string_agg(v.number_value::int || '=' || %s, ',')
            from customer_field_values v
            join customer_names p on p.workspace_id = v.workspace_id and p.customer_id = v.customer_id
            join unset_field_values u on u.workspace_id = v.workspace_id
              and u.customer_id = v.customer_id
            where v.workspace_id = ?
            """
                .formatted(origin),
            Long.parseLong(app.workspaceId()));
    return List.of(all.split(",", -1)).stream().sorted().toList();
  }

  @ConcurrentTest
  void aChangeByThePreviousVersionLeavesNoWrongOrigin() {
    String pushed = push(app, "\"name\":\"Acme\",\"email\":\"a@b.example\"");
    String values = push(app, "\"customFields\":{\"plan\":\"pro\",\"seats\":5}");
    write("update custom_field_values set number_value = number_value + 1");
    assertEquals(" ", originOf("seats"));
    assertEquals(values, originOf("plan"));
    write("update customer_profiles set name = 'Other', email = email");
    assertEquals(" ", profileOrigin("name"));
    assertEquals(pushed, profileOrigin("email"));
  }

  @ConcurrentTest
  void requestIdsAreShownFor30DaysAndUnsetValuesAreForgottenThen() {
    push(app, "\"name\":\"Acme\",\"customFields\":{\"plan\":\"pro\",\"seats\":5}");
    push(app, "\"customFields\":{\"seats\":null}");
    write("update custom_field_values set changed_at = now() - interval '31 days'");
    write("update customer_profiles set name_changed_at = now() - interval '31 days'");
    write("update unset_custom_field_values set unset_at = now() - interval '31 days'");
    String known =
        """
        select changed_app || ' ' || (request_id is null) || ' '
          || (changed_at < now() - interval '30 days') from customer_field_values where workspace_id = ?
        """;
    assertEquals(app.appId() + " true true", SQL.text(known, Long.parseLong(app.workspaceId())));
    assertEquals(
        app.appId() + " true",
        SQL.text(
            "select name_changed_app || ' ' || (name_request_id is null) from customer_names"
                + " where workspace_id = ?",
            Long.parseLong(app.workspaceId())));
    assertEquals("none", unsetBy("seats"));
    String rows = "select count(*) from unset_custom_field_values where workspace_id = ?";
    Poll.until(
        Duration.ofSeconds(30),
        () -> "the row is purged",
        () -> SQL.number(rows, Long.parseLong(app.workspaceId())) == 0);
  }
}
