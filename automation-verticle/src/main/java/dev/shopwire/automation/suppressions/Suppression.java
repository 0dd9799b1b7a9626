package dev.shopwire.automation.suppressions;

import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.json.Times;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An address that gets no mails, or none on a topic.
 *
 * @param email normalized, as addresses are compared; of an erased address the {@link AddressHashes
 *     hash}
 * @param topicId 0 for all topics
 * @param messageId the mail that led to it; null if none did
 */
record Suppression(
    long id,
    String email,
    long topicId,
    String reason,
    @Nullable Long messageId,
    OffsetDateTime createdAt) {
  static final String MANUAL = "manual";
  static final String SOFT_BOUNCES = "soft_bounces";

  static Suppression read(Row row) {
    return new Suppression(
        row.getLong("id"),
        row.getString("email"),
        row.getLong("topic_id"),
        row.getString("reason"),
        row.getLong("message_id"),
        row.getOffsetDateTime("created_at"));
  }

  /** Null of one that was erased. */
  private @Nullable String shownEmail() {
    return email.startsWith(AddressHashes.PREFIX) ? null : email;
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.put("email", shownEmail());
    json.put("reason", reason);
    json.put("topicId", topicId == 0 ? null : Long.toString(topicId));
    json.put("messageId", messageId == null ? null : Long.toString(messageId));
    json.put("createdAt", Times.format(createdAt));
    return json;
  }

  AuditObject auditObject() {
    return new AuditObject("suppression", Long.toString(id), shownEmail());
  }

  Map<String, @Nullable Object> auditFields() {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("email", shownEmail());
    fields.put("reason", reason);
    fields.put("topicId", topicId == 0 ? null : Long.toString(topicId));
    return fields;
  }
}
