package dev.shopwire.automation.mail.message;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.HostileValues;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.internet.MimeMessage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.TextBody;
import org.apache.james.mime4j.dom.address.Mailbox;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.MimeConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads composed mails with Apache Mime4j, and their header fields with Angus Mail. */
class MailMessageTest {
  private static final MailAddress SHOP = MailAddress.parse("shop@sender.example");
  private static final int FIELDS = 11;
  private static final MailAddress CUSTOMER = MailAddress.parse("me@receiver.example");

  private static MailMessage mail(String name, String subject, String text, String html) {
    return new MailMessage(
        "42",
        new NamedAddress(SHOP, Optional.of(name)),
        NamedAddress.of(CUSTOMER),
        Optional.of(NamedAddress.of(MailAddress.parse("help@sender.example"))),
        subject,
        Instant.parse("2026-11-08T07:06:05.999Z"),
        text,
        html,
        Optional.of(new Unsubscribe("https://links.example/unsubscribe/token")));
  }

  @Test
  void aMailIsTheseBytes() {
    MailMessage mail = mail("The Shop", "Your order", "Hello,\n.\n= 1 €  \n", "<p>Hello</p>");
    assertEquals(
        """
        From: The Shop <shop@sender.example>
        To: me@receiver.example
        Reply-To: help@sender.example
        Subject: Your order
        Date: Sun, 8 Nov 2026 07:06:05 +0000
        Message-ID: <42@sender.example>
        MIME-Version: 1.0
        Content-Type: multipart/alternative; boundary="=_shopwire_42"
        X-Shopwire-Message: 42
        List-Unsubscribe: <https://links.example/unsubscribe/token>
        List-Unsubscribe-Post: List-Unsubscribe=One-Click

        --=_shopwire_42
        Content-Type: text/plain; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        Hello,
        .
        =3D 1 =E2=82=AC =20

        --=_shopwire_42
        Content-Type: text/html; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        <p>Hello</p>
        --=_shopwire_42--
        """
            .replace("\n", "\r\n"),
        new String(mail.toBytes(), US_ASCII));
  }

  @Test
  void everyMailIsReadAsItWasWritten() throws IOException {
    RandomMails mails = new RandomMails(1);
    for (int i = 0; i < 2_000; i++) {
      MailMessage mail = mails.next();
      byte[] bytes = mail.toBytes();
      assertLines(new String(bytes, UTF_8));
      assertArrayEquals(bytes, mail.toBytes());
      Message read = read(bytes);
      assertEquals(List.of("text/plain", "text/html"), partTypes(read));
      assertEquals(lines(mail.text()), lines(part(read, 0)), () -> "mail " + mail);
      assertEquals(lines(mail.html()), lines(part(read, 1)), () -> "mail " + mail);
      assertEquals(oneLine(mail.subject()), oneLine(read.getSubject()));
      assertMailbox(mail.from(), read.getFrom().get(0));
      assertMailbox(mail.to(), (Mailbox) read.getTo().get(0));
      assertEquals(mail.messageId(), read.getMessageId());
      assertEquals(mail.date(), read.getDate().toInstant());
    }
  }

  private static Message read(byte[] bytes) throws IOException {
    DefaultMessageBuilder builder = new DefaultMessageBuilder();
    builder.setMimeEntityConfig(MimeConfig.STRICT);
    return builder.parseMessage(new ByteArrayInputStream(bytes));
  }

  private static void assertLines(String mail) {
    assertTrue(mail.endsWith("\r\n"));
    assertTrue(
        mail.chars().allMatch(c -> c == '\t' || c == '\r' || c == '\n' || (c >= ' ' && c <= '~')));
    assertFalse(mail.replace("\r\n", "").chars().anyMatch(c -> c == '\r' || c == '\n'));
    int body = mail.indexOf("\r\n\r\n");
    for (String line : mail.substring(0, body).split("\r\n", -1)) {
      // A single word can't be folded.
      assertTrue(line.length() <= 78 || line.matches("([A-Za-z-]+:)? [^ ]+"), line);
      assertTrue(line.length() <= 998 && !line.isBlank(), line);
    }
    for (String line : mail.substring(body).split("\r\n", -1)) {
      assertTrue(line.length() <= 76 && line.equals(line.stripTrailing()), line);
    }
  }

