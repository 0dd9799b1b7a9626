package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.automation.composition.BounceAddresses;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the reports that relays post (docs/api/mail.md). */
@Tag("everywhere")
@Tag("stores")
class MailReportsIT {
  private static final Path CORPUS =
      Path.of("../automation-verticle/src/test/resources/dev/shopwire/automation/reports");
  private static final String JSON = "application/json";
  private static final String MAIL = "message/rfc822";
  private static final int FUZZ_ROUNDS = 150;

  private static final RunningService SERVICE = RunningService.shared();
  private static final BounceAddresses ADDRESSES =
      new BounceAddresses(UUID.fromString(SERVICE.sql().text("select id::text from installation")));

  private final Tenants tenants = SERVICE.tenants();
  private final SchemaCheckedHttp console = tenants.console();
  private final SchemaCheckedHttp edge = tenants.as(Map.of());
  private final Sql sql = SERVICE.sql();
  private final Sender sender = new Sender(tenants.app().workspaceId());

  /** A sender with its secret. */
  private final class Sender {
    final String workspace;
    final String id;
    final String url;

    Sender(String workspace) {
      this.workspace = workspace;
      Response created =
          console.post(
              "/console/api/workspaces/" + workspace + "/mail-senders",
              """
              {"name":"Shop","from":{"email":"hello@shop.example"},
               "smtp":"smtps://user:secret@smtp.shop.example","bounceDomain":"bounces.shop.example"}
              """);
      assertEquals(200, created.status(), created::body);
      JsonNode json = created.json().path("mailSender");
      id = json.path("id").asText();
      url = json.path("eventsUrl").asText().replaceFirst("^https?://[^/]+", "");
    }

    /** Adds a mail that has been sent. */
    long mail(String state, String recipient) {
      return sql.number(
          """
          insert into mail_messages (workspace_id, kind, recipient, email_key, sender_id,
            template_id, template_version, transactional, state, next_attempt_at)
          values (%s, 'test', '%s', lower('%2$s'), %s, 1, 1, true, '%s', null) returning id
          """
              .formatted(workspace, recipient, id, state));
    }

    long mail(String recipient) {
      return mail("sent", recipient);
    }

    Response post(String type, String body) {
      return send(edge, url, type, body.getBytes(StandardCharsets.UTF_8));
    }

    /** What became of the events, such as {@code bounced hard}. */
    List<String> report(String events) {
      return results(post(JSON, "{\"events\":[" + events + "]}"));
    }

    List<String> suppressions() {
      JsonNode list =
          console
              .get("/console/api/workspaces/" + workspace + "/suppressions")
              .json()
              .path("suppressions");
      return StreamSupport.stream(list.spliterator(), false)
          .map(each -> each.path("email").asText() + " " + each.path("reason").asText())
          .sorted()
          .toList();
    }

    String counts() {
      JsonNode reports =
          console.get("/console/api/mail-senders/" + id).json().at("/mailSender/reports");
      return StreamSupport.stream(reports.spliterator(), false)
          .map(
              each ->
                  "%s %s %s"
                      .formatted(
                          each.path("outcome").asText(),
                          each.path("reason").asText(),
                          each.path("count").asText()))
          .collect(Collectors.joining(", "));
    }
  }

  private static Response send(Http http, String path, String type, byte[] body) {
    return http.send("POST", path, Map.of("Content-Type", type), body);
  }

  private static List<String> results(Response response) {
    assertEquals(200, response.status(), response::body);
    return StreamSupport.stream(response.json().path("results").spliterator(), false)
        .map(
            each ->
                each.path("outcome").asText()
                    + (each.has("class") ? " " + each.path("class").asText() : "")
                    + (each.has("reason") ? " " + each.path("reason").asText() : ""))
        .toList();
  }

  private static String bounce(long id, String bounceClass, String diagnostic) {
    return "{\"type\":\"bounce\",\"messageId\":\"%d\",\"class\":\"%s\",\"diagnostic\":\"%s\"}"
        .formatted(id, bounceClass, diagnostic);
  }

  private String state(long mail) {
    return sql.text(
        "select concat_ws(' ', state, reason, detail) from mail_messages where id = " + mail);
  }

