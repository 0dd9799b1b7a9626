package dev.shopwire.common.mail;

/**
 * What the unsubscribe link of a mail names.
 *
 * @param topicId 0 if the mail has no topic
 * @param messageId 0 if no message led to it
 * @param email the recipient, normalized as suppressed addresses are
 */
public record UnsubscribeLink(long workspaceId, long topicId, long messageId, String email) {
  /** On the public port; followed by the token. */
  public static final String PATH = "/unsubscribe/";
}
