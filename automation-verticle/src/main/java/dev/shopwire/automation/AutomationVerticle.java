package dev.shopwire.automation;

import dev.shopwire.automation.campaigns.CampaignEndings;
import dev.shopwire.automation.campaigns.CampaignHandlers;
import dev.shopwire.automation.campaigns.CampaignTable;
import dev.shopwire.automation.composition.TestMailHandlers;
import dev.shopwire.automation.dryruns.DryRunHandlers;
import dev.shopwire.automation.dryruns.DryRunJobs;
import dev.shopwire.automation.dryruns.DryRunList;
import dev.shopwire.automation.erasure.ErasureHandlers;
import dev.shopwire.automation.erasure.Erasures;
import dev.shopwire.automation.flows.FieldEffects;
import dev.shopwire.automation.flows.FlowHandlers;
import dev.shopwire.automation.flows.FlowVersionList;
import dev.shopwire.automation.flows.FollowedSegments;
import dev.shopwire.automation.flows.RunUpdater;
import dev.shopwire.automation.health.HealthHandlers;
import dev.shopwire.automation.mail.senders.SenderCheck;
import dev.shopwire.automation.mail.senders.SenderConnections;
import dev.shopwire.automation.mail.senders.SenderHandlers;
import dev.shopwire.automation.mail.senders.Senders;
import dev.shopwire.automation.messages.MessageHandlers;
import dev.shopwire.automation.reads.HeavyReads;
import dev.shopwire.automation.reports.Mailboxes;
import dev.shopwire.automation.reports.ReportHandlers;
import dev.shopwire.automation.reports.ReportMetrics;
import dev.shopwire.automation.runs.calls.CustomerHistory;
import dev.shopwire.automation.runs.calls.MissedSchedules;
import dev.shopwire.automation.runs.calls.RunCounts;
import dev.shopwire.automation.runs.calls.RunHandlers;
import dev.shopwire.automation.runs.engine.FlowVerticle;
import dev.shopwire.automation.runs.explanations.EntryExplanationHandlers;
import dev.shopwire.automation.runs.plans.Plans;
import dev.shopwire.automation.segments.ConditionHandlers;
import dev.shopwire.automation.segments.CustomerSegments;
import dev.shopwire.automation.segments.ExplanationHandlers;
import dev.shopwire.automation.segments.MemberExport;
import dev.shopwire.automation.segments.MemberHandlers;
import dev.shopwire.automation.segments.SegmentHandlers;
import dev.shopwire.automation.segments.SegmentList;
import dev.shopwire.automation.segments.TransitionHandlers;
import dev.shopwire.automation.settings.AutomationSettings;
import dev.shopwire.automation.settings.AutomationSettingsHandlers;
import dev.shopwire.automation.suppressions.HashKeys;
import dev.shopwire.automation.suppressions.MailTopicHandlers;
import dev.shopwire.automation.suppressions.SuppressionHandlers;
import dev.shopwire.automation.templates.store.MailTemplateHandlers;
import dev.shopwire.automation.templates.store.TemplatePreviews;
import dev.shopwire.automation.templates.store.TemplateStore;
import dev.shopwire.automation.templates.store.TemplateWork;
import dev.shopwire.automation.tracking.BuildStarts;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.contracts.CampaignContracts;
import dev.shopwire.common.contracts.FieldEffectContracts;
import dev.shopwire.common.contracts.FlowContracts;
import dev.shopwire.common.contracts.MailContracts;
import dev.shopwire.common.contracts.MailReportContracts;
import dev.shopwire.common.contracts.SegmentContracts;
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
import java.util.function.Function;

/**
 * Serves segments and e-mail over the event bus, and reads mailboxes; started once every address is
 * registered.
 */
