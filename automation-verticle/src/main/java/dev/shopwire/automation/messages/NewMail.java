package dev.shopwire.automation.messages;

import dev.shopwire.automation.mail.message.MailAddress;
import org.jspecify.annotations.Nullable;

/**
 * A mail to be queued.
 *
 * @param senderId 0 for the configured sender, {@link Mail#OUTBOX} if there is none
 * @param topicId 0 for none
 * @param ignoresCap whether it doesn't count towards the workspace's frequency cap
 */
public record NewMail(
    Cause cause,
    @Nullable Long customerId,
    @Nullable Long contactId,
    MailAddress recipient,
    long senderId,
    long templateId,
    int templateVersion,
    long topicId,
    boolean transactional,
    boolean ignoresCap) {

  /** A mail that counts towards the frequency cap, unless it is transactional. */
  public NewMail(
      Cause cause,
      @Nullable Long customerId,
      @Nullable Long contactId,
      MailAddress recipient,
      long senderId,
      long templateId,
      int templateVersion,
      long topicId,
      boolean transactional) {
    this(
        cause,
        customerId,
        contactId,
        recipient,
        senderId,
        templateId,
        templateVersion,
        topicId,
        transactional,
        false);
  }

  /** Why there is a mail: one of its kinds, with what names the mail in it. */
  public record Cause(
      String kind,
      @Nullable Long flowId,
      @Nullable Long runId,
      @Nullable String step,
      @Nullable Long campaignId) {

    public static Cause flow(long flowId, long runId, String step) {
      return new Cause("flow", flowId, runId, step, null);
    }

    public static Cause campaign(long campaignId) {
      return new Cause("campaign", null, null, null, campaignId);
    }

    public static Cause test() {
      return new Cause("test", null, null, null, null);
    }
  }

  /** The address as addresses are compared. */
  public String emailKey() {
    return recipient.normalized();
  }
}
