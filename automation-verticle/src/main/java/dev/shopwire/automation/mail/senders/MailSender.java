package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.dkim.DkimIdentity;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.json.Times;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A stored sender without its secrets. */
record MailSender(
    long id, SenderFields fields, OffsetDateTime createdAt, OffsetDateTime updatedAt) {

  static MailSender read(Row row) {
    return new MailSender(
        row.getLong("id"),
        new SenderFields(
            row.getString("name"),
            new FromView(row.getString("from_email"), row.getString("from_name")),
            row.getString("reply_to"),
            new SmtpView(
                row.getString("smtp_host"),
                row.getInteger("smtp_port"),
                row.getString("smtp_user"),
                row.getString("smtp_tls")),
            row.getInteger("per_second"),
            row.getInteger("per_domain_per_minute"),
            row.getInteger("connections"),
            dkim(row),
            row.getString("bounce_domain"),
            mailbox(row)),
        row.getOffsetDateTime("created_at"),
        row.getOffsetDateTime("updated_at"));
  }

  private static @Nullable DkimView dkim(Row row) {
    return row.getString("dkim_domain") == null
        ? null
        : new DkimView(
            new DkimIdentity(row.getString("dkim_domain"), row.getString("dkim_selector")),
            row.getString("dkim_value"));
  }

  private static @Nullable MailboxView mailbox(Row row) {
    return row.getString("imap_host") == null
        ? null
        : new MailboxView(
            row.getString("imap_host"),
            row.getInteger("imap_port"),
            row.getString("imap_user"),
            row.getString("imap_folder"));
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.putAll(fields.json());
    json.put("createdAt", Times.format(createdAt));
    json.put("updatedAt", Times.format(updatedAt));
    return json;
  }

  AuditObject auditObject() {
    return new AuditObject("mail_sender", Long.toString(id), fields.name());
  }
}
