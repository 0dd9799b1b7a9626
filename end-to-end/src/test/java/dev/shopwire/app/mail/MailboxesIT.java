package dev.shopwire.app.mail;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.icegreen.greenmail.store.FolderException;
import com.icegreen.greenmail.store.MailFolder;
import com.icegreen.greenmail.user.GreenMailUser;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.automation.composition.BounceAddresses;
import dev.shopwire.testing.Certificates;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.SchemaCheckedHttp;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import jakarta.mail.Flags;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Tests reading the mailboxes of senders (docs/api/mail.md). */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("full")
class MailboxesIT {
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final Path CORPUS =
      Path.of("../automation-verticle/src/test/resources/dev/shopwire/automation/reports");
  private static final String PASSWORD = "hunter2hunter2";
  private static final String STORE_PASSWORD = "for-tests-alone";

  private final Vertx vertx = Vertx.vertx();
  private final GreenMail mailServer =
      new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_IMAP));
  private OwnService service;
  private SchemaCheckedHttp console;
  private BounceAddresses addresses;
  private int port;
  private int senders;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    Certificates certificates = new Certificates(directory);
    certificates.sign("localhost", "dns:localhost");
    mailServer.start();
    port = secured(certificates).actualPort();
    service =
        new OwnService(
            Map.of(
                "SHOPWIRE_MAIL_ALLOW_PRIVATE", "true",
                "SHOPWIRE_MAIL_IMAP_SECONDS", "1",
                "JAVA_TOOL_OPTIONS",
                    "-Djavax.net.ssl.trustStore=%s -Djavax.net.ssl.trustStorePassword=%s"
                        .formatted(trustStore(directory, certificates.ca()), STORE_PASSWORD)));
    console = service.tenants().console();
    addresses =
        new BounceAddresses(
            UUID.fromString(service.sql().text("select id::text from installation")));
  }

  /** Listens with TLS in front of the mail server. */
  private NetServer secured(Certificates certificates) {
    NetClient client = vertx.createNetClient();
    NetServerOptions options =
        new NetServerOptions()
            .setSsl(true)
            .setKeyCertOptions(
                new PemKeyCertOptions()
                    .setCertPath(certificates.certificate("localhost").toString())
                    .setKeyPath(certificates.key("localhost").toString()));
    return vertx
        .createNetServer(options)
        .connectHandler(
            socket -> {
              socket.pause();
              client
                  .connect(mailServer.getImap().getPort(), "127.0.0.1")
                  .onSuccess(
                      server -> {
                        server.handler(socket::write).closeHandler(closed -> socket.close());
                        socket.handler(server::write).closeHandler(closed -> server.close());
                        socket.resume();
                      });
            })
        .listen(0)
        .await();
  }

  private static Path trustStore(Path directory, Path ca) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(ca)) {
      trusted.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    Path store = directory.resolve("trust.p12");
    try (OutputStream out = Files.newOutputStream(store)) {
      trusted.store(out, STORE_PASSWORD.toCharArray());
    }
    return store;
  }

  @AfterAll
  void stop() {
    String output = service.process().output();
    service.close();
    mailServer.stop();
    vertx.close().await();
    assertFalse(output.contains(PASSWORD), "no password is logged");
  }

  private GreenMailUser user(String name) {
    return mailServer.setUser(name + "@bounces.shop.example", name, PASSWORD);
  }

  private String sender(String user, String password) {
    Response created =
        console.post(
            "/console/api/workspaces/1/mail-senders",
            """
            {"name":"Sender %d","from":{"email":"hello@shop.example"},
             "smtp":"smtps://user:secret@smtp.shop.example","bounceDomain":"bounces.shop.example",
             "imap":"imaps://%s:%s@localhost:%d/INBOX"}
            """
                .formatted(senders++, user, password, port));
    assertEquals(200, created.status(), created::body);
    return created.json().at("/mailSender/id").asText();
  }

  private long mail(String sender, String state) {
    return service
        .sql()
        .number(
            """
            insert into mail_messages (workspace_id, kind, recipient, email_key, sender_id,
              template_id, template_version, transactional, state, next_attempt_at)
            values (1, 'test', 'ada@acme.example', 'ada@acme.example', %s, 1, 1, true, '%s', null)
            returning id
            """
                .formatted(sender, state));
  }

  private void deliver(GreenMailUser user, String file, long mail) throws Exception {
    String text =
        Files.readString(CORPUS.resolve(file), StandardCharsets.ISO_8859_1)
            .replace("{token}", addresses.of(mail, "bounces.shop.example").toString())
            .replace("\n", "\r\n");
    deliver(user, text);
  }

  private static void deliver(GreenMailUser user, String text) throws MessagingException {
    user.deliver(
        new MimeMessage(
            Session.getInstance(new Properties()),
            new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1))));
  }

  private long unread(GreenMailUser user) {
    try {
      MailFolder inbox = mailServer.getManagers().getImapHostManager().getInbox(user);
      return inbox.getMessages().stream()
          .filter(message -> !message.getFlags().contains(Flags.Flag.SEEN))
          .count();
    } catch (FolderException e) {
      throw new IllegalStateException(e);
    }
  }

  private JsonNode shown(String sender) {
    return console.get("/console/api/mail-senders/" + sender).json().path("mailSender");
  }

  private String counts(String sender) {
    return StreamSupport.stream(shown(sender).path("reports").spliterator(), false)
        .map(
            each ->
                each.path("outcome").asText()
                    + " "
                    + each.path("reason").asText()
                    + " "
                    + each.path("count").asText())
        .collect(Collectors.joining(", "));
  }

  private String state(long mail) {
    return service.sql().text("select state from mail_messages where id = " + mail);
  }

  @Test
  void unreadMailsAreRecordedAndFlagged() throws Exception {
    GreenMailUser user = user("one");
    String sender = sender("one", PASSWORD);
    long mail = mail(sender, "sent");
    long sending = mail(sender, "sending");
    deliver(user, "vacation.eml", mail);
    deliver(user, "postfix-user-unknown.eml", mail);
    deliver(user, "exim-user-unknown.eml", mail);
    deliver(user, "bare-id.eml", mail);
    deliver(user, "postfix-spam.eml", sending);
    deliver(user, "Subject: large\r\n\r\n" + "x".repeat(70).concat("\r\n").repeat(15_000));
    Poll.until(TIME, () -> counts(sender), () -> unread(user) == 1);
    assertEquals(
        "bounced hard 1, ignored auto_reply 1, ignored too_large 1, ignored unproven 1, repeated null 1",
        counts(sender));
    assertEquals("bounced", state(mail));
    service.sql().run("update mail_messages set state = 'sent' where id = " + sending);
    Poll.until(TIME, () -> counts(sender), () -> unread(user) == 0);
    assertEquals("bounced", state(sending));
    JsonNode mailbox = shown(sender).path("mailbox");
    assertTrue(mailbox.path("readAt").isTextual(), mailbox::toString);
    assertTrue(mailbox.path("problem").isNull(), mailbox::toString);
  }

  @Test
  void aMailboxThatCannotBeReadSaysWhy() {
    user("two");
    String sender = sender("two", "wrong");
    Poll.until(
        TIME,
        () -> shown(sender).toString(),
        () ->
            shown(sender).at("/mailbox/problem").asText().equals("the server refuses: signing in"));
  }

  @Test
  void aProcessThatIsKilledLosesAndDoublesNothing() throws Exception {
    GreenMailUser user = user("three");
    String sender = sender("three", PASSWORD);
    int count = 60;
    for (int i = 0; i < count; i++) {
      deliver(user, "postfix-mailbox-full.eml", mail(sender, "sent"));
    }
    Poll.until(TIME, () -> counts(sender), () -> unread(user) < count);
    service.process().kill();
    service.startAgain();
    service.sql().run("update mail_mailboxes set until = '-infinity'");
    Poll.until(TIME, () -> "unread " + unread(user), () -> unread(user) == 0);
    assertEquals(
        count,
        service
            .sql()
            .number(
                "select count(*) from mail_messages where state = 'bounced' and sender_id = "
                    + sender));
    assertEquals(
        count,
        service
            .sql()
            .number(
                "select count(*) from mail_reports r join mail_messages m on m.id = r.message_id where sender_id = "
                    + sender));
  }
}
