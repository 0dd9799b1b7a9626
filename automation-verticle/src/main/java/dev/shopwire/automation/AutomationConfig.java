package dev.shopwire.automation;

import dev.shopwire.automation.mail.senders.MailConfig;
import dev.shopwire.automation.reads.ReadLimits;
import dev.shopwire.automation.reports.MailboxConfig;
import dev.shopwire.automation.runs.engine.FlowsConfig;
import dev.shopwire.automation.sending.SendingConfig;
import dev.shopwire.automation.tracking.TrackingConfig;
import dev.shopwire.common.config.Settings;

/**
 * The automation role's settings.
 *
 * @param connections PostgreSQL connections for calls that take milliseconds
 * @param reads the limits of calls that may take seconds
 * @param tracking of tracked segments
 * @param mail of e-mail
 * @param templatesPerWorkspace the largest number of templates of mails
 * @param campaignsPerWorkspace the largest number of campaigns that are not over
 * @param flowsPerWorkspace the largest number of flows that are not archived
 * @param sending of mails
 * @param mailboxes of senders, which are read
 * @param flows that run
 */
public record AutomationConfig(
    int connections,
    ReadLimits reads,
    TrackingConfig tracking,
    MailConfig mail,
    int templatesPerWorkspace,
    int campaignsPerWorkspace,
    int flowsPerWorkspace,
    SendingConfig sending,
    MailboxConfig mailboxes,
    FlowsConfig flows) {

  public static AutomationConfig of(Settings settings) {
    return new AutomationConfig(
        settings.integer("automation.connections", 5, 1, 1_000),
        ReadLimits.of(settings),
        TrackingConfig.of(settings),
        MailConfig.of(settings),
        settings.integer("limits.mail.templates", 1_000, 1, 100_000),
        settings.integer("limits.campaigns", 1_000, 1, 100_000),
        settings.integer("limits.flows", 200, 1, 10_000),
        SendingConfig.of(settings),
        MailboxConfig.of(settings),
        FlowsConfig.of(settings));
  }
}
