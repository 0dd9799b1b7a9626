package dev.shopwire.app.api;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ConsoleBrowser;
import dev.shopwire.app.support.DocumentedOperation;
import dev.shopwire.app.support.DocumentedOperation.Example;
import dev.shopwire.app.support.DocumentedOperation.Parameter;
import dev.shopwire.app.support.OneTimeCodes;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.common.mail.UnsubscribeLink;
import dev.shopwire.common.mail.UnsubscribeTokens;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.Signals;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Sends the example requests of every operation of the three OpenAPI documents, in an order in
 * which each finds what it needs, and compares the responses with the documented ones; then sends
 * all of them at once while PostgreSQL hangs.
 */
class DocumentExamplesIT {
  private static final Pattern SETUP = Pattern.compile("#token=(\\S+)");
  private static final Duration SETTLING = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(50);

  /** The limit for a response while a store hangs, and a margin for a busy machine. */
  private static final Duration RESPONSE_LIMIT = Duration.ofMillis(2_000 + 500);

  private static final String CONSOLE = "console";
  private static final String API = "api";
  private static final String MANAGEMENT = "management";

  private static final Map<String, String> DOCUMENTS =
      Map.of(
          API, "/v1/openapi.json",
          CONSOLE, "/console/api/openapi.json",
          MANAGEMENT, "/openapi.json");

