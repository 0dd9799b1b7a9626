package dev.shopwire.automation.composition;

import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.mail.message.MailMessage;
import dev.shopwire.automation.mail.message.NamedAddress;
import dev.shopwire.automation.mail.message.Unsubscribe;
import dev.shopwire.automation.mail.senders.Sender;
import dev.shopwire.automation.mail.smtp.Envelope;
import dev.shopwire.automation.messages.Mail;
import dev.shopwire.automation.sending.MailContents.Prepared;
import dev.shopwire.automation.sending.MailContents.Ready;
import dev.shopwire.automation.sending.MailContents.Refused;
import dev.shopwire.automation.sending.MailContents.TooLarge;
import dev.shopwire.automation.sending.SizeClass;
import dev.shopwire.automation.templates.MailTemplate;
import dev.shopwire.automation.templates.Rendered;
import dev.shopwire.automation.templates.rendering.Missing;
import dev.shopwire.automation.templates.rendering.Values;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/** Renders, writes and signs single mails; takes milliseconds. Thread-safe. */
final class Composer {
  private static final String FAILED = "failed";

  /** From of captured mails, which have no sender; the domain is reserved (RFC 2606). */
  private static final NamedAddress OUTBOX_FROM =
      NamedAddress.of(new MailAddress("outbox", "shopwire.invalid"));

  private final MailLinks links;
  private final BounceAddresses bounces;

  Composer(MailLinks links, UUID installation) {
    this.links = links;
    this.bounces = new BounceAddresses(installation);
  }

  /**
   * Makes one mail.
   *
   * @param sender empty for the outbox
   * @param size what the mail may have
   */
  Prepared compose(
      Mail mail, Optional<Sender> sender, MailTemplate template, Values values, SizeClass size) {
    Rendered rendered = template.render(values, size.maxMail());
    if (rendered.isTooLarge()) {
      return tooLarge(size, "The mail exceeds " + size.maxMail() + " bytes");
    }
    if (!rendered.isComplete()) {
      return refused(
          "missing_value",
          rendered.missing().stream()
              .map(Composer::describe)
              .distinct()
              .collect(Collectors.joining(", ")));
    }
    return ready(mail, sender, rendered);
  }

  private static String describe(Missing missing) {
    return missing.path().text() + " (" + missing.reason().id() + ")";
  }

  static Prepared tooLarge(SizeClass size, String detail) {
    return size == SizeClass.LARGE ? refused("render_error", detail) : new TooLarge();
  }

  static Refused refused(String reason, String detail) {
    return new Refused(FAILED, reason, Optional.of(detail));
  }

  private Ready ready(Mail mail, Optional<Sender> sender, Rendered rendered) {
    NamedAddress from = sender.map(Sender::from).orElse(OUTBOX_FROM);
    MailAddress to = MailAddress.parse(mail.recipient());
    MailMessage message =
        new MailMessage(
            Long.toString(mail.id()),
            from,
            NamedAddress.of(to),
            sender.flatMap(Sender::replyTo),
            rendered.subject(),
            mail.createdAt().toInstant(),
            rendered.text(),
            rendered.html(),
            mail.transactional()
                ? Optional.empty()
                : Optional.of(new Unsubscribe(links.unsubscribe(mail))));
    byte[] unsigned = message.toBytes();
    byte[] signed =
        sender
            .flatMap(Sender::dkim)
            .map(signer -> signer.sign(unsigned, Instant.now()))
            .orElse(unsigned);
    MailAddress returnPath =
        sender
            .flatMap(Sender::bounceDomain)
            .map(domain -> bounces.of(mail.id(), domain))
            .orElse(from.address());
    return new Ready(
        new Envelope(Optional.of(returnPath), to), rendered.subject(), Buffer.buffer(signed));
  }
}
