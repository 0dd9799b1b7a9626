package dev.shopwire.automation;

import dev.shopwire.automation.reads.HeavyReads;
import dev.shopwire.automation.reports.ReportMetrics;
import dev.shopwire.automation.tracking.BuildStarts;
import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.secrets.SecretReencryption;
import dev.shopwire.common.stores.SharedStores;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.sqlclient.Pool;
import java.util.List;

/**
 * Serves segments, e-mail and flows over the event bus, and reads mailboxes; started once every
 * address is registered.
 */
public final class AutomationVerticle extends VerticleBase {
  private final AutomationConfig config;
  private final SecretKeys keys;
  private final SharedStores stores;
  private final BuildStarts builds;
  private final ReportMetrics reportMetrics;
  private Pool pool;
  private Pool reads;
  private SecretReencryption reencryption;
  private MailServer mail;
  private FlowServer flows;

  /**
   * @param keys encrypt the secrets of mail senders
   * @param builds lets saves wait until the builds that they cause have begun
   */
  @SuppressWarnings("NullAway.Init") // start() sets the other fields
  public AutomationVerticle(
      AutomationConfig config,
      SecretKeys keys,
      SharedStores stores,
      BuildStarts builds,
      ReportMetrics reportMetrics) {
    this.config = config;
    this.keys = keys;
    this.stores = stores;
    this.builds = builds;
    this.reportMetrics = reportMetrics;
  }

  @Override
  public Future<?> start() {
    pool = stores.postgres().pool(vertx, config.connections(), SessionSettings.CALLS);
    reads =
        stores.postgres().pool(vertx, config.reads().atOnce(), config.reads().sessionSettings());
    reencryption = AutomationSecrets.reencryption(vertx, pool, keys);
    AutomationContext context =
        new AutomationContext(
            vertx,
            config,
            keys,
            stores,
            pool,
            new HeavyReads(vertx, reads, config.reads()),
            CursorSigner.of(stores.installation()));
    mail = new MailServer(context, reportMetrics);
    flows = new FlowServer(context, builds);
    return reencryption
        .check()
        .compose(checked -> serve(new SegmentServer(context, builds)))
        .onSuccess(
            served -> {
              reencryption.start();
              mail.start();
              flows.start();
            });
  }

  private Future<?> serve(SegmentServer segments) {
    ExportServer exports = new ExportServer(Role.AUTOMATION, vertx, stores);
    SegmentServer.addExports(exports);
    mail.addExports(exports);
    flows.addExports(exports);
    return Future.all(
        List.of(
            Role.AUTOMATION.serveStatus(vertx),
            segments.serve(),
            mail.serve(),
            flows.serve(),
            exports.serve()));
  }

  @Override
  public Future<?> stop() {
    reencryption.close();
    return mail.close().eventually(flows::close).eventually(pool::close).eventually(reads::close);
  }
}