  /** Operations that delete what others need come last. */
  private static final List<String> SEQUENCE =
      List.of(
          "console setUp",
          "console signIn",
          "console getSession",
          "console changeProfile",
          "console listOwnSessions",
          "console endOwnSession",
          "console endOtherSessions",
          "console startTotp",
          "console confirmTotp",
          "console removeTotp",
          "console getOpenApi",
          "console getStatus",
          "console createWorkspace",
          "console listWorkspaces",
          "console changeWorkspace",
          "console getWorkspace",
          "console createInvitation",
          "console listInvitations",
          "console acceptInvitation",
          "console listWorkspaceUsers",
          "console changeWorkspaceUser",
          "console listAuditLog",
          "console listAllAuditLog",
          "console resetWorkspaceUser",
          "console acceptPasswordReset",
          "console listUsers",
          "console changeUser",
          "console createToken",
          "console listTokens",
          "console listWorkspaceTokens",
          "console createSavedView",
          "console listSavedViews",
          "console changeSavedView",
          "console createApp",
          "console listApps",
          "console createKey",
          "console listKeys",
          "console createCustomField",
          "console changeCustomField",
          "api getOpenApi",
          "api postIdentify",
          "api postStaff",
          "api getCustomer",
          "console listCustomFields",
          "console retypeCustomField",
          "console previewPromotion",
          "console promoteCustomField",
          "console listCustomers",
          "console getCustomer",
          "console createContact",
          "console changeContact",
          "console listContacts",
          "console checkSegment",
          "console previewSegment",
          "console explainCondition",
          "console createSegment",
          "console listSegments",
          "console changeSegment",
          "console getSegment",
          "console listSegmentMembers",
          "console explainSegment",
          "console listSegmentTransitions",
          "console listCustomerSegments",
          "console verifySegment",
          "console createMailSender",
          "console listMailSenders",
          "console changeMailSender",
          "console checkMailSender",
          "console createMailTopic",
          "console listMailTopics",
          "console changeMailTopic",
          "console createSuppression",
          "console listSuppressions",
          "console createMailTemplate",
          "console listMailTemplates",
          "console changeMailTemplate",
          "console getMailTemplate",
          "console previewMailTemplate",
          "console changeAutomationSettings",
          "console getAutomationSettings",
          "console getAutomationHealth",
          "console listMessages",
          "console getMessage",
          "console resendMessage",
          "console testMailTemplate",
          "console createCampaign",
          "console listCampaigns",
          "console changeCampaign",
          "console getCampaign",
          "console previewCampaign",
          "console startCampaign",
          "console pauseCampaign",
          "console resumeCampaign",
          "console listCampaignRecipients",
          "console cancelCampaign",
          "console createFlow",
          "console listFlows",
          "console changeFlow",
          "console getFlow",
          "console publishFlow",
          "console listFlowVersions",
          "console listFlowRuns",
          "console getFlowCounts",
          "console listMissedSchedules",
          "console explainFlow",
          "console listCustomerAutomation",
          "console createDryRun",
          "console getDryRun",
          "console listDryRunRuns",
          "console moveFlowRuns",
          "console getFlowRun",
          "console cancelFlowRun",
          "console pauseFlow",
          "console resumeFlow",
          "console archiveFlow",
          "console createAffiliate",
          "console listAffiliates",
          "console getAffiliate",
          "console changeAffiliate",
          "console replaceExcludedShops",
          "console getExcludedShops",
          "console changeAttributionSettings",
          "console getAttributionSettings",
          "api postAttribution",
          "console addCode",
          "console changeCode",
          "console reevaluateAttributionLog",
          "console listAttributions",
          "console listAttributionLog",
          "console getAttributionTimeline",
          "console correctAttribution",
          "console getListingSource",
          "api getAffiliateVersion",
          "api getAffiliateScript",
          "api getAffiliateScriptVersion",
          "api getAffiliateCookie",
          "api getUnsubscribePage",
          "api postUnsubscribe",
          "api postMailEvents",
          "console getMailSender",
          "api postUsageEvents",
          "console showRollups",
          "api listUsageEvents",
          "api getUsageReport",
          "console createUsageMetric",
          "console listUsageMetrics",
          "console getUsageMetric",
          "api getMetricReport",
          "api getMetricReportByOldPath",
          "console listUsageEvents",
          "console getUsageReport",
          "console getCustomerTimeline",
          "console getOverview",
          "console getSystem",
          "console listEventNames",
          "console listEventProperties",
          "console listSessions",
          "console getSessionsSummary",
          "console listPageViews",
          "console getFunnel",
          "console listDropouts",
          "console getRetention",
          "console listPartnerDialects",
          "console putPartnerConnection",
          "console pausePartnerConnection",
          "console getPartnerConnection",
          "console listPartnerEvents",
          "console getCustomerLifecycle",
          "console listUninstallReasons",
          "console listPartnerRestatements",
          "console listPartnerDifferences",
          "console getPartnerReport",
          "console listPartnerReportRows",
          "console getWorkspacePartnerReport",
          "console listWorkspacePartnerReportRows",
          "console testPartnerConnection",
          "console syncPartnerConnection",
          "console backfillPartnerConnection",
          "console rebuildPartnerConnection",
          "console resumePartnerConnection",
          "console createDatabase",
          "console listDatabases",
          "console getDatabase",
          "console changeDatabase",
          "console checkDatabase",
          "console previewLinkedQuery",
          "console createLinkedQuery",
          "console listLinkedQueries",
          "console getLinkedQuery",
          "console changeLinkedQuery",
          "console runLinkedQuery",
          "console getLinkedRun",
          "console listLinkedRuns",
          "console listBadRows",
          "console listLinkedChanges",
          "console approveLinkedRun",
          "console rollBackLinkedQuery",
          "console rejectLinkedRun",
          "console deleteLinkedQuery",
          "console deleteDatabase",
          "console createWebhookEndpoint",
          "console listWebhookEndpoints",
          "console changeWebhookEndpoint",
          "console testWebhookEndpoint",
          "console getWebhookEndpoint",
          "console listWebhookDeliveries",
          "console getWebhookDelivery",
          "console explainWebhookSignature",
          "console explainWebhook",
          "console replayWebhookDelivery",
          "console getWebhookReplay",
          "console replayWebhookEndpoint",
          "console rotateWebhookSecret",
          "console resumeWebhookEndpoint",
          "management isLive",
          "management isReady",
          "management getMetrics",
          "management listLoggers",
          "management setLogLevel",
          "console endToken",
          "console endWorkspaceToken",
          "console deleteSavedView",
          "console deleteInvitation",
          "console removeWorkspaceUser",
          "console changePassword",
          "console signOut",
          "console deleteCampaign",
          "console deleteFlow",
          "console deleteSegment",
          "console eraseMailAddress",
          "console deleteSuppression",
          "console deleteMailTopic",
          "console deleteMailSender",
          "console deleteMailTemplate",
          "console deletePartnerConnection",
          "console deleteUsageMetric",
          "console deleteContact",
          "console deleteCustomField",
          "console deleteWebhookEndpoint");

