package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.dkim.DkimKey;
import dev.shopwire.automation.mail.dkim.DkimSigner;
import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.mail.message.NamedAddress;
import dev.shopwire.automation.mail.senders.SenderTable.Complete;
import dev.shopwire.automation.mail.smtp.SmtpConfig;
import dev.shopwire.automation.mail.smtp.SmtpTimeouts;
import dev.shopwire.common.secrets.SecretKeys;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads senders with their secrets, for sending. Methods run on the caller's event loop. */
public final class Senders {
  private final Vertx vertx;
  private final MailConfig config;
  private final SenderSecrets secrets;

  public Senders(Vertx vertx, MailConfig config, SecretKeys keys) {
    this.vertx = vertx;
    this.config = config;
    this.secrets = new SenderSecrets(keys);
  }

  /** The sender of the settings, if they describe one. */
  public Optional<Sender> configured() {
    return config.configured();
  }

  /**
   * A sender as it is now, or if {@code id} is {@link Sender#CONFIGURED} that of the settings.
   * Fails with 503 if its secrets can't be decrypted.
   *
   * @return empty if the workspace has no such sender
   */
  public Future<Optional<Sender>> load(SqlClient client, long workspaceId, long id) {
    return id == Sender.CONFIGURED
        ? Future.succeededFuture(configured())
        : SenderTable.findComplete(client, workspaceId, id).compose(this::complete);
  }

  /** The same by the id alone. */
  public Future<Optional<Sender>> load(SqlClient client, long id) {
    return id == Sender.CONFIGURED
        ? Future.succeededFuture(configured())
        : SenderTable.findComplete(client, id).compose(this::complete);
  }

  /** The senders of a workspace, newest first. */
  public static Future<List<Long>> ids(SqlClient client, long workspaceId) {
    return SenderTable.ids(client, workspaceId);
  }

  /**
   * Whether the workspace has this sender. In a transaction, it can't be deleted until the end of
   * that.
   */
  public static Future<Boolean> exists(SqlClient client, long workspaceId, long id) {
    return SenderTable.hold(client, workspaceId, id);
  }

  /**
   * Whose sender a request to an {@code eventsUrl} is about.
   *
   * @param hash of the secret at its end
   */
  public record Owner(Buffer hash, long workspaceId, long senderId) {}

  /** The senders whose {@code eventsUrl} ends with a secret that has one of these hashes. */
  public static Future<List<Owner>> ofEventsHashes(SqlClient client, List<Buffer> hashes) {
    return SenderTable.findByEventsHashes(client, hashes);
  }

  /** Checking a private key takes milliseconds. */
  private Future<Optional<Sender>> complete(Optional<Complete> found) {
    return found
        .map(
            complete -> {
              Map<SecretKind, String> texts = secrets.decrypt(complete.secrets());
              return vertx.executeBlocking(
                  () -> Optional.of(sender(complete.sender(), texts)), false);
            })
        .orElseGet(() -> Future.succeededFuture(Optional.empty()));
  }

  private Sender sender(MailSender stored, Map<SecretKind, String> texts) {
    SenderFields fields = stored.fields();
    NamedAddress from = fields.from().address();
    return new Sender(
        stored.id(),
        from,
        Optional.ofNullable(fields.replyTo()).map(MailAddress::parse).map(NamedAddress::of),
        SmtpConfig.parse(
            Optional.ofNullable(texts.get(SecretKind.SMTP)).orElseThrow(),
            from.address().domain(),
            SmtpTimeouts.withFinalReply(config.replyTime())),
        Optional.ofNullable(fields.perSecond()),
        Optional.ofNullable(fields.perDomainPerMinute()),
        fields.connections(),
        Optional.ofNullable(fields.dkim()).map(dkim -> signer(dkim, texts)),
        Optional.ofNullable(fields.bounceDomain()),
        Optional.ofNullable(texts.get(SecretKind.IMAP)).map(Mailbox::parse),
        stored.updatedAt().toInstant());
  }

  private static DkimSigner signer(DkimView dkim, Map<SecretKind, String> texts) {
    String pem = Optional.ofNullable(texts.get(SecretKind.DKIM)).orElseThrow();
    return new DkimSigner(dkim.identity(), DkimKey.fromPem(pem));
  }
}
