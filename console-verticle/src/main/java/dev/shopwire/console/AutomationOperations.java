package dev.shopwire.console;

import dev.shopwire.common.contracts.CampaignContracts;
import dev.shopwire.common.contracts.FlowContracts;
import dev.shopwire.common.contracts.MailContracts;
import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.common.role.Role;

/**
 * Connects the operations about segments, mails, campaigns and flows with their calls. Not
 * thread-safe; use from one event loop.
 */
final class AutomationOperations {
  private final ConsoleHandlers handlers;

  AutomationOperations(ConsoleHandlers handlers) {
    this.handlers = handlers;
  }

  void addTo(ConsoleOperations operations) {
    addSegments(operations);
    addMail(operations);
    addCampaigns(operations);
    addFlows(operations);
  }

  private void addSegments(ConsoleOperations operations) {
    operations
        .on("checkSegment", handlers.relay(SegmentContracts.CHECK))
        .on("previewSegment", handlers.relay(SegmentContracts.PREVIEW))
        .on("explainCondition", handlers.relay(SegmentContracts.EXPLAIN))
        .on("listSegments", handlers.query(SegmentContracts.LIST))
        .on("createSegment", handlers.relay(SegmentContracts.CREATE))
        .on("getSegment", handlers.relayWithoutBody(SegmentContracts.SHOW))
        .on("changeSegment", handlers.relay(SegmentContracts.CHANGE))
        .on("deleteSegment", handlers.relayWithoutBody(SegmentContracts.DELETE))
        .on("explainSegment", handlers.query(SegmentContracts.EXPLAIN_SAVED))
        .on("listSegmentMembers", handlers.query(SegmentContracts.MEMBERS))
        .on("listSegmentTransitions", handlers.query(SegmentContracts.TRANSITIONS))
        .on("verifySegment", handlers.relayWithoutBody(SegmentContracts.VERIFY))
        .on(
            "listCustomerSegments",
            handlers.relayWithoutBody(SegmentContracts.OF_CUSTOMER).handledBy(Role.AUTOMATION));
  }

  private void addMail(ConsoleOperations operations) {
    operations
        .on("listMailSenders", handlers.query(MailContracts.LIST_SENDERS))
        .on("createMailSender", handlers.relay(MailContracts.CREATE_SENDER))
        .on("getMailSender", handlers.relayWithoutBody(MailContracts.SHOW_SENDER))
        .on("changeMailSender", handlers.relay(MailContracts.CHANGE_SENDER))
        .on("deleteMailSender", handlers.relayWithoutBody(MailContracts.DELETE_SENDER))
        .on("checkMailSender", handlers.relayWithoutBody(MailContracts.CHECK_SENDER))
        .on("listMailTopics", handlers.query(MailContracts.LIST_TOPICS))
        .on("createMailTopic", handlers.relay(MailContracts.CREATE_TOPIC))
        .on("changeMailTopic", handlers.relay(MailContracts.CHANGE_TOPIC))
        .on("deleteMailTopic", handlers.relayWithoutBody(MailContracts.DELETE_TOPIC))
        .on("listSuppressions", handlers.query(MailContracts.LIST_SUPPRESSIONS))
        .on("createSuppression", handlers.relay(MailContracts.CREATE_SUPPRESSION))
        .on("deleteSuppression", handlers.relayWithoutBody(MailContracts.DELETE_SUPPRESSION))
        .on("eraseMailAddress", handlers.relay(MailContracts.ERASE_ADDRESS))
        .on("listMailTemplates", handlers.query(MailContracts.LIST_TEMPLATES))
        .on("createMailTemplate", handlers.relay(MailContracts.CREATE_TEMPLATE))
        .on("getMailTemplate", handlers.relayWithoutBody(MailContracts.SHOW_TEMPLATE))
        .on("changeMailTemplate", handlers.relay(MailContracts.CHANGE_TEMPLATE))
        .on("deleteMailTemplate", handlers.relayWithoutBody(MailContracts.DELETE_TEMPLATE))
        .on("previewMailTemplate", handlers.relay(MailContracts.PREVIEW_TEMPLATE))
        .on("testMailTemplate", handlers.relay(MailContracts.TEST_TEMPLATE))
        .on("getAutomationSettings", handlers.relayWithoutBody(MailContracts.SHOW_SETTINGS))
        .on("changeAutomationSettings", handlers.relay(MailContracts.CHANGE_SETTINGS))
        .on("getAutomationHealth", handlers.relayWithoutBody(MailContracts.SHOW_HEALTH))
        .on("listMessages", handlers.query(MailContracts.LIST_MESSAGES))
        .on("getMessage", handlers.relayWithoutBody(MailContracts.SHOW_MESSAGE))
        .on("resendMessage", handlers.relayWithoutBody(MailContracts.RESEND_MESSAGE));
  }