  /** The secret of the document, since no response contains only the end of an eventsUrl. */
  private static final String EVENTS_SECRET =
      "update mail_senders set events_hash = sha256('cGxhY2Vob2xkZXItZm9yLXRoZS1kb2N1bWVudC0wMDE')";

  /** A mail that could not be made, as flows and campaigns will leave them. */
  private static final String FAILED_MAIL =
      """
      insert into mail_messages (workspace_id, kind, recipient, email_key, sender_id, template_id,
        template_version, transactional, state, reason, detail, next_attempt_at)
      select workspace_id, 'test', 'Ada@acme.example', 'ada@acme.example', 0, 1, 1, false,
        'failed', 'missing_value', 'customer.name', null
      from mail_topics
      """;

  /** Whether the mails of the campaign are made, and none of them waits. */
  private static final String CAMPAIGN_ENDED =
      "select count(*) from campaigns where status = 'done'";

  /** A mail of the campaign that its server has put off, so that it isn't done. */
  private static final String DEFERRED_MAIL =
      """
      insert into mail_messages (workspace_id, kind, campaign_id, recipient, email_key, sender_id,
        template_id, template_version, transactional, state, next_attempt_at)
      select workspace_id, 'campaign', id, 'shop@acme.example', 'shop@acme.example', 0, 1, 2, false,
        'deferred', now() + interval '1 hour'
      from campaigns;
      update campaigns set status = 'sending', ended_at = null, total = total + 1
      """;

  /** Only drafts are deleted. */
  private static final String DRAFT_AGAIN =
      "update campaigns set status = 'draft', ended_at = null, frozen_at = null";

  /** Only flows that were never published are deleted. */
  private static final String NEVER_PUBLISHED =
      """
      update flows
      set status = 'draft', version = null, archived_at = null, ends_runs = null
      """;

  /** A run that waits, as if an event had started it. */
  private static final String FLOW_RUN =
      """
      insert into flow_runs (workspace_id, flow_id, version, customer_id, key, status, step, at,
        waiting_since, waits_for, due_at, wake_at, logged, entered_at, cause_type, cause_at,
        occurred_at, cause_app, cause_key, event_id, event_name)
      select f.workspace_id, f.id, 1, c.id, '4711', 'active', 'patience', now(), now(), 'time',
        now() + interval '1 day', now() + interval '1 day', 1, now(), 'usage_event', now(), now(),
        1, gen_random_uuid(), 'e-4711', 'order_created'
      from flows f, lateral (
        select id from customers where workspace_id = f.workspace_id order by id limit 1) c;
      insert into flow_versions (workspace_id, flow_id, version, definition)
      select workspace_id, flow_id, 2, definition from flow_versions;
      insert into flow_run_steps (workspace_id, run_id, number, step, type, at, outcome)
      select workspace_id, id, 0, 'by-total', 'branch', now(), 'else' from flow_runs;
      insert into flow_counts (workspace_id, flow_id, version, kind, step, name, shard, count, last_at)
      select workspace_id, flow_id, 1, k.kind, k.step, k.name, 0, 1, now() from flow_runs,
        (values ('entered', '', ''), ('step', 'by-total', 'else')) k (kind, step, name)
      """;

  /** Whether a connection is being polled. */
  private static final String PARTNER_LEASES =
      "select count(*) from partner_leases where ends_at > clock_timestamp()";

