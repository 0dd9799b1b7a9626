package dev.shopwire.automation.sending;

import dev.shopwire.automation.mail.smtp.Envelope;
import dev.shopwire.automation.messages.Mail;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;

/** Makes mails right before they are sent: renders and signs them, and applies the sandbox. */
public interface MailContents {
  /**
   * Must not block the event loop. Failures of single mails are {@link Refused}, or {@link Later}
   * if they may pass; if the future fails, all mails wait and are tried again.
   *
   * @param size those that exceed it are {@link TooLarge}, but for large ones {@link Refused}
   * @return as many as there are mails, in their order
   */
  Future<List<Prepared>> prepare(List<Mail> mails, SizeClass size);

  /** What came of it. */
  sealed interface Prepared permits Ready, Refused, Later, TooLarge {}

  /**
   * A mail that can be sent.
   *
   * @param message 7-bit, lines of at most 998 characters that end with CRLF
   */
  record Ready(Envelope envelope, String subject, Buffer message) implements Prepared {}

  /**
   * A mail that is not to be sent.
   *
   * @param state {@code failed} or {@code suppressed}
   * @param reason such as {@code missing_value} or {@code sandbox}
   * @param detail such as the path whose value is missing
   */
  record Refused(String state, String reason, Optional<String> detail) implements Prepared {}

  /** A mail that can't be made at this moment: it is tried again some seconds later. */
  record Later() implements Prepared {}

  /** A mail that exceeds the class of size for which memory is reserved. */
  record TooLarge() implements Prepared {}
}
