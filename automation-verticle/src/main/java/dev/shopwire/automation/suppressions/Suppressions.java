package dev.shopwire.automation.suppressions;

/** What statements about mails ask of suppressed addresses. */
public final class Suppressions {
  /**
   * Why the mail {@code m} must not be sent; null if it may. The mail has the columns workspace_id,
   * email_key, topic_id and transactional.
   */
  public static final String REASON =
      """
      (select s.reason from mail_suppressions s
        where s.workspace_id = m.workspace_id and s.email = m.email_key
          and s.topic_id in (0, m.topic_id)
          and not (m.transactional and s.reason = 'unsubscribed')
        order by s.topic_id limit 1)
      """;

  private Suppressions() {}
}
