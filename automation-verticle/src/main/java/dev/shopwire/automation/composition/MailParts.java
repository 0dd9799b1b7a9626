package dev.shopwire.automation.composition;

import dev.shopwire.automation.mail.senders.MailConfig;
import dev.shopwire.automation.mail.senders.SenderConnections;
import dev.shopwire.automation.mail.senders.Senders;
import dev.shopwire.automation.sending.SendingVerticle.Parts;
import dev.shopwire.automation.sending.SendingVerticle.PartsFactory;
import dev.shopwire.automation.suppressions.HashKeys;
import dev.shopwire.automation.templates.store.TemplateStore;
import dev.shopwire.automation.templates.store.TemplateWork;
import dev.shopwire.common.secrets.SecretKeys;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.WorkerExecutor;
import io.vertx.sqlclient.Pool;
import java.util.UUID;

/**
 * Connects the sending of mails with senders and templates.
 *
 * @param keys decrypt the senders' secrets and the key of the hashes of erased addresses
 * @param installation whose secrets make links and bounce addresses
 */
public record MailParts(MailConfig config, SecretKeys keys, UUID installation)
    implements PartsFactory {

  @Override
  public Parts create(Vertx vertx, Pool pool) {
    SenderCache senders = new SenderCache(pool, new Senders(vertx, config, keys));
    WorkerExecutor workers =
        vertx.createSharedWorkerExecutor("mail-making", Runtime.getRuntime().availableProcessors());
    SenderConnections connections = new SenderConnections(vertx, config);
    TemplateWork work = new TemplateWork(vertx);
    return new Parts(
        new StoredSenders(senders, connections),
        new ComposedMails(
            workers, pool, senders, new TemplateStore(pool, work), config.linksUrl(), installation),
        new HashKeys(keys),
        () -> Future.join(connections.close(), work.close(), workers.close()));
  }
}
