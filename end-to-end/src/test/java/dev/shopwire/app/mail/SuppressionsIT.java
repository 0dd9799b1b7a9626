package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.AuditRows;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests topics of mails and suppressed addresses (docs/api/mail.md). */
@Tag("everywhere")
@Tag("stores")
class SuppressionsIT {
  private static final int ROUNDS = 10;
  private static final int AT_ONCE = 4;

  private final Tenants tenants = RunningService.shared().tenants();
  private final SchemaCheckedHttp console = tenants.console();
  private final String workspace = tenants.app().workspaceId();

  private String path(String list) {
    return path(workspace, list);
  }

  private static String path(String workspace, String list) {
    return "/console/api/workspaces/" + workspace + "/" + list;
  }

  private static String body(String... members) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    for (int i = 0; i < members.length; i += 2) {
      body.put(members[i], members[i + 1]);
    }
    return body.toString();
  }

  private static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private JsonNode topic(String name) {
    return ok(console.post(path("mail-topics"), body("name", name))).path("mailTopic");
  }

  private Response suppress(String... members) {
    return console.post(path("suppressions"), body(members));
  }

  private JsonNode suppressed(String... members) {
    return ok(suppress(members)).path("suppression");
  }

  private List<String> emails(String query) {
    return texts(ok(console.get(path("suppressions") + query)).path("suppressions"), "email");
  }

  private static List<String> texts(JsonNode list, String name) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(each -> each.path(name).asText())
        .toList();
  }

  private static void assertRefused(int status, String code, String pointer, Response response) {
    assertEquals(status, response.status(), response::body);
    assertEquals(code, response.json().at(pointer.isEmpty() ? "/code" : "/errors/0/code").asText());
    assertEquals(pointer, response.json().at("/errors/0/pointer").asText(""), response::body);
  }

  @Test
  void addressesAreComparedTrimmedAndInLowerCase() {
    JsonNode first = suppressed("email", " Ada@Acme.Example ");
    assertEquals("ada@acme.example", first.path("email").asText());
    assertEquals("manual", first.path("reason").asText());
    assertTrue(first.path("topicId").isNull());
    assertEquals(first, suppressed("email", "ADA@acme.example", "reason", "manual"));
    suppressed("email", "bob@acme.example");
    assertEquals(List.of("bob@acme.example", "ada@acme.example"), emails(""));
    assertEquals(List.of("ada@acme.example"), emails("?email=ADA%40acme.example%20"));
    assertEquals(List.of(), emails("?email=ada"));
    assertEquals(List.of(), emails("?email=eve%40acme.example"));
    ok(console.delete("/console/api/suppressions/" + first.path("id").asText()));
    assertEquals(List.of("bob@acme.example"), emails(""));
    assertEquals(
        404, console.delete("/console/api/suppressions/" + first.path("id").asText()).status());
    assertEquals(
        List.of("suppression.created", "suppression.created", "suppression.deleted"), audited());
  }

  private List<String> audited() {
    return AuditRows.of(workspace).stream()
        .map(row -> row.path("action").asText())
        .filter(action -> action.startsWith("suppression.") || action.startsWith("mail_topic."))
        .toList();
  }

  @Test
  void domainsOfOtherScriptsAreComparedInTheirAsciiForm() {
    JsonNode first = suppressed("email", "ada@Bücher.example");
    assertEquals("ada@xn--bcher-kva.example", first.path("email").asText());
    assertEquals(first, suppressed("email", "ada@xn--bcher-kva.example"));
    assertEquals(1, emails("?email=ada%40b%C3%BCcher.example").size());
  }

  @Test
  void pagesAreReadByCursor() {
    for (int i = 0; i < 5; i++) {
      suppressed("email", "p" + i + "@acme.example");
    }
    List<String> read = new ArrayList<>();
    String cursor = "";
    JsonNode page;
    do {
      page = ok(console.get(path("suppressions") + "?take=2" + cursor));
      read.addAll(texts(page.path("suppressions"), "email"));
      cursor = "&cursor=" + page.path("cursor").asText();
    } while (page.path("hasNextPage").asBoolean());
    assertEquals(Stream.of(4, 3, 2, 1, 0).map(i -> "p" + i + "@acme.example").toList(), read);
    Response foreign =
        console.get(path(tenants.app().workspaceId(), "suppressions") + "?take=2" + cursor);
    assertEquals(422, foreign.status());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ada",
        "@acme.example",
        "ada@",
        "ada@acme.example, eve@acme.example",
        "ada @acme.example",
        "ada@acme.example\r\nBcc: eve@acme.example",
        "a@b@acme.example"
      })
  void whatIsNoAddressIsRefused(String email) {
    Response refused = suppress("email", email);
    assertEquals(422, refused.status(), refused::body);
    assertEquals("/email", refused.json().at("/errors/0/pointer").asText());
    assertEquals(List.of(), emails(""));
  }

  @Test
  void everyFaultIsReportedAtOnce() {
    Response refused =
        console.post(
            path("suppressions"),
            "{\"email\":7,\"reason\":\"complaint\",\"topicId\":\"x\",\"more\":1}");
    assertEquals(422, refused.status(), refused::body);
    assertEquals(
        List.of("/email", "/reason", "/topicId", "/more"),
        texts(refused.json().path("errors"), "pointer"));
    assertRefused(
        422,
        "unknown_topic",
        "/topicId",
        suppress("email", "ada@acme.example", "topicId", "999999999"));
    assertRefused(
        422, "invalid_length", "/email", suppress("email", "a".repeat(250) + "@x.example"));
  }

  @Test
  void anAddressIsSuppressedForATopicUntilItIsDeleted() {
    String news = topic(" News ").path("id").asText();
    String offers = topic("Offers").path("id").asText();
    suppressed("email", "ada@acme.example", "topicId", news);
    suppressed("email", "ada@acme.example", "topicId", offers);
    suppressed("email", "ada@acme.example");
    assertEquals(3, emails("?email=ada@acme.example").size());
    ok(console.delete("/console/api/mail-topics/" + news));
    assertEquals(2, emails("").size());
    assertEquals(
        List.of("Offers"), texts(ok(console.get(path("mail-topics"))).path("mailTopics"), "name"));
    assertRefused(
        422, "unknown_topic", "/topicId", suppress("email", "eve@acme.example", "topicId", news));
    assertEquals("mail_topic.deleted", audited().get(audited().size() - 1));
  }

  @Test
  void namesOfTopicsAreUnique() {
    String news = topic("News").path("id").asText();
    String offers = topic("Offers").path("id").asText();
    assertRefused(409, "name_taken", "", console.post(path("mail-topics"), body("name", "News")));
    assertRefused(
        409,
        "name_taken",
        "",
        console.patch("/console/api/mail-topics/" + offers, body("name", "News")));
    JsonNode same =
        ok(console.patch("/console/api/mail-topics/" + news, body("name", "News")))
            .path("mailTopic");
    assertEquals("News", same.path("name").asText());
    ok(console.patch("/console/api/mail-topics/" + news, body("name", "Product news")));
    assertEquals(
        List.of("mail_topic.created", "mail_topic.created", "mail_topic.changed"), audited());
  }

  @Test
  void whatBelongsToAnotherWorkspaceIsNotFound() {
    Tenants.App other = tenants.app();
    JsonNode theirs =
        ok(console.post(path(other.workspaceId(), "mail-topics"), body("name", "Theirs")))
            .path("mailTopic");
    assertRefused(
        422,
        "unknown_topic",
        "/topicId",
        suppress("email", "ada@acme.example", "topicId", theirs.path("id").asText()));
    assertEquals(List.of(), emails(""));
  }

  @Test
  void oneOfSeveralConcurrentWritesWins() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        String email = "r" + round + "@acme.example";
        String name = "Topic " + round;
        List<Callable<Response>> calls = new ArrayList<>();
        for (int i = 0; i < AT_ONCE; i++) {
          calls.add(() -> suppress("email", email));
          calls.add(() -> console.post(path("mail-topics"), body("name", name)));
        }
        List<Response> responses = ConcurrentCalls.call(threads, calls);
        for (Response response : responses) {
          assertTrue(List.of(200, 409).contains(response.status()), response::body);
        }
        assertEquals(1, emails("?email=" + email).size());
        assertEquals(
            1,
            responses.stream().filter(each -> each.json().has("mailTopic")).count(),
            () -> name + " was created once");
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void noSuppressionOutlivesItsTopic() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        String id = topic("Short-lived " + round).path("id").asText();
        String email = "s" + round + "@acme.example";
        List<Response> responses =
            ConcurrentCalls.call(
                threads,
                List.of(
                    () -> suppress("email", email, "topicId", id),
                    () -> console.delete("/console/api/mail-topics/" + id)));
        assertTrue(List.of(200, 422).contains(responses.get(0).status()));
        assertEquals(200, responses.get(1).status(), responses.get(1)::body);
        assertEquals(List.of(), emails("?email=" + email));
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void listsAreExportedCompletely() {
    topic("News");
    suppressed("email", "ada@acme.example");
    for (Map.Entry<String, String> list :
        Map.of("suppressions", "ada@acme.example", "mail-topics", "News").entrySet()) {
      Response file = console.get(path(list.getKey()) + "?format=csv");
      assertEquals(200, file.status(), file::body);
      assertTrue(file.body().contains(list.getValue()), file::body);
    }
  }
}
