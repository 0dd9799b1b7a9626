package dev.shopwire.automation.messages;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A mail to one recipient that is to be sent: what its content depends on.
 *
 * @param kind why there is a mail: a flow, a campaign or a test of a template
 * @param recipient the address as it was given; empty if it was erased
 * @param senderId 0 for the configured sender, -1 for the outbox
 * @param topicId 0 for none
 * @param tries how often a server was asked to take it
 */
public record Mail(
    long workspaceId,
    long id,
    String kind,
    @Nullable Long flowId,
    @Nullable Long runId,
    @Nullable String step,
    @Nullable Long campaignId,
    @Nullable Long customerId,
    @Nullable Long contactId,
    String recipient,
    String emailKey,
    long senderId,
    long templateId,
    int templateVersion,
    long topicId,
    boolean transactional,
    OffsetDateTime createdAt,
    int tries) {
  /** Of no sender: mails are kept and not sent. */
  public static final long OUTBOX = -1;

  /** The columns that {@link #read} needs, of the mail {@code m}. */
  public static final String COLUMNS =
      """
      m.workspace_id, m.id, m.kind, m.flow_id, m.run_id, m.step, m.campaign_id, m.customer_id,
      m.contact_id, m.recipient, m.email_key, m.sender_id, m.template_id, m.template_version,
      m.topic_id, m.transactional, m.created_at, m.tries
      """;

  public static Mail read(Row row) {
    return new Mail(
        row.getLong("workspace_id"),
        row.getLong("id"),
        row.getString("kind"),
        row.getLong("flow_id"),
        row.getLong("run_id"),
        row.getString("step"),
        row.getLong("campaign_id"),
        row.getLong("customer_id"),
        row.getLong("contact_id"),
        row.getString("recipient"),
        row.getString("email_key"),
        row.getLong("sender_id"),
        row.getLong("template_id"),
        row.getInteger("template_version"),
        row.getLong("topic_id"),
        row.getBoolean("transactional"),
        row.getOffsetDateTime("created_at"),
        row.getInteger("tries"));
  }

  /** Whether it is a test of a template. */
  public boolean isTest() {
    return kind.equals("test");
  }

  /** Whether it gives way to single mails. */
  public boolean isBulk() {
    return campaignId != null;
  }

  /** The domain of its address, as addresses are compared. */
  public String domain() {
    return emailKey.substring(emailKey.lastIndexOf('@') + 1);
  }
}