  private void addCampaigns(ConsoleOperations operations) {
    operations
        .on("listCampaigns", handlers.query(CampaignContracts.LIST))
        .on("createCampaign", handlers.relay(CampaignContracts.CREATE))
        .on("getCampaign", handlers.relayWithoutBody(CampaignContracts.SHOW))
        .on("changeCampaign", handlers.relay(CampaignContracts.CHANGE))
        .on("deleteCampaign", handlers.relayWithoutBody(CampaignContracts.DELETE))
        .on("previewCampaign", handlers.relayWithoutBody(CampaignContracts.PREVIEW))
        .on("startCampaign", handlers.relayOptionalBody(CampaignContracts.START))
        .on("pauseCampaign", handlers.relayWithoutBody(CampaignContracts.PAUSE))
        .on("resumeCampaign", handlers.relayWithoutBody(CampaignContracts.RESUME))
        .on("cancelCampaign", handlers.relayWithoutBody(CampaignContracts.CANCEL))
        .on("listCampaignRecipients", handlers.query(CampaignContracts.RECIPIENTS));
  }

  private void addFlows(ConsoleOperations operations) {
    operations
        .on("listFlows", handlers.query(FlowContracts.LIST))
        .on("createFlow", handlers.relay(FlowContracts.CREATE))
        .on("getFlow", handlers.relayWithoutBody(FlowContracts.SHOW))
        .on("changeFlow", handlers.relay(FlowContracts.CHANGE))
        .on("deleteFlow", handlers.relayWithoutBody(FlowContracts.DELETE))
        .on("publishFlow", handlers.relayOptionalBody(FlowContracts.PUBLISH))
        .on("listFlowVersions", handlers.query(FlowContracts.VERSIONS))
        .on("pauseFlow", handlers.relayOptionalBody(FlowContracts.PAUSE))
        .on("resumeFlow", handlers.relay(FlowContracts.RESUME))
        .on("archiveFlow", handlers.relay(FlowContracts.ARCHIVE))
        .on("moveFlowRuns", handlers.relay(FlowContracts.MOVE_RUNS))
        .on("listFlowRuns", handlers.query(FlowContracts.RUNS))
        .on("getFlowCounts", handlers.query(FlowContracts.COUNTS))
        .on("listMissedSchedules", handlers.query(FlowContracts.MISSED_SCHEDULES))
        .on("explainFlow", handlers.query(FlowContracts.EXPLAIN))
        .on("getFlowRun", handlers.relayWithoutBody(FlowContracts.SHOW_RUN))
        .on("cancelFlowRun", handlers.relayOptionalBody(FlowContracts.CANCEL_RUN))
        .on("createDryRun", handlers.relay(FlowContracts.CREATE_DRY_RUN))
        .on("getDryRun", handlers.relayWithoutBody(FlowContracts.SHOW_DRY_RUN))
        .on("listDryRunRuns", handlers.query(FlowContracts.DRY_RUN_RUNS))
        .on(
            "listCustomerAutomation",
            handlers.query(FlowContracts.OF_CUSTOMER).handledBy(Role.AUTOMATION));
  }
}