  /** A connection whose backfill is over, without the errors of a host that there is not. */
  private static final String PARTNER_BACKFILLED =
      """
      update partner_connections set backfill_finished_at = now(), backfill_windows_done = 1;
      update partner_streams set requests = 0, retries = 0, error_at = null
      """;

  /** A record of a complete pass, as if it had been fetched. */
  private static final String PARTNER_RECORD =
      """
      insert into partner_shops (app_id, fetch_id, shop, domain, customer_id)
      select p.app_id, p.shown_id, 'gid://platform/Shop/1', c.domain, c.id
      from partner_connections p
      join customers c on c.workspace_id = p.workspace_id and c.domain = 'acme.platform.example';
      insert into partner_records (app_id, fetch_id, stream, key, pass, outcome, type, kind, at, shop,
        currency, category, net, gross, fee, settled_on, digest, raw)
      select app_id, shown_id, 'events', 'gid://platform/Event/7', 1, 'record',
        'EARNING_CHARGE_RECURRING', 'earning', '2026-10-20T09:30:00Z', 'gid://platform/Shop/1',
        'USD', 'recurring', 25.50, 30.00, 4.50, '2026-11-05', '',
        '{"eventType":"EARNING_CHARGE_RECURRING","occurredAt":"2026-10-20T09:30:00Z",
          "netAmount":{"amount":"25.50","currencyCode":"USD"}}'
      from partner_connections;
      update partner_streams set pass = 1, complete_to = '2030-01-01'
      """;

  /** What follows from records that are not there: a subscription and one transition. */
  private static final String PARTNER_LIFECYCLE =
      """
      insert into partner_lifecycles (app_id, fetch_id, shop, history, history_keys, transitions, state,
        since, installs, installed_at, first_installed_at, plan, price, currency, billing, is_test,
        is_frozen, is_paying, activated_at, revenue)
      select app_id, shown_id, 'gid://platform/Shop/1', '\\x010000000180909a9387caae060100070101', '\\x001d6576656e74733a6769643a2f2f706c6174666f726d2f4576656e742f3500', 1, 'subscribed',
        '2026-10-06T09:30:00Z', 1, '2026-10-06T09:00:00Z', '2026-10-06T09:00:00Z', 'pro', 30.00, 'USD',
        'monthly', false, false, true, '2026-10-06T09:30:00Z',
        '[{"currency":"USD","gross":"30.00","net":"25.50"}]'
      from partner_connections;
      insert into partner_uninstalls (app_id, fetch_id, shop, at, reason, note)
      select app_id, shown_id, 'gid://platform/Shop/2', '2026-10-20T09:30:00Z', 'too_expensive',
        'Too much for a small shop'
      from partner_connections
      """;

  /** A figure of a day that a late record has changed. */
  private static final String PARTNER_RESTATEMENT =
      """
      insert into partner_frozen_days (app_id, fetch_id, first_day, end_day)
      select app_id, shown_id, '2026-10-01', '2026-10-22' from partner_connections;
      insert into partner_restatements (app_id, frozen_id, id, at, metric, day, currency, was, became,
        cause, events)
      select app_id, id, 1, '2026-10-22T08:00:00Z', 'net_revenue', '2026-10-20', 'USD', 0.00, 25.50,
        'late_record', '["events:gid://platform/Event/7"]'
      from partner_frozen_days
      """;

  private static final String NO_PARTNER_RECORD =
      """
      delete from partner_restatements;
      delete from partner_frozen_days;
      delete from partner_lifecycles;
      delete from partner_uninstalls;
      delete from partner_records;
      delete from partner_shops;
      update partner_streams set pass = 0, complete_to = null
      """;

  /** A value that the query changes, so that the guard holds its run. */
  private static final String LINKED_VALUE =
      """
      insert into custom_field_values (workspace_id, customer_id, field_id, app_id, text_value)
      select f.workspace_id, c.id, f.id, 0, 'free' from custom_fields f
      join customers c on c.workspace_id = f.workspace_id and c.domain = 'acme.platform.example'
      where f.name = 'linked_plan'
      """;

