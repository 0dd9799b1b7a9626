package dev.shopwire.app.api;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.api.DocumentedOperation.Example;
import dev.shopwire.app.api.DocumentedOperation.Parameter;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.Signals;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Sends the example request of every operation of the three OpenAPI documents, in an order in which
 * each finds what it needs, and compares the answers with the documented ones; then all of them at
 * once while PostgreSQL hangs.
 */
class DocumentExamplesIT {
  private static final Pattern SETUP = Pattern.compile("#setup=(\\S+)");
  private static final Duration SETTLING = Duration.ofSeconds(10);

  private static final Duration PAUSE = Duration.ofMillis(50);

  /** In which an answer is owed whatever hangs, and what a busy machine adds to it. */
  private static final Duration OWED = Duration.ofMillis(2_000 + 500);

  private static final String CONSOLE = "console";
  private static final String API = "api";
  private static final String MANAGEMENT = "management";

  private static final Map<String, String> DOCUMENTS =
      Map.of(
          API, "/v1/openapi.json",
          CONSOLE, "/console/api/openapi.json",
          MANAGEMENT, "/openapi.json");

  /** What takes away what others need comes last. */
  private static final List<String> STORY =
      List.of(
          "console setUp",
          "console getOpenApi",
          "console getStatus",
          "console createWorkspace",
          "console listWorkspaces",
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
          "console promoteCustomField",
          "console listCustomers",
          "console getCustomer",
          "console createContact",
          "console changeContact",
          "console listContacts",
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
          "console listSessions",
          "console getSessionsSummary",
          "console listPageViews",
          "console getFunnel",
          "console listDropouts",
          "console getRetention",
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
          "console deleteUsageMetric",
          "console deleteContact",
          "console deleteCustomField",
          "console deleteWebhookEndpoint");

  /** Their answers are documented in part. */
  private static final Set<String> LONG = Set.of("getOpenApi", "listLoggers");

  private static final String REVOKE = "console revokeKey";

  private final ExampleComparison comparison = new ExampleComparison();
  private final Map<String, Http> ports = new LinkedHashMap<>();
  private final Map<String, DocumentedOperation> operations = new LinkedHashMap<>();
  private final List<String> differences = new ArrayList<>();

  @Test
  void everyExampleIsAnsweredAsDocumentedAndInTime() throws Exception {
    try (Receiver receiver = new Receiver();
        OwnService service =
            new OwnService(
                Map.of("SHOPWIRE_ADMIN_TOKEN", "", "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE", "true"))) {
      ports.put(API, new Http(service.process().httpUrl()));
      ports.put(CONSOLE, new Http(service.process().consoleUrl()));
      ports.put(MANAGEMENT, new Http(service.process().managementUrl()));
      ports.forEach(this::read);
      assertEveryOperationIsDescribed();
      comparison.bind("https://hooks.acme.example/shopwire", receiver.url("/shopwire"));
      comparison.bind(documentedSetupToken(), setupToken(service));
      STORY.forEach(this::tell);
      assertAnsweredInTimeWhileFrozen(service.postgresPid());
      tell(REVOKE);
      assertEquals("", String.join("\n", differences));
    }
  }

  private void read(String port, Http http) {
    JsonNode document =
        http.send("GET", requireNonNull(DOCUMENTS.get(port)), Map.of(), new byte[0]).json();
    DocumentedOperation.all(document)
        .forEach((id, operation) -> operations.put(port + " " + id, operation));
  }

  private void assertEveryOperationIsDescribed() {
    TreeSet<String> told = new TreeSet<>(STORY);
    told.add(REVOKE);
    assertEquals(new TreeSet<>(operations.keySet()), told, "every operation has its turn");
    operations.forEach(
        (name, operation) -> {
          assertTrue(operation.node().path("summary").isTextual(), name + " has no summary");
          assertEquals(1, operation.node().path("tags").size(), name + " has no tag");
        });
  }

