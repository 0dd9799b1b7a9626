package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.mail.UnsubscribeLink;
import dev.shopwire.common.mail.UnsubscribeTokens;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests unsubscribing by the links of mails (docs/api/mail.md, RFC 8058). */
@Tag("everywhere")
@Tag("stores")
class UnsubscribeIT {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String ONE_CLICK = "List-Unsubscribe=One-Click";
  private static final int FETCHES = 200;
  private static final String EMAIL = "jane@shop.example";

  private static final RunningService SERVICE = RunningService.shared();
  private static final UnsubscribeTokens TOKENS =
      UnsubscribeTokens.of(
          UUID.fromString(SERVICE.sql().text("select id::text from installation")));

  private final Tenants tenants = SERVICE.tenants();
  private final SchemaCheckedHttp console = tenants.console();
  private final SchemaCheckedHttp edge = tenants.as(Map.of());
  private final String workspace = tenants.app().workspaceId();

  private String path(String list) {
    return "/console/api/workspaces/" + workspace + "/" + list;
  }

  private long topic(String name) {
    return console
        .post(path("mail-topics"), "{\"name\":\"" + name + "\"}")
        .json()
        .at("/mailTopic/id")
        .asLong();
  }

  private String link(long topicId) {
    return link(topicId, EMAIL);
  }

  private String link(long topicId, String email) {
    return UnsubscribeLink.PATH
        + TOKENS.encode(new UnsubscribeLink(Long.parseLong(workspace), topicId, 12, email));
  }

  private static Response send(Http http, String link, String type, String form) {
    return http.send(
        "POST", link, Map.of("Content-Type", type), form.getBytes(StandardCharsets.UTF_8));
  }

  private Response post(String link, String form) {
    return send(edge, link, FORM, form);
  }

  private Document page(String link) {
    Response response = edge.get(link);
    assertEquals(200, response.status(), response::body);
    return Jsoup.parse(response.body());
  }

  /** All suppressions of the workspace, such as {@code jane@shop.example unsubscribed 3}. */
  private List<String> suppressions() {
    JsonNode list = console.get(path("suppressions")).json().path("suppressions");
    return StreamSupport.stream(list.spliterator(), false)
        .map(
            each ->
                "%s %s %s"
                    .formatted(
                        each.path("email").asText(),
                        each.path("reason").asText(),
                        each.path("topicId").asText()))
        .sorted()
        .toList();
  }

  @Test
  void oneClickUnsubscribesFromTheTopicOfTheMail() {
    long news = topic("News");
    topic("Tips");
    for (int i = 0; i < 2; i++) {
      Response response = post(link(news), ONE_CLICK);
      assertEquals(200, response.status(), response::body);
      assertEquals("no-store", response.header("Cache-Control"));
    }
    assertEquals(List.of(EMAIL + " unsubscribed " + news), suppressions());
    JsonNode suppression = console.get(path("suppressions")).json().at("/suppressions/0");
    assertEquals("12", suppression.path("messageId").asText());
  }

  /** RFC 8058 §3.2 prefers multipart/form-data. */
  @Test
  void oneClickMayBeMultipart() {
    String form =
        "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n";
    Response response = send(edge, link(0), "multipart/form-data; boundary=x", form);
    assertEquals(200, response.status(), response::body);
    assertEquals(List.of(EMAIL + " unsubscribed null"), suppressions());
  }

  @Test
  void withoutTopicOrWithOneThatIsGoneItUnsubscribesFromEverything() {
    long gone = topic("Gone");
    assertEquals(200, console.delete("/console/api/mail-topics/" + gone).status());
    assertEquals(200, post(link(gone), ONE_CLICK).status());
    assertEquals(200, post(link(0, "joe@shop.example"), ONE_CLICK).status());
    assertEquals(
        List.of(EMAIL + " unsubscribed null", "joe@shop.example unsubscribed null"),
        suppressions());
  }

  @Test
  void thePageChoosesTopicsAndTakesThemBack() {
    long news = topic("News");
    long tips = topic("Tips");
    String link = link(tips);
    assertEquals(
        List.of("Tips You get these e-mails.", "News You get these e-mails."),
        page(link).select(".name").eachText());
    Response saved = post(link, "topics=" + news + "&topics=" + tips);
    assertEquals(
        "Your choice was saved.", Jsoup.parse(saved.body()).select("[role=status]").text());
    assertEquals(
        List.of(EMAIL + " unsubscribed " + news, EMAIL + " unsubscribed " + tips), suppressions());
    assertEquals(
        List.of("Tips You are unsubscribed.", "News You are unsubscribed."),
        page(link).select(".name").eachText());
    assertEquals(200, post(link, "resubscribe=" + tips).status());
    assertEquals(List.of(EMAIL + " unsubscribed " + news), suppressions());
    assertEquals(200, post(link, "all=1").status());
    assertTrue(page(link).text().contains("You are unsubscribed from all e-mails."));
    assertEquals(200, post(link, "resubscribe=all").status());
    assertEquals(List.of(EMAIL + " unsubscribed " + news), suppressions());
  }

  @Test
  void whatTheWorkspaceSuppressedIsNotTakenBack() {
    String manual = "{\"email\":\"" + EMAIL + "\",\"reason\":\"manual\"}";
    assertEquals(200, console.post(path("suppressions"), manual).status());
    Document page = page(link(0));
    assertTrue(page.text().contains("E-mails to this address were stopped."), page::text);
    assertTrue(page.select("button").isEmpty());
    assertEquals(200, post(link(0), "resubscribe=all").status());
    assertEquals(200, post(link(0), ONE_CLICK).status());
    assertEquals(List.of(EMAIL + " manual null"), suppressions());
  }

