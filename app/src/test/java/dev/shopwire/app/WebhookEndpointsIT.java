package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Contracted;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The console's calls for webhook endpoints, and what causes write because of them. */
class WebhookEndpointsIT {
  private static final String API = "/console/api";
  private static final String USAGE = "\"topics\":[\"customers/usage_event\"]";

  private final RunningService service = RunningService.shared();
  private final Tenants.App app = service.tenants().app();
  private final Contracted console = service.tenants().console();
  private final Sql sql = service.sql();

  private static String endpointsOf(String workspaceId) {
    return API + "/workspaces/" + workspaceId + "/webhook-endpoints";
  }

  private static String path(String id) {
    return API + "/webhook-endpoints/" + id;
  }

  private Answer create(String members) {
    return console.post(
        endpointsOf(app.workspaceId()), "{\"url\":\"https://example.com/hooks\"," + members + "}");
  }

  private JsonNode made(String members) {
    Answer answer = create(members);
    assertEquals(200, answer.status(), answer::body);
    return answer.json().path("webhookEndpoint");
  }

  private String id(String members) {
    return made(members).path("id").asText();
  }

  private JsonNode show(String id) {
    Answer answer = console.get(path(id));
    assertEquals(200, answer.status(), answer::body);
    return answer.json().path("webhookEndpoint");
  }

  private JsonNode changed(String id, String members) {
    Answer answer = console.patch(path(id), "{" + members + "}");
    assertEquals(200, answer.status(), answer::body);
    return answer.json().path("webhookEndpoint");
  }

  private static void assertFaults(Answer answer, String faults) {
    assertEquals(422, answer.status(), answer::body);
    assertEquals(
        faults,
        StreamSupport.stream(answer.json().path("errors").spliterator(), false)
            .map(fault -> fault.path("pointer").asText() + " " + fault.path("code").asText())
            .collect(Collectors.joining(", ")));
  }

  private void use(Tenants.App of, String eventName) {
    Answer answer =
        of.api()
            .post(
                "/v1/usage_events",
                "{\"eventName\":\"" + eventName + "\",\"customerId\":\"a.example.com\"}");
    assertEquals(200, answer.status(), answer::body);
  }

  private long count(String table, String workspaceId) {
    return sql.number(
        "select count(*) from " + table + " where workspace_id = ?", Integer.parseInt(workspaceId));
  }

  private long due(String endpointId) {
    return sql.number(
        "select count(*) from webhook_due where workspace_id = ? and endpoint_id = ?",
        Integer.parseInt(app.workspaceId()),
        Long.parseLong(endpointId));
  }

  private String subscriptions(String endpointId) {
    return sql.text(
        """
        select coalesce(string_agg(topic || ' ' || coalesce(a.slug, '*') || ' ' || event_name, ', '
          order by topic, a.slug, event_name), '')
        from webhook_subscriptions s left join apps a on a.id = s.app_id
        where s.workspace_id = ? and endpoint_id = ?
        """,
        Integer.parseInt(app.workspaceId()),
        Long.parseLong(endpointId));
  }

  private String slug(Tenants.App of) {
    return sql.text("select slug from apps where id = ?", Integer.parseInt(of.appId()));
  }

  private void customer(Tenants.App of) {
    assertEquals(
        200, of.api().post("/v1/identify", "{\"myplatformDomain\":\"a.example.com\"}").status());
  }

