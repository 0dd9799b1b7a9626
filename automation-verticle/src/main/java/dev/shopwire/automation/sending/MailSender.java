package dev.shopwire.automation.sending;

import dev.shopwire.automation.mail.smtp.SmtpConnection;
import io.vertx.core.Future;

/** A server that takes mails, as it is configured now. Called on the event loop of its lane. */
public interface MailSender {
  SenderLimits limits();

  /** Opens a connection that is ready for a mail; a failure puts back all mails of the sender. */
  Future<SmtpConnection> connect();
}