public final class AutomationVerticle extends VerticleBase {
  private final AutomationConfig config;
  private final SecretKeys keys;
  private final SharedStores stores;
  private final BuildStarts builds;
  private final ReportMetrics reportMetrics;
  private Pool pool;
  private Pool reads;
  private SenderConnections connections;
  private SecretReencryption reencryption;
  private TemplateWork work;
  private CampaignEndings endings;
  private DryRunJobs dryRunJobs;
  private RunUpdater runUpdater;
  private Erasures erasures;
  private ReportHandlers reports;
  private Mailboxes mailboxes;

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
    connections = new SenderConnections(vertx, config.mail());
    reencryption = AutomationSecrets.reencryption(vertx, pool, keys);
    return reencryption
        .check()
        .compose(checked -> serve())
        .onSuccess(
            served -> {
              reencryption.start();
              mailboxes.start();
              erasures.start();
              dryRunJobs.look();
              runUpdater.look();
            });
  }

  private Future<?> serve() {
    CursorSigner signer = CursorSigner.of(stores.installation());
    HeavyReads heavy = new HeavyReads(vertx, reads, config.reads());
    ConditionHandlers conditions = new ConditionHandlers(pool, heavy);
    ExplanationHandlers explanations = new ExplanationHandlers(pool, heavy);
    SegmentHandlers segments = new SegmentHandlers(pool, builds, FollowedSegments::redefined);
    SegmentList list = new SegmentList(pool, signer);
    MemberHandlers members = new MemberHandlers(pool, heavy, signer);
    TransitionHandlers transitions = new TransitionHandlers(pool, signer);
    CustomerSegments customers = new CustomerSegments(pool);
    MailTopicHandlers topics = new MailTopicHandlers(pool, signer);
    HashKeys hashKeys = new HashKeys(keys);
    SuppressionHandlers suppressions =
        new SuppressionHandlers(pool, signer, hashKeys, ReportHandlers::settleSoftBounces);
    erasures = new Erasures(vertx, pool, hashKeys);
    ErasureHandlers erasing = new ErasureHandlers(pool, hashKeys, erasures);
    SenderHandlers senders =
        new SenderHandlers(
            vertx,
            pool,
            signer,
            config.mail(),
            keys,
            AutomationSettings::isDefaultSender,
            ReportHandlers::show);
    Senders stored = new Senders(vertx, config.mail(), keys);
    SenderCheck checks = new SenderCheck(pool, stored, connections);
    TestMailHandlers tests = new TestMailHandlers(vertx, pool, stored.configured().isPresent());
    work = new TemplateWork(vertx);
    MailTemplateHandlers templates =
        new MailTemplateHandlers(pool, signer, work, config.templatesPerWorkspace());
    TemplatePreviews previews =
        new TemplatePreviews(
            pool, new TemplateStore(pool, work), work, config.mail().exampleLink());
    HealthHandlers health =
        new HealthHandlers(pool, stored.configured().isPresent(), config.flows().stuckSeconds());
    AutomationSettingsHandlers settings = new AutomationSettingsHandlers(pool);
    MessageHandlers messages = new MessageHandlers(vertx, pool, signer, CampaignTable::reopen);
    CampaignHandlers campaigns =
        new CampaignHandlers(
            vertx, pool, heavy, messages, hashKeys, config.campaignsPerWorkspace());
    FlowHandlers flows = new FlowHandlers(vertx, pool, builds, config.flowsPerWorkspace());
    runUpdater = new RunUpdater(vertx, pool);
    FlowVersionList flowVersions = new FlowVersionList(pool, signer);
    RunHandlers runs = new RunHandlers(pool, signer, config.flows().stuckSeconds());
    Plans plans = new Plans(FlowVerticle::read);
    RunCounts runCounts = new RunCounts(pool, plans);
    CustomerHistory history = new CustomerHistory(pool, signer);
    MissedSchedules missed = new MissedSchedules(pool, signer);
    EntryExplanationHandlers entries =
        new EntryExplanationHandlers(pool, heavy, plans, config.flows().stuckSeconds());
    dryRunJobs = new DryRunJobs(vertx, pool, heavy);
    DryRunHandlers dryRuns = new DryRunHandlers(pool, heavy, dryRunJobs);
    DryRunList dryRunList = new DryRunList(pool, signer);
    endings = new CampaignEndings(vertx, pool);
    reports = new ReportHandlers(vertx, pool, stores.installation(), reportMetrics);
    mailboxes =
        new Mailboxes(
            vertx,
            pool,
            config.mailboxes(),
            stored,
            connections,
            stores.installation(),
            reportMetrics);
    return Future.all(
        List.of(
            Role.AUTOMATION.serveStatus(vertx),
            serve(FieldEffectContracts.FIND, new FieldEffects(pool)::find),
            serve(SegmentContracts.CHECK, conditions::check),
            serve(SegmentContracts.PREVIEW, conditions::preview),
            serve(SegmentContracts.EXPLAIN, explanations::explain),
            serve(SegmentContracts.EXPLAIN_SAVED, explanations::explainSaved),
            serve(SegmentContracts.CREATE, segments::create),
            serve(SegmentContracts.LIST, list::list),
            serve(SegmentContracts.SHOW, segments::show),
            serve(SegmentContracts.CHANGE, segments::change),
            serve(SegmentContracts.DELETE, segments::delete),
            serve(SegmentContracts.MEMBERS, members::list),
            serve(SegmentContracts.TRANSITIONS, transitions::list),
            serve(SegmentContracts.VERIFY, segments::verify),
            serve(SegmentContracts.OF_CUSTOMER, customers::list),
            serve(SegmentContracts.VISIBLE, customers::visible),
            serve(MailContracts.LIST_SENDERS, senders::list),
            serve(MailContracts.CREATE_SENDER, senders::create),
            serve(MailContracts.SHOW_SENDER, senders::show),
            serve(MailContracts.CHANGE_SENDER, senders::change),
            serve(MailContracts.DELETE_SENDER, senders::delete),
            serve(MailContracts.CHECK_SENDER, checks::check),
            serve(MailContracts.LIST_TOPICS, topics::list),
            serve(MailContracts.CREATE_TOPIC, topics::create),
            serve(MailContracts.CHANGE_TOPIC, topics::change),
            serve(MailContracts.DELETE_TOPIC, topics::delete),
            serve(MailContracts.LIST_SUPPRESSIONS, suppressions::list),
            serve(MailContracts.CREATE_SUPPRESSION, suppressions::create),
            serve(MailContracts.DELETE_SUPPRESSION, suppressions::delete),
            serve(MailContracts.ERASE_ADDRESS, erasing::erase),
            serve(MailContracts.LIST_TEMPLATES, templates::list),
            serve(MailContracts.CREATE_TEMPLATE, templates::create),
            serve(MailContracts.SHOW_TEMPLATE, templates::show),
            serve(MailContracts.CHANGE_TEMPLATE, templates::change),
            serve(MailContracts.DELETE_TEMPLATE, templates::delete),
            serve(MailContracts.PREVIEW_TEMPLATE, previews::preview),
            serve(MailContracts.TEST_TEMPLATE, tests::send),
            serve(MailContracts.SHOW_SETTINGS, settings::show),
            serve(MailContracts.CHANGE_SETTINGS, settings::change),
            serve(MailContracts.SHOW_HEALTH, health::show),
            serve(MailContracts.LIST_MESSAGES, messages::list),
            serve(MailContracts.SHOW_MESSAGE, messages::show),
            serve(MailContracts.RESEND_MESSAGE, messages::resend),
            serve(CampaignContracts.LIST, query -> CampaignHandlers.LIST.page(pool, signer, query)),
            serve(CampaignContracts.CREATE, campaigns::create),
            serve(CampaignContracts.SHOW, campaigns::show),
            serve(CampaignContracts.CHANGE, campaigns::change),
            serve(CampaignContracts.DELETE, campaigns::delete),
            serve(CampaignContracts.PREVIEW, campaigns::preview),
            serve(CampaignContracts.START, campaigns::start),
            serve(CampaignContracts.PAUSE, campaigns::pause),
            serve(CampaignContracts.RESUME, campaigns::resume),
            serve(CampaignContracts.CANCEL, campaigns::cancel),
            serve(CampaignContracts.RECIPIENTS, campaigns::recipients),
            serve(FlowContracts.LIST, query -> FlowHandlers.LIST.page(pool, signer, query)),
            serve(FlowContracts.CREATE, flows::create),
            serve(FlowContracts.SHOW, flows::show),
            serve(FlowContracts.CHANGE, flows::change),
            serve(FlowContracts.DELETE, flows::delete),
            serve(FlowContracts.PUBLISH, flows::publish),
            serve(FlowContracts.VERSIONS, flowVersions::list),
            serve(FlowContracts.PAUSE, flows::pause),
            serve(FlowContracts.RESUME, flows::resume),
            serve(FlowContracts.ARCHIVE, flows::archive),
            serve(FlowContracts.MOVE_RUNS, flows::moveRuns),
            serve(FlowContracts.RUNS, runs::list),
            serve(FlowContracts.COUNTS, runCounts::show),
            serve(FlowContracts.EXPLAIN, entries::explain),
            serve(FlowContracts.SHOW_RUN, runs::show),
            serve(FlowContracts.CANCEL_RUN, runs::cancel),
            serve(FlowContracts.OF_CUSTOMER, history::list),
            serve(FlowContracts.MISSED_SCHEDULES, missed::list),
            serve(FlowContracts.CREATE_DRY_RUN, dryRuns::create),
            serve(FlowContracts.SHOW_DRY_RUN, dryRuns::show),
            serve(FlowContracts.DRY_RUN_RUNS, dryRunList::list),
            endings.start(),
            serve(MailReportContracts.SECRETS, reports::secrets),
            serve(MailReportContracts.REPORT, reports::report),
            new ExportServer(Role.AUTOMATION, vertx, stores)
                .list("listSegments", SegmentList.export())
                .list("listSegmentMembers", new MemberExport())
                .list("listSegmentTransitions", TransitionHandlers.export())
                .list("listCustomerSegments", CustomerSegments.export())
                .list("listMailSenders", SenderHandlers.export())
                .list("listMailTopics", MailTopicHandlers.export())
                .list("listSuppressions", suppressions.export())
                .list("listMailTemplates", MailTemplateHandlers.export())
                .list("listMessages", MessageHandlers.export())
                .list("listCampaigns", CampaignHandlers.LIST.export())
                .list("listCampaignRecipients", CampaignHandlers.exportRecipients())
                .list("listFlows", FlowHandlers.LIST.export())
                .list("listFlowVersions", FlowVersionList.export())
                .list("listMissedSchedules", MissedSchedules.export())
                .list("listCustomerAutomation", CustomerHistory.export())
                .list("listDryRunRuns", DryRunList.export())
                .list("listFlowRuns", RunHandlers.export(config.flows().stuckSeconds()))
                .serve()));
  }

  private <Q, R> Future<Void> serve(Contract<Q, R> contract, Function<Q, Future<R>> handler) {
    return contract.serve(vertx, handler);
  }

  @Override
  public Future<?> stop() {
    reencryption.close();
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
                        dryRunJobs.close(),
                        runUpdater.close(),
                        erasures.close())))
        .eventually(pool::close)
        .eventually(reads::close);
  }
}
