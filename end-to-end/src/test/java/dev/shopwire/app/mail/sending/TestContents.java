package dev.shopwire.app.mail.sending;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.mail.smtp.Envelope;
import dev.shopwire.automation.messages.Mail;
import dev.shopwire.automation.sending.MailContents;
import dev.shopwire.automation.sending.SizeClass;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;

/** Makes mails of 2 KB, except that those to some local parts are refused. */
final class TestContents implements MailContents {
  private static final String TEXT = ("x".repeat(70) + "\r\n").repeat(28);

  @Override
  public Future<List<Prepared>> prepare(List<Mail> mails, SizeClass size) {
    return Future.succeededFuture(mails.stream().map(TestContents::prepared).toList());
  }

  private static Prepared prepared(Mail mail) {
    if (mail.recipient().startsWith("missing")) {
      return new Refused("failed", "missing_value", Optional.of("customer.name"));
    }
    if (mail.recipient().startsWith("sandboxed")) {
      return new Refused("suppressed", "sandbox", Optional.empty());
    }
    String message = "Message-ID: <" + mail.id() + "@shop.test>\r\nSubject: Hello\r\n\r\n" + TEXT;
    return new Ready(
        new Envelope(
            Optional.of(MailAddress.parse("b@shop.test")), MailAddress.parse(mail.recipient())),
        "Hello",
        Buffer.buffer(message.getBytes(US_ASCII)));
  }
}