  @Test
  void anEndpointIsMadeShownAndListed() {
    JsonNode made = made(USAGE + ",\"filter\":{\"eventNames\":[\"a\",\"b\"]},\"ordered\":true");
    assertEquals("https://example.com/hooks", made.path("url").asText());
    assertEquals("[\"customers/usage_event\"]", made.path("topics").toString());
    assertEquals("{\"eventNames\":[\"a\",\"b\"]}", made.path("filter").toString());
    assertTrue(made.path("apps").isNull());
    assertTrue(made.path("ordered").booleanValue());
    assertEquals("enabled", made.path("status").asText());
    assertTrue(made.path("secrets").get(0).path("expiresAt").isNull());
    String id = made.path("id").asText();
    String plain = id("\"topics\":[\"contacts/created\",\"contacts/deleted\"]");
    assertTrue(show(plain).path("filter").isNull());
    assertFalse(show(plain).path("ordered").booleanValue());
    JsonNode first = console.get(endpointsOf(app.workspaceId()) + "?take=1").json();
    assertEquals(id, first.at("/webhookEndpoints/0/id").asText());
    assertTrue(first.path("hasNextPage").booleanValue());
    JsonNode second =
        console
            .get(endpointsOf(app.workspaceId()) + "?take=1&cursor=" + first.path("cursor").asText())
            .json();
    assertEquals(show(plain), second.at("/webhookEndpoints/0"));
    assertFalse(second.path("hasNextPage").booleanValue());
    assertEquals(2, count("webhook_counters", app.workspaceId()));
  }

  @Test
  void aSecretIsShownOnceAndKeptEncrypted() {
    JsonNode made = made(USAGE);
    String id = made.path("id").asText();
    Set<String> secrets = new TreeSet<>();
    secrets.add(made.path("signingSecret").asText());
    List<Answer> later = new ArrayList<>();
    Answer rotated = console.post(path(id) + "/rotate-secret", "{}");
    assertEquals(200, rotated.status(), rotated::body);
    secrets.add(rotated.json().path("signingSecret").asText());
    assertEquals(2, secrets.size());
    later.add(console.get(path(id)));
    later.add(console.get(endpointsOf(app.workspaceId())));
    later.add(console.patch(path(id), "{\"ordered\":true}"));
    later.add(console.post(path(id) + "/resume", "{\"pending\":\"send\"}"));
    later.add(console.post(path(id) + "/rotate-secret", "{\"overlapHours\":-1}"));
    assertEquals(List.of(200, 200, 200, 200, 422), later.stream().map(Answer::status).toList());
    String stored =
        sql.text(
            """
            select string_agg(row_to_json(s)::text || convert_from(sealed, 'LATIN1'), ',')
            from webhook_secrets s where workspace_id = ?
            """,
            Integer.parseInt(app.workspaceId()));
    assertEquals(2, count("webhook_secrets", app.workspaceId()));
    String said = service.process().output();
    for (String secret : secrets) {
      assertTrue(secret.matches("whsec_[A-Za-z0-9+/]{43}="), secret);
      String core = secret.substring(6, 40);
      later.forEach(answer -> assertFalse(answer.body().contains(core), answer::body));
      assertFalse(stored.contains(core), "in the database");
      assertFalse(said.contains(core), "in the log");
    }
    assertFalse(said.contains("whsec_"), "in the log");
    assertFalse(said.contains(RunningService.WEBHOOK_KEY), "the key in the log");
  }

  @Test
  void aRotationLeavesTheFormerSecretValidForAWhile() {
    String id = id(USAGE);
    Instant before = Instant.now();
    Instant until =
        Instant.parse(
            console
                .post(path(id) + "/rotate-secret", "{\"overlapHours\":168}")
                .json()
                .path("previousValidUntil")
                .asText());
    assertTrue(Duration.between(before, until).minusDays(7).abs().toMinutes() < 5);
    JsonNode secrets = show(id).path("secrets");
    assertEquals(2, secrets.size());
    assertTrue(secrets.get(0).path("expiresAt").isNull());
    assertEquals(until, Instant.parse(secrets.get(1).path("expiresAt").asText()));
    // A later rotation shortens what the earlier one granted, and never lengthens it.
    until =
        Instant.parse(
            console
                .send("POST", path(id) + "/rotate-secret", java.util.Map.of(), new byte[0])
                .json()
                .path("previousValidUntil")
                .asText());
    assertTrue(Duration.between(before, until).minusDays(1).abs().toMinutes() < 5);
    secrets = show(id).path("secrets");
    assertEquals(3, secrets.size());
    assertEquals(until, Instant.parse(secrets.get(2).path("expiresAt").asText()));
    assertEquals(200, console.post(path(id) + "/rotate-secret", "{\"overlapHours\":0}").status());
    assertEquals(1, show(id).path("secrets").size());
    assertEquals(1, count("webhook_secrets", app.workspaceId()));
  }