  private static List<String> partTypes(Message message) {
    return ((Multipart) message.getBody())
        .getBodyParts().stream().map(part -> part.getMimeType()).toList();
  }

  private static String part(Message message, int index) throws IOException {
    TextBody body = (TextBody) ((Multipart) message.getBody()).getBodyParts().get(index).getBody();
    return new String(body.getInputStream().readAllBytes(), UTF_8);
  }

  /** Line breaks of every kind are one kind; a lone surrogate is the only loss. */
  private static String lines(String text) {
    return text.replace("\r\n", "\n").replace('\r', '\n').replaceAll("\\p{Cs}", "?");
  }

  private static String oneLine(String text) {
    return text.replaceAll("[\\p{Cc}\\u2028\\u2029]", " ").replaceAll("\\p{Cs}", "?");
  }

  private static void assertMailbox(NamedAddress expected, Mailbox actual) {
    assertEquals(expected.address().toString(), actual.getAddress());
    String name = oneLine(expected.name().orElse("").strip()).strip();
    String read = actual.getName() == null ? "" : actual.getName();
    assertEquals(name, read.strip());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Line\r\nBcc: you@receiver.example",
        "\nX: y",
        "a\rb",
        "nul\0",
        "next line\u0085X: y",
        "\u2028X: y"
      })
  void noTextAddsAHeaderField(String text) throws IOException {
    MailMessage mail = mail(text, text, "", "");
    Message read = read(mail.toBytes());
    assertEquals(FIELDS, read.getHeader().getFields().size());
    assertEquals(oneLine(text), read.getSubject());
  }

  /** Two parsers that share no code. */
  @Test
  void noHostileValueAddsAHeaderField() throws IOException, MessagingException {
    for (String value : HostileValues.all()) {
      byte[] mail = mail(value, value, value, value).toBytes();
      assertEquals(FIELDS, read(mail).getHeader().getFields().size(), value);
      MimeMessage other =
          new MimeMessage(Session.getInstance(new Properties()), new ByteArrayInputStream(mail));
      assertEquals(FIELDS, Collections.list(other.getAllHeaders()).size(), value);
      assertEquals(1, other.getFrom().length, value);
      assertEquals(1, other.getAllRecipients().length, value);
    }
  }

  @Test
  void namesThatNeedNoEncodingStayReadable() {
    assertFrom("Shop <shop@sender.example>", "Shop");
    assertFrom("\"Shop, Inc.\" <shop@sender.example>", "Shop, Inc.");
    assertFrom("=?UTF-8?B?QsO8Y2hlcg==?= <shop@sender.example>", "Bücher");
    assertFrom("=?UTF-8?B?IlNob3Ai?= <shop@sender.example>", "\"Shop\"");
    assertFrom("shop@sender.example", " ");
  }

  private static void assertFrom(String expected, String name) {
    String mail = new String(mail(name, "", "", "").toBytes(), US_ASCII);
    assertEquals("From: " + expected, mail.substring(0, mail.indexOf("\r\n")));
  }

  @Test
  void whatCouldBreakAHeaderFieldIsRefused() {
    for (String id : new String[] {"", "a b", "a\r\n", "é", "a".repeat(41)}) {
      assertThrows(
          IllegalArgumentException.class,
          () ->
              new MailMessage(
                  id,
                  NamedAddress.of(SHOP),
                  NamedAddress.of(CUSTOMER),
                  Optional.empty(),
                  "",
                  Instant.EPOCH,
                  "",
                  "",
                  Optional.empty()));
    }
    for (String url :
        new String[] {"ftp://x", "https://x y", "https://x>", "https://x\r\n", "https://é"}) {
      assertThrows(IllegalArgumentException.class, () -> new Unsubscribe(url));
    }
  }
}
