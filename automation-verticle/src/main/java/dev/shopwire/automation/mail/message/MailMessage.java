package dev.shopwire.automation.mail.message;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A mail to one recipient, with a text and an HTML part. The same message is always the same bytes,
 * so that a repeated attempt sends what was sent before.
 *
 * @param id letters, digits, hyphens and underscores, at most 40; names the message in Message-ID
 *     and X-Shopwire-Message
 * @param subject any text; line breaks and control characters become blanks
 * @param date in Date, to the second, in UTC
 * @param unsubscribe absent for transactional mail
 */
public record MailMessage(
    String id,
    NamedAddress from,
    NamedAddress to,
    Optional<NamedAddress> replyTo,
    String subject,
    Instant date,
    String text,
    String html,
    Optional<Unsubscribe> unsubscribe) {
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,40}");
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE, d MMM yyyy HH:mm:ss '+0000'", Locale.ENGLISH)
          .withZone(ZoneOffset.UTC);

  public MailMessage {
    if (!ID.matcher(id).matches()) {
      throw new IllegalArgumentException("The id of a message has 1 to 40 of A-Z a-z 0-9 _ -");
    }
  }

  /** The value of Message-ID, with its angle brackets. */
  public String messageId() {
    return "<" + id + "@" + from.address().domain() + ">";
  }

  /**
   * The mail as it is sent (RFC 5322, RFC 2046): 7-bit, lines of at most 998 characters that end
   * with CRLF. Dots at the start of lines are not doubled: that belongs to SMTP.
   */
  public byte[] toBytes() {
    // "=_" occurs in no quoted-printable text, so no part can contain the boundary.
    String boundary = "=_shopwire_" + id;
    ByteArrayOutputStream out =
        new ByteArrayOutputStream(2_048 + (text.length() + html.length()) * 5 / 4);
    writeAscii(headerFields(boundary), out);
    writePart("text/plain", text, boundary, out);
    writePart("text/html", html, boundary, out);
    writeAscii("\r\n--" + boundary + "--\r\n", out);
    return out.toByteArray();
  }

  private String headerFields(String boundary) {
    HeaderFields fields = new HeaderFields();
    fields.add("From", from.words());
    fields.add("To", to.words());
    replyTo.ifPresent(address -> fields.add("Reply-To", address.words()));
    fields.add("Subject", HeaderText.words(subject));
    fields.add("Date", DATE.format(date));
    fields.add("Message-ID", messageId());
    fields.add("MIME-Version", "1.0");
    fields.add("Content-Type", List.of("multipart/alternative;", "boundary=\"" + boundary + "\""));
    fields.add("X-Shopwire-Message", id);
    unsubscribe.ifPresent(
        link -> {
          fields.add("List-Unsubscribe", "<" + link.url() + ">");
          fields.add("List-Unsubscribe-Post", "List-Unsubscribe=One-Click");
        });
    return fields.toString();
  }

  private static void writePart(
      String type, String content, String boundary, ByteArrayOutputStream out) {
    writeAscii(
        """

        --%s
        Content-Type: %s; charset=utf-8
        Content-Transfer-Encoding: quoted-printable

        """
            .formatted(boundary, type)
            .replace("\n", "\r\n"),
        out);
    QuotedPrintable.write(content, out);
  }

  private static void writeAscii(String text, ByteArrayOutputStream out) {
    out.writeBytes(text.getBytes(US_ASCII));
  }
}