  @Test
  void tenSecretsAreValidAtATimeAtMost() {
    String id = id(USAGE);
    for (int i = 0; i < 9; i++) {
      assertEquals(200, console.post(path(id) + "/rotate-secret", "{}").status());
    }
    Answer more = console.post(path(id) + "/rotate-secret", "{}");
    assertEquals(409, more.status(), more::body);
    assertEquals("too_many_secrets", more.json().path("code").asText());
    JsonNode secrets = show(id).path("secrets");
    assertEquals(10, secrets.size());
    assertTrue(secrets.get(0).path("expiresAt").isNull(), "refused as a whole");
    assertEquals(200, console.post(path(id) + "/rotate-secret", "{\"overlapHours\":0}").status());
    assertEquals(1, show(id).path("secrets").size());
  }

  @Test
  void aCauseIsWrittenForThoseWhoWantItAndOtherwiseNot() {
    Tenants.App other = service.tenants().app();
    Tenants.App sibling = service.tenants().app(app.workspaceId());
    for (Tenants.App of : List.of(app, other, sibling)) {
      customer(of);
    }
    use(app, "a");
    assertEquals(0, count("webhook_messages", app.workspaceId()));
    String all = id(USAGE);
    String some =
        id(USAGE + ",\"filter\":{\"eventNames\":[\"b\"]},\"apps\":[\"" + slug(sibling) + "\"]");
    String contacts = id("\"topics\":[\"contacts/created\"]");
    use(app, "b");
    use(sibling, "c");
    use(sibling, "b");
    use(other, "b");
    assertEquals(3, count("webhook_messages", app.workspaceId()));
    assertEquals(3, due(all));
    assertEquals(1, due(some));
    assertEquals(0, due(contacts));
    assertEquals(0, count("webhook_messages", other.workspaceId()));
    assertEquals(0, count("webhook_due", other.workspaceId()));
  }

  @Test
  void aChangeKeepsWhatItDoesNotName() {
    String mine = slug(app);
    String id = id(USAGE + ",\"filter\":{\"eventNames\":[\"a\"]},\"apps\":[\"" + mine + "\"]");
    assertEquals("customers/usage_event " + mine + " a", subscriptions(id));
    changed(id, "\"topics\":[\"customers/usage_event\",\"contacts/created\"]");
    assertEquals(
        "contacts/created " + mine + " , customers/usage_event " + mine + " a", subscriptions(id));
    changed(id, "\"apps\":null");
    assertEquals("contacts/created * , customers/usage_event * a", subscriptions(id));
    changed(id, "\"filter\":null");
    assertEquals("contacts/created * , customers/usage_event * ", subscriptions(id));
    JsonNode before = show(id);
    assertEquals(before, changed(id, ""));
    JsonNode moved = changed(id, "\"url\":\"http://example.org/x\",\"ordered\":true");
    assertEquals("http://example.org/x", moved.path("url").asText());
    assertEquals(before.path("topics"), moved.path("topics"));
    assertEquals(before.path("secrets"), moved.path("secrets"));
  }

  @Test
  void everyChangeIsSeenByThoseWhoPoll() {
    String id = id(USAGE);
    String updated = "select updated_at from webhook_endpoints where id = ?";
    List<Runnable> changes =
        List.of(
            () -> changed(id, "\"ordered\":true"),
            () -> changed(id, "\"status\":\"disabled\""),
            () -> console.post(path(id) + "/resume", "{\"pending\":\"send\"}"),
            () -> console.post(path(id) + "/rotate-secret", "{}"),
            () -> console.delete(path(id)));
    String before = sql.text(updated, Long.parseLong(id));
    for (Runnable change : changes) {
      change.run();
      String after = sql.text(updated, Long.parseLong(id));
      assertNotEquals(before, after);
      before = after;
    }
  }

