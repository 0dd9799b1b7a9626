package dev.shopwire.automation;

import dev.shopwire.automation.campaigns.CampaignEndings;
import dev.shopwire.automation.campaigns.CampaignHandlers;
import dev.shopwire.automation.campaigns.CampaignTable;
import dev.shopwire.automation.composition.TestMailHandlers;
import dev.shopwire.automation.erasure.ErasureHandlers;
import dev.shopwire.automation.erasure.Erasures;
import dev.shopwire.automation.health.HealthHandlers;
import dev.shopwire.automation.mail.senders.SenderCheck;
import dev.shopwire.automation.mail.senders.SenderConnections;
import dev.shopwire.automation.mail.senders.SenderHandlers;
import dev.shopwire.automation.mail.senders.Senders;
import dev.shopwire.automation.messages.MessageHandlers;
import dev.shopwire.automation.reports.Mailboxes;
import dev.shopwire.automation.reports.ReportHandlers;
import dev.shopwire.automation.reports.ReportMetrics;
import dev.shopwire.automation.settings.AutomationSettings;
import dev.shopwire.automation.settings.AutomationSettingsHandlers;
import dev.shopwire.automation.suppressions.HashKeys;
import dev.shopwire.automation.suppressions.MailTopicHandlers;
import dev.shopwire.automation.suppressions.SuppressionHandlers;
import dev.shopwire.automation.templates.store.MailTemplateHandlers;
import dev.shopwire.automation.templates.store.TemplatePreviews;
import dev.shopwire.automation.templates.store.TemplateStore;
import dev.shopwire.automation.templates.store.TemplateWork;
import dev.shopwire.common.contracts.CampaignContracts;
import dev.shopwire.common.contracts.MailContracts;
import dev.shopwire.common.contracts.MailReportContracts;
import dev.shopwire.common.exports.ExportServer;
import dev.shopwire.common.query.CursorSigner;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.UUID;

/** Serves the calls about e-mail and campaigns, reads mailboxes, and erases addresses. */
final class MailServer {
  private final AutomationContext context;
  private final SenderConnections connections;
  private final TemplateWork work;
  private final HashKeys hashKeys;
  private final SuppressionHandlers suppressions;
  private final Senders stored;
  private final CampaignEndings endings;
  private final Erasures erasures;
  private final ReportHandlers reports;
  private final Mailboxes mailboxes;

  MailServer(AutomationContext context, ReportMetrics metrics) {
    this.context = context;
    Vertx vertx = context.vertx();
    Pool pool = context.pool();
    AutomationConfig config = context.config();
    UUID installation = context.stores().installation();
    connections = new SenderConnections(vertx, config.mail());
    work = new TemplateWork(vertx);
    hashKeys = new HashKeys(context.keys());
    suppressions =
        new SuppressionHandlers(
            pool, context.signer(), hashKeys, ReportHandlers::settleSoftBounces);
    stored = new Senders(vertx, config.mail(), context.keys());
    endings = new CampaignEndings(vertx, pool);
    erasures = new Erasures(vertx, pool, hashKeys);
    reports = new ReportHandlers(vertx, pool, installation, metrics);
    mailboxes =
        new Mailboxes(vertx, pool, config.mailboxes(), stored, connections, installation, metrics);
  }