  /** A file of the corpus about a mail, as it is on the wire. */
  private static String corpus(String name, long mail) {
    try {
      return Files.readString(CORPUS.resolve(name), StandardCharsets.ISO_8859_1)
          .replace("{token}", ADDRESSES.of(mail, "bounces.shop.example").toString())
          .replace("4711", Long.toString(mail))
          .replace("\n", "\r\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void hardBouncesSuppressAndOthersDoNot() {
    long ada = sender.mail("Ada@acme.example");
    long bob = sender.mail("unknown", "bob@acme.example");
    long eve = sender.mail("eve@acme.example");
    assertEquals(
        List.of("bounced hard", "bounced policy", "bounced soft"),
        sender.report(
            bounce(ada, "hard", "550 5.1.1 No such user")
                + ","
                + bounce(bob, "hard", "554 5.7.1 blocked")
                + ","
                + bounce(eve, "soft", "")));
    assertEquals("bounced hard_bounce 550 5.1.1 No such user", state(ada));
    assertEquals("bounced refused 554 5.7.1 blocked", state(bob));
    assertEquals("bounced soft_bounce", state(eve));
    assertEquals(List.of("ada@acme.example hard_bounce"), sender.suppressions());
  }

  @Test
  void repeatsChangeNothing() {
    long mail = sender.mail("ada@acme.example");
    String event = bounce(mail, "hard", "550 5.1.1 No such user");
    assertEquals(List.of("bounced hard", "repeated"), sender.report(event + "," + event));
    String before = state(mail);
    assertEquals(List.of("repeated"), sender.report(bounce(mail, "soft", "421 other")));
    assertEquals(List.of("repeated"), results(sender.post(MAIL, corpus("postfix-spam.eml", mail))));
    assertEquals(before, state(mail));
    assertEquals(1, sql.number("select count(*) from mail_reports where message_id = " + mail));
    assertEquals("bounced hard 1, repeated  3", sender.counts().replace("null", ""));
  }

  @Test
  void aMailThatAPersonSendsAgainCanBounceAgain() {
    long mail = sender.mail("ada@acme.example");
    assertEquals(List.of("bounced policy"), sender.report(bounce(mail, "hard", "5.7.1")));
    assertEquals(200, console.post("/console/api/messages/" + mail + "/resend", "").status());
    assertEquals(List.of("ignored not_sent"), sender.report(bounce(mail, "hard", "5.7.1")));
    sql.run(
        "update mail_messages set state = 'sent', next_attempt_at = null, tries = tries + 1 where id = "
            + mail);
    assertEquals(List.of("bounced soft"), sender.report(bounce(mail, "soft", "")));
  }

  @Test
  void fiveSoftBouncesSuppressAlsoAtOnce() throws Exception {
    List<Long> mails =
        IntStream.range(0, 5).mapToObj(i -> sender.mail("ada@acme.example")).toList();
    sender.report(bounce(mails.get(0), "soft", ""));
    sql.run(
        "update mail_reports set reported_at = now() - interval '31 days' where message_id = "
            + mails.get(0));
    try (Workers workers = new Workers(4)) {
      workers.all(
          mails.subList(1, 5).stream()
              .map(mail -> (Runnable) () -> sender.report(bounce(mail, "soft", "")))
              .toList());
    }
    assertEquals(List.of(), sender.suppressions());
    sql.run(
        "update mail_reports set reported_at = now() - interval '29 days' where message_id = "
            + mails.get(0));
    sql.run(
        "delete from mail_reports where message_id in (%d, %d)"
            .formatted(mails.get(1), mails.get(2)));
    try (Workers workers = new Workers(2)) {
      workers.all(
          mails.subList(1, 3).stream()
              .map(mail -> (Runnable) () -> sender.report(bounce(mail, "soft", "")))
              .toList());
    }
    assertEquals(List.of("ada@acme.example soft_bounces"), sender.suppressions());
  }

  @Test
  void softBouncesBeforeTheDeletionOfASuppressionCountNoMore() {
    String ada = "ada@acme.example";
    reportSoftly(ada, 5);
    assertEquals(List.of(ada + " soft_bounces"), sender.suppressions());
    String id =
        console
            .get("/console/api/workspaces/" + sender.workspace + "/suppressions")
            .json()
            .at("/suppressions/0/id")
            .asText();
    assertEquals(200, console.delete("/console/api/suppressions/" + id).status());
    reportSoftly(ada, 4);
    assertEquals(List.of(), sender.suppressions());
    reportSoftly(ada, 1);
    assertEquals(List.of(ada + " soft_bounces"), sender.suppressions());
  }

  private void reportSoftly(String email, int times) {
    for (int i = 0; i < times; i++) {
      assertEquals(List.of("bounced soft"), sender.report(bounce(sender.mail(email), "soft", "")));
    }
  }

  /** Runs things at the same time. */
  private static final class Workers implements AutoCloseable {
    private final ExecutorService threads;

    Workers(int count) {
      threads = Executors.newFixedThreadPool(count);
    }

    void all(List<Runnable> work) throws Exception {
      for (Future<?> each : work.stream().map(threads::submit).toList()) {
        each.get();
      }
    }

    @Override
    public void close() {
      threads.shutdownNow();
    }
  }

  @Test
  void aComplaintStopsAllMailsAndReplacesAnUnsubscription() {
    sender.mail("ada@acme.example");
    long newest = sender.mail("ada@acme.example");
    sql.run(
        "insert into mail_suppressions (workspace_id, email, reason) values (%s, 'ada@acme.example', 'unsubscribed')"
            .formatted(sender.workspace));
    String complaint = "{\"type\":\"complaint\",\"recipient\":\"ADA@acme.example\"}";
    assertEquals(List.of("complained"), sender.report(complaint));
    assertEquals(List.of("repeated"), sender.report(complaint));
    assertEquals("sent", state(newest));
    assertEquals(List.of("ada@acme.example complaint"), sender.suppressions());
  }

  @Test
  void aBounceOfARecipientIsThatOfTheNewestMail() {
    long old = sender.mail("ada@acme.example");
    long newest = sender.mail("ada@acme.example");
    sender.mail("suppressed", "ada@acme.example");
    String event = "{\"type\":\"bounce\",\"recipient\":\"ada@acme.example\",\"class\":\"hard\"}";
    assertEquals(List.of("bounced hard"), sender.report(event));
    assertEquals("sent", state(old));
    assertEquals("bounced hard_bounce", state(newest));
    assertEquals(
        List.of("ignored unknown_message"), sender.report(event.replace("ada@", "unknown@")));
  }

  @ParameterizedTest
  @CsvSource({
    "postfix-user-unknown.eml, bounced hard, bounced, hard_bounce",
    "exim-user-unknown.eml, bounced hard, bounced, hard_bounce",
    "exchange-quota.eml, bounced soft, bounced, ''",
    "postfix-spam.eml, bounced policy, bounced, ''",
    "postfix-delayed.eml, ignored not_failed, sent, ''",
    "vacation.eml, ignored auto_reply, sent, ''",
    "answer.eml, ignored not_a_report, sent, ''",
    "read-receipt.eml, ignored disposition, sent, ''",
    "forwarded-report-attached.eml, ignored forwarded_report, sent, ''",
    "forged-token.eml, ignored forged, sent, ''",
    "arf-abuse.eml, complained, sent, complaint",
  })
  void rawReportsAreRead(String file, String outcome, String state, String suppressed) {
    long mail = sender.mail("ada@acme.example");
    assertEquals(List.of(outcome), results(sender.post(MAIL, corpus(file, mail))));
    assertEquals(state, sql.text("select state from mail_messages where id = " + mail));
    List<String> expected =
        suppressed.isEmpty() ? List.of() : List.of("ada@acme.example " + suppressed);
    assertEquals(expected, sender.suppressions());
    assertTrue(sender.counts().endsWith(" 1"), sender::counts);
  }

  @Test
  void theBodyOfAReportMayComeWithoutItsHeaderFields() {
    long mail = sender.mail("ada@acme.example");
    String report = corpus("exchange-ndr.eml", mail);
    String body = report.substring(report.indexOf("\r\n\r\n") + 4);
    String type =
        "multipart/report; report-type=delivery-status; boundary=\"1b0e8a4c-9f3d-4a5e-8c0b-6f5e4d3c2b1a\"";
    assertEquals(List.of("bounced hard"), results(sender.post(type, body)));
    assertEquals(List.of("repeated"), results(sender.post("multipart/report", report)));
  }

  @Test
  void reportsOfOthersMailsAreIgnored() {
    Sender foreign = new Sender(tenants.app().workspaceId());
    long theirs = foreign.mail("ada@acme.example");
    assertEquals(
        List.of("ignored unknown_message"), sender.report(bounce(theirs, "hard", "5.1.1")));
    assertEquals(
        List.of("ignored unknown_message"),
        results(sender.post(MAIL, corpus("postfix-user-unknown.eml", theirs))));
    assertEquals(
        List.of("ignored unknown_message"),
        sender.report("{\"type\":\"complaint\",\"recipient\":\"ada@acme.example\"}"));
    assertEquals("sent", state(theirs));
    assertEquals(List.of(), foreign.suppressions());
    assertEquals("ignored unknown_message 3", sender.counts());
    Response anotherOfTheWorkspace =
        console.post(
            "/console/api/workspaces/" + sender.workspace + "/mail-senders",
            "{\"name\":\"Two\",\"from\":{\"email\":\"two@shop.example\"},\"smtp\":\"smtps://u:p@smtp.shop.example\"}");
    String url =
        anotherOfTheWorkspace
            .json()
            .at("/mailSender/eventsUrl")
            .asText()
            .replaceFirst("^https?://[^/]+", "");
    long mail = sender.mail("ada@acme.example");
    byte[] bare = corpus("bare-id.eml", mail).getBytes(StandardCharsets.UTF_8);
    assertEquals(List.of("ignored unknown_message"), results(send(edge, url, MAIL, bare)));
    byte[] proven = corpus("postfix-user-unknown.eml", mail).getBytes(StandardCharsets.UTF_8);
    assertEquals(List.of("bounced hard"), results(send(edge, url, MAIL, proven)));
  }

  @Test
  void aReportOfAMailThatIsBeingSentMustBeSentAgain() {
    long sending = sender.mail("sending", "ada@acme.example");
    long sent = sender.mail("bob@acme.example");
    String events = bounce(sent, "hard", "5.1.1") + "," + bounce(sending, "hard", "5.1.1");
    Response later = sender.post(JSON, "{\"events\":[" + events + "]}");
    assertEquals(503, later.status(), later::body);
    assertEquals("message_being_sent", later.json().path("code").asText());
    assertFalse(later.header("Retry-After").isEmpty());
    sql.run("update mail_messages set state = 'sent' where id = " + sending);
    assertEquals(List.of("repeated", "bounced hard"), sender.report(events));
  }

  @Test
  void everyFaultIsReportedAtOnceAndNothingIsDone() {
    long mail = sender.mail("ada@acme.example");
    Response refused =
        sender.post(
            JSON,
            "{\"events\":[%s,{\"type\":\"open\",\"recipient\":\"x\"},{\"type\":\"bounce\"},7]}"
                .formatted(bounce(mail, "hard", "5.1.1")));
    assertEquals(422, refused.status(), refused::body);
    List<String> pointers =
        StreamSupport.stream(refused.json().path("errors").spliterator(), false)
            .map(each -> each.path("pointer").asText())
            .toList();
    assertTrue(
        pointers.containsAll(
            List.of(
                "/events/1/type",
                "/events/1/recipient",
                "/events/2/messageId",
                "/events/2/class",
                "/events/3")),
        pointers::toString);
    assertEquals("sent", state(mail));
  }

  @ParameterizedTest
  @CsvSource({
    "application/json, '', 400, malformed_json",
    "application/json, '{', 400, malformed_json",
    "application/json, '[]', 422, invalid_type",
    "application/json, '{}', 422, required",
    "application/json, '{\"events\":1}', 422, invalid_type",
    "text/plain, x, 415, unsupported_media_type",
    "multipart/form-data; boundary=x, x, 415, unsupported_media_type",
    "message/rfc822, '', 422, unreadable_report",
    "multipart/report; boundary=x, nothing, 422, unreadable_report"
  })
  void whatIsNoReportIsRefused(String type, String body, int status, String code) {
    Response refused = sender.post(type, body);
    assertEquals(status, refused.status(), refused::body);
    assertEquals(code, refused.json().path("code").asText());
  }

  @Test
  void largeReportsAreRefused() throws IOException {
    String many = Stream.generate(() -> "{}").limit(101).collect(Collectors.joining(",", "[", "]"));
    assertEquals(422, sender.post(JSON, "{\"events\":" + many + "}").status());
    byte[] large = ("A: b\r\n\r\n" + "x".repeat(1 << 20)).getBytes(StandardCharsets.US_ASCII);
    assertEquals(413, send(edge, sender.url, MAIL, large).status());
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(zipped)) {
      out.write(large);
    }
    Map<String, String> headers = Map.of("Content-Type", MAIL, "Content-Encoding", "gzip");
    assertEquals(413, edge.send("POST", sender.url, headers, zipped.toByteArray()).status());
  }

  @Test
  void aWrongSecretIsAnUnknownPathAndAGuesserIsSlowedDown() {
    Http http = new Http(SERVICE.httpUrl());
    byte[] body = "{\"events\":[]}".getBytes(StandardCharsets.UTF_8);
    String wrong = sender.url.substring(0, sender.url.length() - 4) + "AAAA";
    Response unknown = send(http, "/mail-events-x/y", JSON, body);
    for (String path : List.of(wrong, "/mail-events/x", "/mail-events/" + "x".repeat(3_000))) {
      Response refused = send(http, path, JSON, body);
      if (refused.status() != 429) {
        assertEquals(404, refused.status(), refused::body);
        assertEquals(
            unknown.json().path("detail").asText(), refused.json().path("detail").asText());
      }
    }
    assertEquals(List.of(), results(send(http, sender.url, JSON, body)));
    assertEquals(200, console.delete("/console/api/mail-senders/" + sender.id).status());
    assertEquals(404, send(http, sender.url, JSON, body).status());
  }

  @Test
  void withoutTheRoleThatKnowsMailsRelaysMustRepeat() {
    Path directory = TemporaryFiles.directory("mail-reports");
    ServiceProcess alone =
        ServiceProcess.start(
            directory, RunningService.onSharedStores(Map.of("SHOPWIRE_VERTICLES", "ingest")));
    try {
      Response response =
          send(new Http(alone.httpUrl()), sender.url, JSON, "{}".getBytes(StandardCharsets.UTF_8));
      assertEquals(503, response.status(), response::body);
      assertFalse(response.header("Retry-After").isEmpty());
      String secret = sender.url.substring(sender.url.lastIndexOf('/') + 1);
      assertFalse(alone.output().contains(secret), alone::output);
    } finally {
      alone.close();
      TemporaryFiles.delete(directory);
    }
  }

  @Test
  void nothingThatIsPostedIsAnInternalError() throws IOException {
    long mail = sender.mail("ada@acme.example");
    Random random = new Random(11);
    List<String> names;
    try (Stream<Path> files = Files.list(CORPUS)) {
      names = files.map(file -> file.getFileName().toString()).sorted().toList();
    }
    Http http = new Http(SERVICE.httpUrl());
    List<String> types =
        List.of(MAIL, JSON, "multipart/report; boundary=b", "multipart/report", "message/global");
    for (int i = 0; i < FUZZ_ROUNDS; i++) {
      byte[] body =
          corpus(names.get(random.nextInt(names.size())), mail)
              .getBytes(StandardCharsets.ISO_8859_1);
      for (int change = random.nextInt(10); change > 0; change--) {
        body[random.nextInt(body.length)] = (byte) random.nextInt(256);
      }
      Response response = send(http, sender.url, types.get(random.nextInt(types.size())), body);
      assertTrue(
          List.of(200, 400, 415, 422).contains(response.status()),
          () -> response.status() + " " + response.body());
    }
  }
}