  @Test
  void disablingAndEnablingStartsAfresh() {
    String id = id(USAGE);
    sql.run(
        """
        update webhook_endpoints set status = 'probing', failures = 7, step = 2, probe_at = now(),
          failing_since = now(), last_error = 'timeout' where id =
        """
            + id);
    JsonNode disabled = changed(id, "\"status\":\"disabled\"");
    assertEquals("disabled", disabled.path("status").asText());
    assertEquals("console", disabled.path("statusReason").asText());
    assertEquals("timeout", disabled.path("lastError").asText());
    JsonNode enabled = changed(id, "\"status\":\"enabled\"");
    assertEquals("enabled", enabled.path("status").asText());
    assertTrue(enabled.path("statusReason").isNull());
    assertTrue(enabled.path("failingSince").isNull());
    assertEquals(
        "0 0 true",
        sql.text(
            """
            select failures || ' ' || step || ' ' || (probe_at is null)
            from webhook_endpoints where id = ?
            """,
            Long.parseLong(id)));
  }

  @Test
  void whatWaitedIsSentOrGivenUp() {
    customer(app);
    String id = id(USAGE);
    String bystander = id(USAGE);
    changed(id, "\"status\":\"disabled\"");
    changed(bystander, "\"status\":\"disabled\"");
    use(app, "a");
    use(app, "b");
    sql.run("update webhook_due set kind = 'test' where endpoint_id = " + bystander);
    Answer sent = console.post(path(id) + "/resume", "{\"pending\":\"send\"}");
    assertEquals("enabled", sent.json().at("/webhookEndpoint/status").asText());
    assertTrue(sent.json().path("skipped").isMissingNode());
    changed(id, "\"status\":\"disabled\"");
    sql.run(
        """
        insert into webhook_due (workspace_id, endpoint_id, message_id, lane, attempts)
        select e.workspace_id, e.id, webhook_message_id(), e.lane, 1
        from webhook_endpoints e, generate_series(1, 12000) where e.id =
        """
            + id);
    long waiting = due(id);
    Answer skipped = console.post(path(id) + "/resume", "{\"pending\":\"skip\"}");
    assertEquals(200, skipped.status(), skipped::body);
    assertEquals("enabled", skipped.json().at("/webhookEndpoint/status").asText());
    assertEquals(waiting, skipped.json().path("skipped").longValue());
    assertEquals(0, due(id));
    assertEquals(
        waiting,
        sql.number(
            """
            select count(*) from webhook_deliveries
            where endpoint_id = ? and status = 'failed' and reason = 'skipped'
            """,
            Long.parseLong(id)));
    Answer tests = console.post(path(bystander) + "/resume", "{\"pending\":\"skip\"}");
    assertEquals(0, tests.json().path("skipped").longValue());
    assertFaults(console.post(path(id) + "/resume", "{}"), "/pending required");
  }

  @Test
  void aDeletedEndpointIsNowhere() {
    customer(app);
    String id = id(USAGE);
    assertEquals(200, console.delete(path(id)).status());
    use(app, "a");
    for (String table :
        List.of("webhook_messages", "webhook_due", "webhook_subscriptions", "webhook_secrets")) {
      assertEquals(0, count(table, app.workspaceId()), table);
    }
    assertUnknown(id);
    assertEquals(
        0, console.get(endpointsOf(app.workspaceId())).json().path("webhookEndpoints").size());
  }

  private void assertUnknown(String id) {
    List<Answer> answers =
        List.of(
            console.get(path(id)),
            console.patch(path(id), "{}"),
            console.delete(path(id)),
            console.post(path(id) + "/rotate-secret", "{}"),
            console.post(path(id) + "/resume", "{\"pending\":\"send\"}"),
            console.post(path(id) + "/resume", "{\"pending\":\"skip\"}"));
    answers.forEach(answer -> assertEquals(404, answer.status(), answer::body));
  }

  @Test
  void unknownIdsAreNotFound() {
    for (String id : List.of("999999999999999999", "0", "x", "-1", "9999999999999999999999")) {
      assertUnknown(id);
    }
    assertEquals(404, console.get(endpointsOf("999999999")).status());
    assertEquals(
        404,
        console
            .post(endpointsOf("999999999"), "{\"url\":\"https://a.example\"," + USAGE + "}")
            .status());
    assertEquals(404, console.get(endpointsOf("99999999999")).status());
  }