  Future<?> serve() {
    Vertx vertx = context.vertx();
    Pool pool = context.pool();
    CursorSigner signer = context.signer();
    AutomationConfig config = context.config();
    boolean configured = stored.configured().isPresent();
    MailTopicHandlers topics = new MailTopicHandlers(pool, signer);
    ErasureHandlers erasing = new ErasureHandlers(pool, hashKeys, erasures);
    SenderHandlers senders =
        new SenderHandlers(
            vertx,
            pool,
            signer,
            config.mail(),
            context.keys(),
            AutomationSettings::isDefaultSender,
            ReportHandlers::show);
    SenderCheck checks = new SenderCheck(pool, stored, connections);
    TestMailHandlers tests = new TestMailHandlers(vertx, pool, configured);
    MailTemplateHandlers templates =
        new MailTemplateHandlers(pool, signer, work, config.templatesPerWorkspace());
    TemplatePreviews previews =
        new TemplatePreviews(
            pool, new TemplateStore(pool, work), work, config.mail().exampleLink());
    HealthHandlers health = new HealthHandlers(pool, configured, config.flows().stuckSeconds());
    AutomationSettingsHandlers settings = new AutomationSettingsHandlers(pool);
    MessageHandlers messages = new MessageHandlers(vertx, pool, signer, CampaignTable::reopen);
    CampaignHandlers campaigns =
        new CampaignHandlers(
            vertx, pool, context.heavy(), messages, hashKeys, config.campaignsPerWorkspace());
    return Future.all(
        List.of(
            context.serve(MailContracts.LIST_SENDERS, senders::list),
            context.serve(MailContracts.CREATE_SENDER, senders::create),
            context.serve(MailContracts.SHOW_SENDER, senders::show),
            context.serve(MailContracts.CHANGE_SENDER, senders::change),
            context.serve(MailContracts.DELETE_SENDER, senders::delete),
            context.serve(MailContracts.CHECK_SENDER, checks::check),
            context.serve(MailContracts.LIST_TOPICS, topics::list),
            context.serve(MailContracts.CREATE_TOPIC, topics::create),
            context.serve(MailContracts.CHANGE_TOPIC, topics::change),
            context.serve(MailContracts.DELETE_TOPIC, topics::delete),
            context.serve(MailContracts.LIST_SUPPRESSIONS, suppressions::list),
            context.serve(MailContracts.CREATE_SUPPRESSION, suppressions::create),
            context.serve(MailContracts.DELETE_SUPPRESSION, suppressions::delete),
            context.serve(MailContracts.ERASE_ADDRESS, erasing::erase),
            context.serve(MailContracts.LIST_TEMPLATES, templates::list),
            context.serve(MailContracts.CREATE_TEMPLATE, templates::create),
            context.serve(MailContracts.SHOW_TEMPLATE, templates::show),
            context.serve(MailContracts.CHANGE_TEMPLATE, templates::change),
            context.serve(MailContracts.DELETE_TEMPLATE, templates::delete),
            context.serve(MailContracts.PREVIEW_TEMPLATE, previews::preview),
            context.serve(MailContracts.TEST_TEMPLATE, tests::send),
            context.serve(MailContracts.SHOW_SETTINGS, settings::show),
            context.serve(MailContracts.CHANGE_SETTINGS, settings::change),
            context.serve(MailContracts.SHOW_HEALTH, health::show),
            context.serve(MailContracts.LIST_MESSAGES, messages::list),
            context.serve(MailContracts.SHOW_MESSAGE, messages::show),
            context.serve(MailContracts.RESEND_MESSAGE, messages::resend),
            context.serve(
                CampaignContracts.LIST, query -> CampaignHandlers.LIST.page(pool, signer, query)),
            context.serve(CampaignContracts.CREATE, campaigns::create),
            context.serve(CampaignContracts.SHOW, campaigns::show),
            context.serve(CampaignContracts.CHANGE, campaigns::change),
            context.serve(CampaignContracts.DELETE, campaigns::delete),
            context.serve(CampaignContracts.PREVIEW, campaigns::preview),
            context.serve(CampaignContracts.START, campaigns::start),
            context.serve(CampaignContracts.PAUSE, campaigns::pause),
            context.serve(CampaignContracts.RESUME, campaigns::resume),
            context.serve(CampaignContracts.CANCEL, campaigns::cancel),
            context.serve(CampaignContracts.RECIPIENTS, campaigns::recipients),
            context.serve(MailReportContracts.SECRETS, reports::secrets),
            context.serve(MailReportContracts.REPORT, reports::report),
            endings.start()));
  }

  void addExports(ExportServer server) {
    server
        .list("listMailSenders", SenderHandlers.export())
        .list("listMailTopics", MailTopicHandlers.export())
        .list("listSuppressions", suppressions.export())
        .list("listMailTemplates", MailTemplateHandlers.export())
        .list("listMessages", MessageHandlers.export())
        .list("listCampaigns", CampaignHandlers.LIST.export())
        .list("listCampaignRecipients", CampaignHandlers.exportRecipients());
  }

  /** Begins what works in the background, once all calls are served. */
  void start() {
    mailboxes.start();
    erasures.start();
  }

  Future<?> close() {
    return mailboxes
        .close()
        .eventually(
            () ->
                Future.join(
                    List.of(
                        connections.close(),
                        work.close(),
                        reports.close(),
                        endings.close(),
                        erasures.close())));
  }
}
