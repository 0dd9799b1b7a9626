package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.definitions.Step;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

/**
 * Lets the runs of a transaction act, those at steps of one kind together, and counts what that
 * leaves to be done after the commit. Not thread-safe.
 */
final class StepActions {
  private final MailSteps mailSteps;
  private final WebhookSteps webhookSteps;
  private final ChangeSteps changeSteps;
  private int mails;
  private long deliveries;

  /**
   * @param fallbackSender of mails for which neither their step nor the settings name one
   */
  StepActions(SqlConnection connection, long workspaceId, long fallbackSender) {
    this.mailSteps = new MailSteps(connection, workspaceId, fallbackSender);
    this.webhookSteps = new WebhookSteps(connection, workspaceId);
    this.changeSteps = new ChangeSteps(connection, workspaceId);
  }

  /**
   * @param runs each stands at a step that must act
   */
  Future<Void> act(List<RunWork> runs) {
    changeSteps.setFields(at(runs, Step.SetField.class));
    return mailSteps
        .act(at(runs, Step.Email.class))
        .compose(
            queued -> {
              mails += queued;
              return webhookSteps.act(at(runs, Step.Webhook.class));
            })
        .compose(
            due -> {
              deliveries += due;
              return changeSteps.changeTags(at(runs, Step.ChangeTag.class));
            });
  }

  private static List<RunWork> at(List<RunWork> runs, Class<? extends Step> kind) {
    return runs.stream().filter(run -> run.acts().filter(kind::isInstance).isPresent()).toList();
  }

  /** How many mails were queued. */
  int mails() {
    return mails;
  }

  /** How many deliveries of webhook messages are due. */
  long deliveries() {
    return deliveries;
  }
}