  private static final String HELD_AGAIN =
      "update linked_runs set status = 'held', finished_at = null where kind = 'manual'";

  /** Operations whose responses are documented in part. */
  private static final Set<String> PARTLY_DOCUMENTED = Set.of("getOpenApi", "listLoggers");

  private static final String REVOKE = "console revokeKey";

  private final ExampleComparison comparison = new ExampleComparison();
  private final Map<String, Http> ports = new LinkedHashMap<>();
  private final Map<String, DocumentedOperation> operations = new LinkedHashMap<>();
  private final List<String> differences = new ArrayList<>();
  private String cookie = "";
  private String csrfToken = "";

  @Test
  void everyExampleGetsItsDocumentedResponseInTime() throws Exception {
    try (Receiver receiver = new Receiver();
        OwnService service =
            new OwnService(
                Map.of(
                    "SHOPWIRE_ADMIN_TOKEN", "",
                    "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE", "true",
                    "SHOPWIRE_SOURCES_ALLOW_PRIVATE", "true"))) {
      ports.put(API, new Http(service.process().httpUrl()));
      ports.put(CONSOLE, new Http(service.process().consoleUrl()));
      ports.put(MANAGEMENT, new Http(service.process().managementUrl()));
      ports.forEach(this::read);
      assertEveryOperationIsDescribed();
      comparison.bind("https://hooks.acme.example/shopwire", receiver.url("/shopwire"));
      comparison.bind(documentedSetupToken(), setupToken(service));
      comparison.bind(
          operation("console createDatabase").examples().get(0).body().path("uri").asText(),
          SourceDatabase.shared().readerUri());
      comparison.bind("db.acme.example", "127.0.0.1");
      comparison.bind(
          operation("api getUnsubscribePage").parameters().get(0).example(),
          unsubscribeToken(service));
      for (String name : SEQUENCE) {
        prepare(name, service);
        sendExamples(name);
      }
      assertResponsesInTimeWhileFrozen(service.postgresPid());
      sendExamples(REVOKE);
      assertEquals("", String.join("\n", differences));
    }
  }

  /** Brings about what no operation does. */
  private static void prepare(String name, OwnService service) {
    switch (name) {
      case "console listMessages" -> service.sql().run(FAILED_MAIL);
      case "api postMailEvents" -> service.sql().run(EVENTS_SECRET);
      case "console pauseCampaign" -> {
        Poll.until(
            SETTLING,
            () -> "the campaign is done",
            () -> service.sql().number(CAMPAIGN_ENDED) == 1);
        service.sql().run(DEFERRED_MAIL);
      }
      case "console pausePartnerConnection" -> {
        service.sql().run("update partner_connections set is_paused = true");
        Poll.until(
            SETTLING, () -> "nothing is fetched", () -> service.sql().number(PARTNER_LEASES) == 0);
        service.sql().run(PARTNER_BACKFILLED);
      }
      case "console listPartnerEvents" -> service.sql().run(PARTNER_RECORD);
      case "console getCustomerLifecycle" -> service.sql().run(PARTNER_LIFECYCLE);
      case "console listPartnerRestatements" -> service.sql().run(PARTNER_RESTATEMENT);
      case "console testPartnerConnection" -> service.sql().run(NO_PARTNER_RECORD);
      case "console runLinkedQuery" -> service.sql().run(LINKED_VALUE);
      case "console getLinkedRun" -> awaitLinkedRun(service, "held", 1);
      case "console rollBackLinkedQuery" -> awaitLinkedRun(service, "applied", 1);
      case "console rejectLinkedRun" -> {
        awaitLinkedRun(service, "applied", 2);
        service.sql().run(HELD_AGAIN);
      }
      case "console deleteCampaign" -> service.sql().run(DRAFT_AGAIN);
      case "console listFlowRuns" -> service.sql().run(FLOW_RUN);
      case "console deleteFlow" -> service.sql().run(NEVER_PUBLISHED);
      default -> {}
    }
  }