  private String documentedSetupToken() {
    return operation("console setUp").examples().get(0).body().path("token").asText();
  }

  private static String setupToken(OwnService service) {
    Poll.until(
        SETTLING,
        () -> "the setup token is printed",
        () -> service.process().output().contains("#setup="));
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

  private void tell(String name) {
    DocumentedOperation operation = operation(name);
    for (Example example : operation.examples()) {
      String called = example.name().isEmpty() ? name : name + " " + example.name();
      // What is written asynchronously is there a moment later.
      long end = System.nanoTime() + SETTLING.toNanos();
      String difference = difference(name, operation, example);
      while (!difference.isEmpty() && operation.method().equals("GET") && System.nanoTime() < end) {
        LockSupport.parkNanos(PAUSE.toNanos());
        difference = difference(name, operation, example);
      }
      if (!difference.isEmpty()) {
        differences.add(called + ": " + difference);
      }
    }
  }

  private String difference(String name, DocumentedOperation operation, Example example) {
    Answer answer = send(name, operation, example);
    if (answer.status() != 200) {
      return answer.status() + " " + answer.body();
    }
    if (example.answer().isMissingNode()) {
      return "has no example of its answer: " + answer.body();
    }
    if (!operation.type().equals("application/json")) {
      // Of texts the documents show how they begin.
      return answer.body().startsWith(example.answer().asText()) ? "" : "is " + answer.body();
    }
    if (LONG.contains(operation.id())) {
      return ExampleComparison.isPart(example.answer(), answer.json())
          ? ""
          : example.answer() + " is no part of " + answer.body();
    }
    String difference = comparison.difference(example.answer(), answer.json());
    return difference.isEmpty() ? "" : difference + " in " + answer.body();
  }

  private Answer send(String name, DocumentedOperation operation, Example example) {
    String port = name.substring(0, name.indexOf(' '));
    Map<String, String> headers = new LinkedHashMap<>();
    if (operation.isGuarded() && port.equals(API)) {
      headers.put("X-Api-Key", comparison.real(secretOf("createKey", "secret")));
    } else if (operation.isGuarded()) {
      headers.put("Authorization", "Bearer " + comparison.real(secretOf("setUp", "adminToken")));
    }
    byte[] body = new byte[0];
    if (!example.body().isMissingNode()) {
      headers.put("Content-Type", "application/json");
      body = comparison.real(example.body()).toString().getBytes(StandardCharsets.UTF_8);
    }
    return requireNonNull(ports.get(port))
        .send(operation.method(), target(operation), headers, body);
  }

  private String secretOf(String operation, String member) {
    return operation("console " + operation).examples().get(0).answer().path(member).asText();
  }

  private String target(DocumentedOperation operation) {
    String path = operation.path();
    StringBuilder query = new StringBuilder();
    for (Parameter parameter : operation.parameters()) {
      String value =
          URLEncoder.encode(comparison.real(parameter.example()), StandardCharsets.UTF_8);
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

  private record Timed(String name, int status, Duration duration) {}

  private void assertAnsweredInTimeWhileFrozen(long postgresPid) throws Exception {
    List<Callable<Timed>> calls = new ArrayList<>();
    STORY.stream().skip(1).forEach(name -> calls.add(() -> timed(name)));
    List<Timed> answers;
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    Signals.freeze(postgresPid);
    try {
      answers = ConcurrentCalls.call(threads, calls);
    } finally {
      Signals.thaw(postgresPid);
      threads.shutdownNow();
    }
    for (Timed answer : answers) {
      assertNotEquals(500, answer.status(), answer::toString);
      assertTrue(answer.duration().compareTo(OWED) < 0, answer::toString);
    }
  }

  private Timed timed(String name) {
    long start = System.nanoTime();
    DocumentedOperation operation = operation(name);
    int status = send(name, operation, operation.examples().get(0)).status();
    return new Timed(name, status, Duration.ofNanos(System.nanoTime() - start));
  }
}