  @Test
  void anotherWorkspacesEndpointsAndAppsAreNotThisOnes() {
    Tenants.App other = service.tenants().app();
    String id = id(USAGE);
    assertEquals(
        0, console.get(endpointsOf(other.workspaceId())).json().path("webhookEndpoints").size());
    assertFaults(
        create(USAGE + ",\"apps\":[\"" + slug(app) + "\",\"" + slug(other) + "\"]"),
        "/apps/1 unknown_app");
    assertFaults(
        console.patch(path(id), "{\"apps\":[\"" + slug(other) + "\"]}"), "/apps/0 unknown_app");
    assertEquals("customers/usage_event * ", subscriptions(id));
    Answer foreign =
        console.post(
            endpointsOf(other.workspaceId()), "{\"url\":\"https://b.example\"," + USAGE + "}");
    String before = show(id).toString();
    String foreignPath = path(foreign.json().at("/webhookEndpoint/id").asText());
    console.patch(foreignPath, "{\"topics\":[\"contacts/created\"],\"status\":\"disabled\"}");
    console.post(foreignPath + "/rotate-secret", "{}");
    console.delete(foreignPath);
    assertEquals(before, show(id).toString());
    assertEquals(1, count("webhook_secrets", app.workspaceId()));
    assertEquals("customers/usage_event * ", subscriptions(id));
  }

  @Test
  void whatIsWrongIsToldAllAtOnce() {
    assertFaults(
        console.post(
            endpointsOf(app.workspaceId()),
            "{\"url\":\"ftp://example.com\",\"topics\":[\"a/b\"],\"filter\":{\"eventNames\":[]}}"),
        "/url invalid_url, /topics/0 unknown_topic, /filter/eventNames invalid_filter");
    assertEquals(0, count("webhook_endpoints", app.workspaceId()));
  }

  @Test
  void aWorkspaceHasAThousandEndpointsAtMost() throws Exception {
    sql.run(
        """
        insert into webhook_endpoints (workspace_id, url, topics, status)
        select %s, 'https://example.com', '{contacts/created}',
          case when n <= 10 then 'deleted' else 'enabled' end
        from generate_series(1, 1005) as n
        """
            .formatted(app.workspaceId()));
    List<Integer> statuses = atOnce(8, () -> create(USAGE).status());
    assertEquals(5, statuses.stream().filter(status -> status == 200).count(), statuses::toString);
    assertEquals("endpoint_limit_reached", create(USAGE).json().path("code").asText());
    assertEquals(
        1_000,
        sql.number(
            "select count(*) from webhook_endpoints where workspace_id = ? and status <> 'deleted'",
            Integer.parseInt(app.workspaceId())));
  }

  @Test
  void changesAtOnceLeaveWhatOneOfThemAskedFor() throws Exception {
    String id = id(USAGE);
    String other = "\"topics\":[\"contacts/created\",\"contacts/deleted\"],\"filter\":null";
    String names = USAGE + ",\"filter\":{\"eventNames\":[\"a\",\"b\",\"c\"]}";
    for (int round = 0; round < 10; round++) {
      List<Integer> statuses =
          atOnce(
              6,
              () ->
                  console
                      .patch(path(id), "{" + (System.nanoTime() % 2 == 0 ? other : names) + "}")
                      .status());
      assertEquals(Set.of(200), Set.copyOf(statuses));
      boolean isOther = show(id).path("filter").isNull();
      assertEquals(
          isOther
              ? "contacts/created * , contacts/deleted * "
              : "customers/usage_event * a, customers/usage_event * b, customers/usage_event * c",
          subscriptions(id));
    }
  }

  private interface Call {
    int status();
  }

  private static List<Integer> atOnce(int times, Call call) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(times);
    try {
      List<Future<Integer>> calls = new ArrayList<>();
      for (int i = 0; i < times; i++) {
        calls.add(threads.submit(call::status));
      }
      List<Integer> statuses = new ArrayList<>();
      for (Future<Integer> status : calls) {
        statuses.add(status.get());
      }
      return statuses;
    } finally {
      threads.shutdownNow();
    }
  }
}