  private static void awaitLinkedRun(OwnService service, String status, int count) {
    Poll.until(
        SETTLING,
        () -> count + " linked runs are " + status,
        () ->
            service.sql().number("select count(*) from linked_runs where status = ?", status)
                == count);
  }

  private void read(String port, Http http) {
    JsonNode document =
        http.send("GET", requireNonNull(DOCUMENTS.get(port)), Map.of(), new byte[0]).json();
    DocumentedOperation.all(document)
        .forEach((id, operation) -> operations.put(port + " " + id, operation));
  }

  private void assertEveryOperationIsDescribed() {
    TreeSet<String> covered = new TreeSet<>(SEQUENCE);
    covered.add(REVOKE);
    assertEquals(new TreeSet<>(operations.keySet()), covered, "every operation is in the sequence");
    operations.forEach(
        (name, operation) -> {
          assertTrue(operation.node().path("summary").isTextual(), name + " has no summary");
          assertEquals(1, operation.node().path("tags").size(), name + " has no tag");
        });
  }

  private String documentedSetupToken() {
    return operation("console setUp").examples().get(0).body().path("token").asText();
  }

  /** Of the workspace that the set-up creates. */
  private static String unsubscribeToken(OwnService service) {
    UUID installation = UUID.fromString(service.sql().text("select id::text from installation"));
    return UnsubscribeTokens.of(installation)
        .encode(new UnsubscribeLink(1, 0, 0, "recipient@shop.example"));
  }

  private static String setupToken(OwnService service) {
    Poll.until(
        SETTLING,
        () -> "the setup token is printed",
        () -> service.process().output().contains("#token="));
    Matcher matcher = SETUP.matcher(service.process().output());
    assertTrue(matcher.find());
    return matcher.group(1);
  }

  private DocumentedOperation operation(String name) {
    DocumentedOperation operation = operations.get(name);
    if (operation == null) {
      throw new AssertionError(name + " is in no document");
    }
    return operation;
  }

  private void sendExamples(String name) {
    DocumentedOperation operation = operation(name);
    if (name.equals("console confirmTotp")) {
      bindOneTimeCode(operation);
    }
    for (Example example : operation.examples()) {
      String label = example.name().isEmpty() ? name : name + " " + example.name();
      // What is written asynchronously appears a moment later.
      long end = System.nanoTime() + SETTLING.toNanos();
      String difference = difference(name, operation, example);
      while (!difference.isEmpty() && operation.method().equals("GET") && System.nanoTime() < end) {
        LockSupport.parkNanos(PAUSE.toNanos());
        difference = difference(name, operation, example);
      }
      if (!difference.isEmpty()) {
        differences.add(label + ": " + difference);
      }
    }
  }

  /** Makes the documented code stand for one of the secret that was just created. */
  private void bindOneTimeCode(DocumentedOperation confirm) {
    String secret = comparison.resolve(exampleValue("startTotp", "secret"));
    String documented = confirm.examples().get(0).body().path("code").asText();
    comparison.bind(documented, OneTimeCodes.at(secret, Instant.now()));
  }

  private String difference(String name, DocumentedOperation operation, Example example) {
    Response response = send(name, operation, example);
    // The other operations are sent in the session of the first user.
    if (!name.equals("console acceptInvitation")) {
      keepSession(response);
    }
    if (response.status() != 200) {
      return response.status() + " " + response.body();
    }
    if (example.response().isMissingNode()) {
      return "has no example of its response: " + response.body();
    }
    if (!operation.mediaType().equals("application/json")) {
      // Of texts the documents show only the beginning.
      return response.body().startsWith(example.response().asText()) ? "" : "is " + response.body();
    }
    if (PARTLY_DOCUMENTED.contains(operation.id())) {
      return ExampleComparison.contains(example.response(), response.json())
          ? ""
          : example.response() + " is not contained in " + response.body();
    }
    String difference = comparison.difference(example.response(), response.json());
    return difference.isEmpty() ? "" : difference + " in " + response.body();
  }