  @Test
  void whoeverFetchesTheLinkChangesNothing() {
    String link = link(topic("News"));
    for (int i = 0; i < FETCHES; i++) {
      assertEquals(200, edge.get(link).status());
      assertEquals(
          200, new Http(SERVICE.httpUrl()).send("HEAD", link, Map.of(), new byte[0]).status());
      Map<String, String> prefetch = Map.of("Sec-Purpose", "prefetch", "Purpose", "prefetch");
      assertEquals(200, edge.send("GET", link + "?x=" + i, prefetch, new byte[0]).status());
    }
    assertEquals(List.of(), suppressions());
  }

  @Test
  void thePageIsItsRecipientsAlone() {
    Response response = edge.get(link(0));
    assertEquals("no-store", response.header("Cache-Control"));
    assertEquals("no-referrer", response.header("Referrer-Policy"));
    assertEquals("noindex", response.header("X-Robots-Tag"));
    assertEquals("nosniff", response.header("X-Content-Type-Options"));
    String policy = response.header("Content-Security-Policy");
    assertTrue(policy.startsWith("default-src 'none'; style-src 'sha256-"), policy);
    assertTrue(policy.endsWith("; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"));
    assertEquals("", response.header("Set-Cookie"));
    Document page = Jsoup.parse(response.body());
    assertEquals(List.of(), page.select("script, link, img, iframe, [onclick]").eachText());
  }

  @Test
  void namesAreShownAsText() {
    topic("<script>alert(1)</script>");
    Document page = page(link(0, "\"<b>\"@shop.example"));
    assertTrue(page.select("script, b").isEmpty());
    assertEquals("<script>alert(1)</script>", page.expectFirst(".name").ownText());
  }

  @Test
  void oneAddressOfOneWorkspaceIsMeant() {
    Tenants.App other = tenants.app();
    long topicOfOther =
        console
            .post(
                "/console/api/workspaces/" + other.workspaceId() + "/mail-topics",
                "{\"name\":\"Theirs\"}")
            .json()
            .at("/mailTopic/id")
            .asLong();
    assertEquals(200, post(link(0), "topics=" + topicOfOther).status());
    assertEquals(List.of(EMAIL + " unsubscribed null"), suppressions());
    assertEquals(
        0,
        console
            .get("/console/api/workspaces/" + other.workspaceId() + "/suppressions")
            .json()
            .path("suppressions")
            .size());
  }

  @ParameterizedTest
  @CsvSource({
    "application/x-www-form-urlencoded, a=b, 422, nothing_chosen",
    "application/x-www-form-urlencoded, '', 422, nothing_chosen",
    "application/x-www-form-urlencoded, List-Unsubscribe=one-click, 422, nothing_chosen",
    "application/x-www-form-urlencoded, topics=x, 422, unknown_topic",
    "application/x-www-form-urlencoded, topics=99999999999999999999, 422, unknown_topic",
    "application/x-www-form-urlencoded, resubscribe=-1, 422, unknown_topic",
    "application/x-www-form-urlencoded, topics=%zz, 400, malformed",
    "multipart/form-data, a, 422, nothing_chosen",
    "multipart/form-data; boundary=x, a, 422, nothing_chosen",
    "application/json, {}, 415, unsupported_media_type"
  })
  void otherFormsAreRefused(String type, String form, int status, String code) {
    Response response = send(edge, link(0), type, form);
    assertEquals(status, response.status(), response::body);
    assertEquals(code, response.json().path("code").asText());
    assertEquals(List.of(), suppressions());
  }

  @Test
  void hugeFormsAreRefused() {
    assertEquals(413, post(link(0), "all=" + "1".repeat(20_000)).status());
    String many =
        IntStream.range(0, 1_000).mapToObj(i -> "x" + i + "=1").collect(Collectors.joining("&"));
    assertEquals(400, post(link(0), many).status());
    assertEquals(List.of(), suppressions());
  }

  @Test
  void aChangedLinkIsUnknown() {
    String link = link(0);
    for (String changed :
        List.of(
            link.substring(0, link.length() - 1) + (link.endsWith("A") ? "B" : "A"),
            UnsubscribeLink.PATH + "A" + link.substring(UnsubscribeLink.PATH.length() + 1),
            link + "A",
            UnsubscribeLink.PATH + "x".repeat(3_000))) {
      if (changed.equals(link)) {
        continue;
      }
      assertEquals(404, edge.get(changed).status());
      Response response = post(changed, ONE_CLICK);
      assertEquals("unknown_link", response.json().path("code").asText());
    }
    Response forPeople =
        new Http(SERVICE.httpUrl())
            .send("GET", link + "A", Map.of("Accept", "text/html,*/*;q=0.8"), new byte[0]);
    assertEquals(404, forPeople.status());
    assertTrue(forPeople.body().contains("use the one in the mail"), forPeople::body);
    assertEquals(List.of(), suppressions());
  }

  @Test
  void itWorksWithoutTheRoleThatSends() {
    long news = topic("News");
    Path directory = TemporaryFiles.directory("unsubscribe");
    ServiceProcess alone =
        ServiceProcess.start(
            directory, RunningService.onSharedStores(Map.of("SHOPWIRE_VERTICLES", "ingest")));
    try {
      Response response = send(new Http(alone.httpUrl()), link(news), FORM, ONE_CLICK);
      assertEquals(200, response.status(), response::body);
      assertFalse(alone.output().contains("jane"), alone::output);
    } finally {
      alone.close();
      TemporaryFiles.delete(directory);
    }
    assertEquals(List.of(EMAIL + " unsubscribed " + news), suppressions());
  }
}
