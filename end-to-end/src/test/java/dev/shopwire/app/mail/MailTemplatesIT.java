package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests saved templates of mails and their previews (docs/api/mail.md). */
@Tag("everywhere")
@Tag("stores")
class MailTemplatesIT {
  private static final int ROUNDS = 5;
  private static final int AT_ONCE = 4;
  private static final String SHOP = "acme.platform.example";

  private final Tenants tenants = RunningService.shared().tenants();
  private final SchemaCheckedHttp console = tenants.console();
  private final Tenants.App app = tenants.app();
  private final String workspace = app.workspaceId();

  private static String list(String workspace) {
    return "/console/api/workspaces/" + workspace + "/mail-templates";
  }

  private static String path(JsonNode template) {
    return "/console/api/mail-templates/" + template.path("id").asText();
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

  private Response save(String... members) {
    return console.post(list(workspace), body(members));
  }

  private JsonNode saved(String... members) {
    return ok(save(members)).path("mailTemplate");
  }

  private JsonNode html(String name, String html) {
    return saved("name", name, "subject", "Hello", "html", html);
  }

  private JsonNode changed(JsonNode template, String... members) {
    return ok(console.patch(path(template), body(members))).path("mailTemplate");
  }

  private JsonNode preview(JsonNode template, String body) {
    return ok(console.post(path(template) + "/preview", body)).path("preview");
  }

  private static List<String> texts(JsonNode list, String name) {
    return StreamSupport.stream(list.spliterator(), false)
        .map(each -> name.isEmpty() ? each.asText() : each.path(name).asText())
        .toList();
  }

  private static void assertRefused(int status, String code, String pointer, Response response) {
    assertEquals(status, response.status(), response::body);
    assertEquals(code, response.json().at(pointer.isEmpty() ? "/code" : "/errors/0/code").asText());
    assertEquals(pointer, response.json().at("/errors/0/pointer").asText(""), response::body);
  }

  /** The pushed values of a shop, as the members of the JSON of an identify. */
  private void identify(String members) {
    Response pushed =
        app.api().post("/v1/identify", "{\"myplatformDomain\":\"" + SHOP + "\"," + members + "}");
    assertEquals(200, pushed.status(), pushed::body);
  }

  private List<String> audited() {
    return AuditRows.of(workspace).stream()
        .map(row -> row.path("action").asText())
        .filter(action -> action.startsWith("mail_template."))
        .toList();
  }

  @Test
  void changesOfSourcesMakeVersions() {
    JsonNode first = html("Welcome", "<p>Hello</p>");
    assertEquals(1, first.path("version").asInt());
    assertEquals(first, ok(console.get(path(first))).path("mailTemplate"));
    assertEquals(first, changed(first));
    assertEquals(first, changed(first, "name", "Welcome", "subject", "Hello"));
    JsonNode renamed = changed(first, "name", "Hello");
    assertEquals(1, renamed.path("version").asInt());
    JsonNode second = changed(first, "subject", "Hi", "text", "Hi");
    assertEquals(2, second.path("version").asInt());
    assertEquals("<p>Hello</p>", second.path("html").asText());
    assertEquals("Hi", second.path("text").asText());
    JsonNode third = changed(first, "mjml", mjml("<mj-text>Hello</mj-text>"));
    assertEquals(3, third.path("version").asInt());
    assertTrue(third.path("html").isNull());
    JsonNode fourth = ok(console.patch(path(first), "{\"text\":null}")).path("mailTemplate");
    assertEquals(4, fourth.path("version").asInt());
    assertTrue(fourth.path("text").isNull());
    assertEquals(List.of("Hello"), texts(page(""), "name"));
    assertFalse(page("").get(0).has("html"));
    ok(console.delete(path(first)));
    assertEquals(404, console.get(path(first)).status());
    assertEquals(404, console.patch(path(first), body("name", "x")).status());
    assertEquals(404, console.delete(path(first)).status());
    assertEquals(
        List.of(
            "mail_template.created",
            "mail_template.changed",
            "mail_template.changed",
            "mail_template.changed",
            "mail_template.changed",
            "mail_template.deleted"),
        audited());
  }

  private static String mjml(String content) {
    return "<mjml><mj-body><mj-section><mj-column>"
        + content
        + "</mj-column></mj-section></mj-body></mjml>";
  }

  private JsonNode page(String query) {
    return ok(console.get(list(workspace) + query)).path("mailTemplates");
  }

  @Test
  void pagesAreReadByCursorAndExported() {
    for (int i = 0; i < 5; i++) {
      html("Template " + i, "<p>Hello</p>");
    }
    JsonNode first = ok(console.get(list(workspace) + "?take=3"));
    assertTrue(first.path("hasNextPage").asBoolean());
    JsonNode rest =
        ok(console.get(list(workspace) + "?take=3&cursor=" + first.path("cursor").asText()));
    assertEquals(
        List.of("Template 4", "Template 3", "Template 2"),
        texts(first.path("mailTemplates"), "name"));
    assertEquals(List.of("Template 1", "Template 0"), texts(rest.path("mailTemplates"), "name"));
    Response file = console.get(list(workspace) + "?format=csv");
    assertEquals(200, file.status(), file::body);
    assertEquals(5, file.body().lines().filter(line -> line.contains("Template ")).count());
  }

  @Test
  void namesAreUnique() {
    JsonNode one = html("One", "<p>1</p>");
    JsonNode two = html("Two", "<p>2</p>");
    assertRefused(
        409, "name_taken", "", save("name", " One ", "subject", "Hello", "html", "<p>3</p>"));
    assertRefused(409, "name_taken", "", console.patch(path(two), body("name", "One")));
    assertEquals("One", changed(one, "name", "One").path("name").asText());
    assertEquals(List.of("Two", "One"), texts(page(""), "name"));
  }

  @Test
  void everyFaultIsReportedAtOnceWithItsPlaceInCodePoints() {
    Response refused =
        save(
            "name", " ",
            "subject", "\ud83d\ude00 {{customer.nam}}",
            "html", "<p>\ud83d\ude00\ud83d\ude00{{cf.none}}</p><script>{{customer.name}}</script>",
            "text", "{{#if customer.name}}",
            "more", "1");
    assertEquals(422, refused.status(), refused::body);
    JsonNode errors = refused.json().path("errors");
    assertEquals(
        List.of("/name", "/more", "/subject", "/html", "/html", "/text"), texts(errors, "pointer"));
    assertEquals(
        List.of(
            "invalid_length",
            "unknown_field",
            "unknown_placeholder",
            "unknown_field",
            "unsafe_place",
            "invalid_template"),
        texts(errors, "code"));
    assertEquals(4, errors.get(2).path("position").asInt());
    assertEquals("customer.nam".length(), errors.get(2).path("length").asInt());
    assertEquals(7, errors.get(3).path("position").asInt());
    assertEquals("cf.none".length(), errors.get(3).path("length").asInt());
    assertEquals(28, errors.get(4).path("position").asInt());
    assertEquals(List.of(), texts(page(""), "name"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "<script>{{customer.name}}</script> | unsafe_place",
        "<style>{{customer.name}}</style> | unsafe_place",
        "<a onclick=\"{{customer.name}}\">x</a> | unsafe_place",
        "<a href={{customer.name}}>x</a> | unsafe_place",
        "<a href=\"javascript:{{customer.name}}\">x</a> | unsafe_place",
        "<{{customer.name}}> | unsafe_place",
        "<p>{{customer.name</p> | invalid_template",
        "<p>{{#if customer.name}}</p> | invalid_template",
        "<p>{{/if}}</p> | invalid_template",
        "<p>{{#each event.items}}</p> | invalid_template",
        "<p>{{customer.password}}</p> | unknown_placeholder",
        "<p>{{cf.plan}}</p> | unknown_field",
        "<p>{{cf.no-app/plan}}</p> | unknown_field"
      })
  void invalidHtmlIsRefused(String html, String code) {
    Response refused = save("name", "Bad", "subject", "Hello", "html", html);
    assertRefused(422, code, "/html", refused);
    assertTrue(refused.json().at("/errors/0/position").isInt(), refused::body);
    JsonNode good = html("Good", "<p>Hello</p>");
    assertRefused(422, code, "/html", console.patch(path(good), body("html", html)));
    assertEquals(good, ok(console.get(path(good))).path("mailTemplate"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"<mjml>", "no mjml", "<mjml><mj-include path=\"/etc/passwd\"/></mjml>"})
  void invalidMjmlIsRefused(String mjml) {
    assertRefused(
        422, "invalid_template", "/mjml", save("name", "Bad", "subject", "Hello", "mjml", mjml));
  }

  @Test
  void sizesAreLimited() {
    assertRefused(
        422, "too_long", "/html", save("name", "Bad", "subject", "x", "html", "x".repeat(262_145)));
    saved("name", "Large", "subject", "\u00e9".repeat(499), "html", "x".repeat(262_144));
    assertRefused(
        422,
        "too_long",
        "/subject",
        save("name", "Bad", "subject", "\u00e9".repeat(499) + "x", "html", "<p>x</p>"));
    assertEquals(
        413,
        save("name", "Bad", "subject", "x", "html", "x".repeat(1 << 20)).status(),
        "a megabyte is more than a body may have");
    assertRefused(
        422,
        "invalid_template",
        "/subject",
        save("name", "Bad", "subject", "x\r\nBcc: eve@acme.example", "html", "<p>x</p>"));
  }

  @Test
  void whatIsMissingOrOfAnotherTypeIsRefused() {
    Response nothing = console.post(list(workspace), "{}");
    assertEquals(
        List.of("/name", "/subject", "/html"), texts(nothing.json().path("errors"), "pointer"));
    Response types =
        console.post(
            list(workspace),
            "{\"name\":1,\"subject\":[],\"html\":\"<p>\",\"mjml\":\"x\",\"text\":{}}");
    assertEquals(422, types.status(), types::body);
    assertEquals(
        List.of("/name", "/subject", "/mjml", "/text"),
        texts(types.json().path("errors"), "pointer"));
    JsonNode template = html("Good", "<p>x</p>");
    Response nulls =
        console.patch(path(template), "{\"name\":null,\"subject\":null,\"html\":\" \"}");
    assertEquals(
        List.of("/name", "/subject", "/html"), texts(nulls.json().path("errors"), "pointer"));
    assertEquals(400, console.post(list(workspace), "{").status());
    assertEquals(422, console.post(list(workspace), "[]").status());
    assertRefused(
        422,
        "invalid_text",
        "/subject",
        console.patch(path(template), "{\"subject\":\"\\ud800\"}"));
  }

  @Test
  void whatBelongsToAnotherWorkspaceIsNotFound() {
    JsonNode mine = html("Mine", "<p>{{customer.name}}</p>");
    Tenants.App other = tenants.app();
    other
        .api()
        .post("/v1/identify", "{\"myplatformDomain\":\"theirs.example\",\"name\":\"Theirs\"}");
    assertEquals(
        404, console.post(path(mine) + "/preview", body("customerId", "theirs.example")).status());
    assertEquals(
        List.of(), texts(ok(console.get(list(other.workspaceId()))).path("mailTemplates"), "name"));
  }

  @Test
  void previewsShowTheDataOfACustomer() {
    identify(
        "\"name\":\"A & B\",\"email\":\"ada@acme.example\",\"customFields\":{\"plan\":\"<b>pro</b>\",\"seats\":1200,"
            + "\"trial\":false,\"address\":{\"city\":\"Z\\u00fcrich\"},\"site\":\"javascript:alert(1)\"}");
    JsonNode template =
        saved(
            "name", "Preview",
            "subject", "{{customer.name}}: {{cf.plan}} {{event.order.id}}",
            "html",
                "<p title=\"{{cf.plan}}\">{{customer.email}} {{customer.myplatformDomain}} {{cf.seats}}"
                    + " {{#if cf.trial}}trial{{else}}paid{{/if}} {{cf.address}}"
                    + " {{contact.firstName | default: \"you\"}}</p><a href=\"{{cf.site}}\">site</a>"
                    + "<a href=\"{{unsubscribeUrl}}\">no more</a>",
            "text", "{{contact.email}} {{contact.role}}");
    JsonNode shown =
        preview(
            template,
            "{\"customerId\":\"" + SHOP + "\",\"event\":{\"order\":{\"id\":\"1\\r\\nBcc: x\"}}}");
    assertEquals("A & B: <b>pro</b> 1 Bcc: x", shown.path("subject").asText());
    assertTrue(
        shown
            .path("html")
            .asText()
            .startsWith(
                "<p title=\"&lt;b&gt;pro&lt;/b&gt;\">ada@acme.example acme.platform.example 1200 paid"),
        shown::toString);
    assertTrue(shown.path("html").asText().contains("you</p>"), shown::toString);
    assertTrue(shown.path("html").asText().contains("/unsubscribe/example\""), shown::toString);
    assertEquals(
        List.of("cf.site", "contact.email", "contact.role"), texts(shown.path("missing"), ""));
    assertEquals(List.of("cf.site"), texts(shown.path("invalidUrls"), ""));
    String contact = contact(customerId());
    JsonNode toContact = preview(template, body("customerId", customerId(), "contactId", contact));
    assertEquals("grace@acme.example cto", toContact.path("text").asText().strip());
    assertTrue(toContact.path("html").asText().contains("Grace</p>"), toContact::toString);
    assertEquals(List.of("event.order.id", "cf.site"), texts(toContact.path("missing"), ""));
  }

  private String customerId() {
    return ok(console.get("/console/api/workspaces/" + workspace + "/customers?search=acme"))
        .at("/customers/0/id")
        .asText();
  }

  private String contact(String customer) {
    return ok(console.post(
            "/console/api/customers/" + customer + "/contacts",
            "{\"firstName\":\"Grace\",\"email\":\"grace@acme.example\",\"tags\":[\"cto\"]}"))
        .at("/contact/contactId")
        .asText();
  }

  @Test
  void previewsOfMjmlAreRendered() {
    identify("\"name\":\"Acme\"");
    JsonNode template =
        saved(
            "name",
            "Responsive",
            "subject",
            "Hello",
            "mjml",
            mjml("<mj-text>Hello {{customer.name}}</mj-text>"));
    JsonNode shown = preview(template, body("customerId", SHOP));
    assertTrue(shown.path("html").asText().contains("Hello Acme"), shown::toString);
    assertEquals("Hello Acme", shown.path("text").asText().strip());
  }

  @Test
  void invalidPreviewsAreRefused() {
    identify("\"name\":\"Acme\"");
    String path = path(html("Preview", "<p>Hello</p>")) + "/preview";
    Response faults =
        console.post(path, "{\"contactId\":7,\"event\":[],\"customerId\":\"12\",\"x\":1}");
    assertEquals(422, faults.status(), faults::body);
    assertEquals(
        List.of("/customerId", "/contactId", "/event", "/x"),
        texts(faults.json().path("errors"), "pointer"));
    assertEquals(404, console.post(path, body("customerId", "none.example")).status());
    assertRefused(
        422,
        "unknown_contact",
        "/contactId",
        console.post(path, body("customerId", SHOP, "contactId", "999999999")));
    String large =
        "{\"customerId\":\"" + SHOP + "\",\"event\":{\"a\":\"" + "x".repeat(32_768) + "\"}}";
    assertRefused(422, "too_large", "/event", console.post(path, large));
  }

  @Test
  void previewsThatAreTooLargeAreRefused() {
    identify("\"customFields\":{\"note\":\"" + "<".repeat(4_000) + "\"}");
    JsonNode template = html("Large", "<p>" + "{{cf.note}}".repeat(200) + "</p>");
    assertRefused(
        422,
        "mail_too_large",
        "",
        console.post(path(template) + "/preview", body("customerId", SHOP)));
  }

  @Test
  void fieldsOfSeveralAppsNeedTheApp() {
    identify("\"customFields\":{\"plan\":\"pro\"}");
    Tenants.App second = tenants.app(workspace);
    second
        .api()
        .post(
            "/v1/identify",
            "{\"myplatformDomain\":\"" + SHOP + "\",\"customFields\":{\"plan\":\"free\"}}");
    Response refused = save("name", "Plan", "subject", "{{cf.plan}}", "html", "<p>x</p>");
    assertRefused(422, "ambiguous_field", "/subject", refused);
    List<String> slugs =
        texts(
            ok(console.get("/console/api/workspaces/" + workspace + "/apps")).path("apps"), "slug");
    JsonNode template =
        saved(
            "name",
            "Plan",
            "subject",
            "{{cf." + slugs.get(0) + "/plan}} {{cf." + slugs.get(1) + "/plan}}",
            "html",
            "<p>x</p>");
    assertEquals("pro free", preview(template, body("customerId", SHOP)).path("subject").asText());
  }

  @Test
  void aDeletedFieldHasNoValue() {
    identify("\"customFields\":{\"plan\":\"pro\"}");
    JsonNode template =
        saved("name", "Plan", "subject", "Your plan {{cf.plan}}", "html", "<p>x</p>");
    String field =
        ok(console.get("/console/api/workspaces/" + workspace + "/custom-fields"))
            .at("/customFields/0/id")
            .asText();
    ok(console.delete("/console/api/custom-fields/" + field));
    JsonNode shown = preview(template, body("customerId", SHOP));
    assertEquals(List.of("cf.plan"), texts(shown.path("missing"), ""));
  }

  @Test
  void changesAtOnceMakeAVersionEachAndLoseNothing() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      JsonNode template = html("Race", "<p>0</p>");
      for (int round = 1; round <= ROUNDS; round++) {
        String text = "round " + round;
        List<Response> responses =
            ConcurrentCalls.call(
                threads,
                List.of(
                    () -> console.patch(path(template), body("subject", text)),
                    () -> console.patch(path(template), body("html", "<p>" + text + "</p>"))));
        responses.forEach(MailTemplatesIT::ok);
        JsonNode now = ok(console.get(path(template))).path("mailTemplate");
        assertEquals(1 + 2 * round, now.path("version").asInt());
        assertEquals(text, now.path("subject").asText());
        assertEquals("<p>" + text + "</p>", now.path("html").asText());
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void ofSeveralTemplatesWithOneNameOneIsSaved() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        String name = "Name " + round;
        List<Callable<Response>> calls = new ArrayList<>();
        IntStream.range(0, AT_ONCE)
            .forEach(
                i -> calls.add(() -> save("name", name, "subject", "Hello", "html", "<p>x</p>")));
        List<Integer> statuses =
            ConcurrentCalls.call(threads, calls).stream().map(Response::status).sorted().toList();
        assertEquals(List.of(200, 409, 409, 409), statuses);
      }
      assertEquals(ROUNDS, page("").size());
    } finally {
      threads.shutdownNow();
    }
  }
}