  private void keepSession(Response response) {
    for (String each : ConsoleBrowser.setCookies(response)) {
      if (each.startsWith(ConsoleBrowser.SESSION + "=")) {
        cookie = each.substring(0, each.indexOf(';'));
        csrfToken = response.json().path("csrfToken").asText();
      }
    }
  }

  private Response send(String name, DocumentedOperation operation, Example example) {
    String port = name.substring(0, name.indexOf(' '));
    Map<String, String> headers = new LinkedHashMap<>();
    if (operation.usesSession()) {
      headers.put("Cookie", cookie);
      headers.put("X-CSRF-Token", csrfToken);
    } else if (operation.requiresCredentials() && port.equals(API)) {
      headers.put("X-Api-Key", comparison.resolve(exampleValue("createKey", "secret")));
    } else if (operation.requiresCredentials()) {
      headers.put(
          "Authorization", "Bearer " + comparison.resolve(exampleValue("setUp", "adminToken")));
    }
    byte[] body = new byte[0];
    if (!example.body().isMissingNode()) {
      JsonNode fields = comparison.resolve(example.body());
      headers.put(
          "Content-Type", operation.takesForm() ? DocumentedOperation.FORM : "application/json");
      body =
          (operation.takesForm() ? form(fields) : fields.toString())
              .getBytes(StandardCharsets.UTF_8);
    }
    return requireNonNull(ports.get(port))
        .send(operation.method(), target(operation), headers, body);
  }

  private static String form(JsonNode fields) {
    StringJoiner form = new StringJoiner("&");
    fields
        .properties()
        .forEach(
            field ->
                form.add(
                    URLEncoder.encode(field.getKey(), StandardCharsets.UTF_8)
                        + "="
                        + URLEncoder.encode(field.getValue().asText(), StandardCharsets.UTF_8)));
    return form.toString();
  }

  private String exampleValue(String operation, String field) {
    return operation("console " + operation).examples().get(0).response().path(field).asText();
  }

  private String target(DocumentedOperation operation) {
    String path = operation.path();
    StringBuilder query = new StringBuilder();
    for (Parameter parameter : operation.parameters()) {
      String value =
          URLEncoder.encode(comparison.resolve(parameter.example()), StandardCharsets.UTF_8);
      if (parameter.isInPath()) {
        path = path.replace("{" + parameter.name() + "}", value);
      } else {
        query
            .append(query.isEmpty() ? '?' : '&')
            .append(parameter.name())
            .append('=')
            .append(value);
      }
    }
    assertFalse(path.contains("{"), operation.id() + " has a path parameter without an example");
    return path + query;
  }

  private record TimedResponse(String name, int status, Duration duration) {}

  private void assertResponsesInTimeWhileFrozen(long postgresPid) throws Exception {
    List<Callable<TimedResponse>> calls = new ArrayList<>();
    SEQUENCE.stream().skip(1).forEach(name -> calls.add(() -> timed(name)));
    List<TimedResponse> responses;
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    Signals.freeze(postgresPid);
    try {
      responses = ConcurrentCalls.call(threads, calls);
    } finally {
      Signals.thaw(postgresPid);
      threads.shutdownNow();
    }
    for (TimedResponse response : responses) {
      assertNotEquals(500, response.status(), response::toString);
      assertTrue(response.duration().compareTo(RESPONSE_LIMIT) < 0, response::toString);
    }
  }

  private TimedResponse timed(String name) {
    long start = System.nanoTime();
    DocumentedOperation operation = operation(name);
    int status = send(name, operation, operation.examples().get(0)).status();
    return new TimedResponse(name, status, Duration.ofNanos(System.nanoTime() - start));
  }
}
