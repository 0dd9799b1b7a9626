package dev.shopwire.automation.composition;

import dev.shopwire.automation.mail.senders.Sender;
import dev.shopwire.automation.mail.senders.SenderConnections;
import dev.shopwire.automation.mail.smtp.SmtpConnection;
import dev.shopwire.automation.sending.MailSender;
import dev.shopwire.automation.sending.MailSenders;
import dev.shopwire.automation.sending.SenderLimits;
import io.vertx.core.Future;
import java.util.Optional;

/** Gives the sending engine the senders of the database. Use from the event loop of the engine. */
final class StoredSenders implements MailSenders {
  private final SenderCache senders;
  private final SenderConnections connections;

  StoredSenders(SenderCache senders, SenderConnections connections) {
    this.senders = senders;
    this.connections = connections;
  }

  @Override
  public Future<Optional<MailSender>> find(long id) {
    return senders.load(id).map(found -> found.map(sender -> new Stored(sender, connections)));
  }

  private record Stored(Sender sender, SenderConnections connections) implements MailSender {
    @Override
    public SenderLimits limits() {
      return new SenderLimits(
          sender.perSecond().orElse(0),
          sender.perDomainPerMinute().orElse(0),
          sender.connections());
    }

    @Override
    public Future<SmtpConnection> connect() {
      return connections.open(sender);
    }
  }
}
