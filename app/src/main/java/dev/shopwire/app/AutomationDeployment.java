package dev.shopwire.app;

import dev.shopwire.app.Deployments.Stage;
import dev.shopwire.automation.AutomationConfig;
import dev.shopwire.automation.AutomationVerticle;
import dev.shopwire.automation.campaigns.freezing.CampaignVerticle;
import dev.shopwire.automation.composition.MailParts;
import dev.shopwire.automation.mail.senders.Sender;
import dev.shopwire.automation.messages.Mail;
import dev.shopwire.automation.reports.ReportMetrics;
import dev.shopwire.automation.runs.engine.FlowMetrics;
import dev.shopwire.automation.runs.engine.FlowVerticle;
import dev.shopwire.automation.sending.SendingMetrics;
import dev.shopwire.automation.sending.SendingVerticle;
import dev.shopwire.automation.tracking.BuildStarts;
import dev.shopwire.automation.tracking.TrackingMetrics;
import dev.shopwire.automation.tracking.TrackingVerticle;
import dev.shopwire.common.secrets.SecretKeys;
import io.vertx.core.Future;

/**
 * Runs the automation role: the calls about segments and mails, and in the background tracking,
 * sending, the starts of campaigns, and runs of flows.
 */
record AutomationDeployment(AutomationConfig config) implements RoleDeployment {

  @Override
  public int connections() {
    return config.connections()
        + config.reads().atOnce()
        + config.tracking().allConnections()
        + config.sending().connections()
        + CampaignVerticle.CONNECTIONS
        + config.flows().connections();
  }

  @Override
  public Future<?> deploy(Deployments deployments, Resources resources) {
    SecretKeys keys = config.mail().secrets().load();
    BuildStarts builds = new BuildStarts();
    TrackingMetrics metrics = new TrackingMetrics(resources.registry());
    SendingMetrics sending = new SendingMetrics(resources.registry());
    ReportMetrics reports = new ReportMetrics(resources.registry());
    FlowMetrics flows = new FlowMetrics(resources.registry());
    long fallbackSender = config.mail().configured().isPresent() ? Sender.CONFIGURED : Mail.OUTBOX;
    return deployments
        .deploy(
            Stage.BEHIND,
            () -> new AutomationVerticle(config, keys, resources.stores(), builds, reports),
            1)
        .compose(
            done ->
                deployments.deploy(
                    Stage.BACKGROUND,
                    () ->
                        new TrackingVerticle(
                            config.tracking(), resources.postgres(), builds, metrics),
                    1))
        .compose(
            done ->
                deployments.deploy(
                    Stage.BACKGROUND,
                    () ->
                        new SendingVerticle(
                            config.sending(),
                            resources.postgres(),
                            new MailParts(config.mail(), keys, resources.stores().installation()),
                            sending),
                    1))
        .compose(
            done ->
                deployments.deploy(
                    Stage.BACKGROUND,
                    () ->
                        new CampaignVerticle(
                            resources.postgres(), config.tracking().build(), fallbackSender),
                    1))
        .compose(
            done ->
                deployments.deploy(
                    Stage.BACKGROUND,
                    () ->
                        new FlowVerticle(
                            config.flows(), resources.postgres(), fallbackSender, flows),
                    1));
  }
}
