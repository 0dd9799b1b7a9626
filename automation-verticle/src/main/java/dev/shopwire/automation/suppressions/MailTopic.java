package dev.shopwire.automation.suppressions;

import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.json.Times;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What mails are about: recipients can unsubscribe from those on one topic. */
record MailTopic(long id, String name, OffsetDateTime createdAt) {
  static MailTopic read(Row row) {
    return new MailTopic(
        row.getLong("id"), row.getString("name"), row.getOffsetDateTime("created_at"));
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.put("name", name);
    json.put("createdAt", Times.format(createdAt));
    return json;
  }

  AuditObject auditObject() {
    return new AuditObject("mail_topic", Long.toString(id), name);
  }

  Map<String, @Nullable Object> auditFields() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("name", name);
    return fields;
  }
}
