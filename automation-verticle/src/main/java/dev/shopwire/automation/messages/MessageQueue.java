package dev.shopwire.automation.messages;

import dev.shopwire.automation.messages.MailMessages.Queued;
import dev.shopwire.automation.messages.NewMail.Cause;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Queues mails in the caller's transaction. A mail is there once for each step of a run and
 * address, or for each campaign and address, however often it is added; it is sent once the
 * transaction is committed. Methods run on the caller's event loop.
 */
public final class MessageQueue {
  /** At once. */
  public static final int MAX = 1_000;

  private static final int MAX_PORTIONS = 200;

  /** Published when mails were queued; the body says nothing. */
  private static final String QUEUED = "mail.queued";

  private MessageQueue() {}

  /**
   * Lets the processes look for mails at once. To be called after the commit; without it they are
   * found a moment later.
   */
  public static void wake(Vertx vertx) {
    vertx.eventBus().publish(QUEUED, "");
  }

  /** Calls {@code woken} after each {@link #wake} of any process, on the caller's event loop. */
  public static Future<Void> onWake(Vertx vertx, Runnable woken) {
    return vertx.eventBus().<String>consumer(QUEUED).handler(message -> woken.run()).completion();
  }

  /**
   * Adds mails of one cause, each address once. Those whose address is suppressed are {@code
   * suppressed} at once.
   *
   * @return the mails, also those that were there already, in no order
   */
  public static Future<List<Queued>> add(
      SqlConnection connection, long workspaceId, Cause cause, List<NewMail> mails) {
    if (mails.size() > MAX || mails.stream().anyMatch(mail -> !mail.cause().equals(cause))) {
      throw new IllegalArgumentException("At most " + MAX + " mails of one cause");
    }
    return MailMessages.add(connection, workspaceId, mails)
        .compose(added -> withEarlier(connection, workspaceId, cause, mails, added));
  }

  private static Future<List<Queued>> withEarlier(
      SqlConnection connection,
      long workspaceId,
      Cause cause,
      List<NewMail> mails,
      List<Queued> added) {
    Set<String> isNew = added.stream().map(Queued::emailKey).collect(Collectors.toSet());
    List<String> missing =
        mails.stream()
            .map(NewMail::emailKey)
            .distinct()
            .filter(key -> !isNew.contains(key))
            .toList();
    return missing.isEmpty()
        ? Future.succeededFuture(added)
        : earlier(connection, workspaceId, cause, missing)
            .map(
                found -> {
                  List<Queued> all = new ArrayList<>(added);
                  all.addAll(found);
                  return all;
                });
  }

  private static Future<List<Queued>> earlier(
      SqlClient client, long workspaceId, Cause cause, List<String> emailKeys) {
    if (cause.runId() != null && cause.step() != null) {
      return MailMessages.ofStep(client, workspaceId, cause.runId(), cause.step(), emailKeys);
    }
    return cause.campaignId() == null
        ? Future.succeededFuture(List.of())
        : MailMessages.ofCampaign(client, workspaceId, cause.campaignId(), emailKeys);
  }

  /**
   * How many test mails the workspace has queued within an hour, at most {@code max}. Others that
   * queue one in their transaction wait for the end of this one.
   */
  public static Future<Integer> recentTests(SqlClient client, long workspaceId, int max) {
    return MailMessages.recentTests(client, workspaceId, max);
  }

  /**
   * Adds mails of steps that act for the first time; each names its run and its step.
   *
   * @param mails at most {@link #MAX}
   */
  public static Future<List<Queued>> addOfSteps(
      SqlConnection connection, long workspaceId, List<NewMail> mails) {
    if (mails.size() > MAX) {
      throw new IllegalArgumentException("At most " + MAX + " mails");
    }
    return MailMessages.add(connection, workspaceId, mails);
  }

  /** Cancels the mails of runs that are not being sent yet. */
  public static Future<Integer> cancelRuns(
      SqlClient client, long workspaceId, Collection<Long> runs) {
    return MailMessages.cancelRuns(client, workspaceId, runs);
  }

  /**
   * Cancels mails of a campaign that are not being sent yet, in portions; hold the campaign before,
   * so that none of the others begins. Some may be left.
   *
   * @param client a pool, so that each portion has a transaction of its own
   */
  public static Future<Void> cancelCampaign(SqlClient client, long workspaceId, long campaignId) {
    return cancelCampaign(client, workspaceId, campaignId, "queued", 0, MAX_PORTIONS)
        .compose(
            done -> cancelCampaign(client, workspaceId, campaignId, "deferred", 0, MAX_PORTIONS));
  }

  private static Future<Void> cancelCampaign(
      SqlClient client, long workspaceId, long campaignId, String state, long after, int portions) {
    return MailMessages.cancelCampaign(client, workspaceId, campaignId, state, after)
        .compose(
            last ->
                last == 0 || portions == 1
                    ? Future.succeededFuture()
                    : cancelCampaign(client, workspaceId, campaignId, state, last, portions - 1));
  }
}
