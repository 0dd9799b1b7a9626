package dev.shopwire.automation.messages;

import dev.shopwire.common.json.Times;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A mail as it is shown: what it is about, and what has become of it. */
record LoggedMail(
    Mail mail,
    @Nullable String subject,
    String state,
    @Nullable String reason,
    @Nullable String detail,
    @Nullable OffsetDateTime nextAttemptAt,
    @Nullable OffsetDateTime sentAt) {
  /** The columns that {@link #read} needs, of the mail {@code m}. */
  static final String COLUMNS =
      Mail.COLUMNS + ", m.subject, m.state, m.reason, m.detail, m.next_attempt_at, m.sent_at";

  static LoggedMail read(Row row) {
    return new LoggedMail(
        Mail.read(row),
        row.getString("subject"),
        row.getString("state"),
        row.getString("reason"),
        row.getString("detail"),
        row.getOffsetDateTime("next_attempt_at"),
        row.getOffsetDateTime("sent_at"));
  }

  /** A try to send it. */
  record Attempt(
      long messageId,
      OffsetDateTime at,
      @Nullable Integer code,
      @Nullable String enhancedCode,
      @Nullable String reply,
      String outcome) {

    static Attempt read(Row row) {
      return new Attempt(
          row.getLong("message_id"),
          row.getOffsetDateTime("at"),
          row.getInteger("code"),
          row.getString("enhanced_code"),
          row.getString("reply"),
          row.getString("outcome"));
    }

    private Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("at", Times.format(at));
      json.put("code", code);
      json.put("enhancedCode", enhancedCode);
      json.put("reply", reply);
      json.put("outcome", outcome);
      return json;
    }
  }

  /**
   * @param seesPrivateFields whether the reader may see what can be the value or the name of a
   *     private field
   */
  Map<String, @Nullable Object> json(List<Attempt> attempts, boolean seesPrivateFields) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(mail.id()));
    json.put("kind", mail.kind());
    json.put("flowId", id(mail.flowId()));
    json.put("runId", id(mail.runId()));
    json.put("step", mail.step());
    json.put("campaignId", id(mail.campaignId()));
    Long customerId = mail.customerId();
    json.put("customerId", customerId == null ? null : CustomerId.of(customerId));
    json.put("to", mail.recipient().isEmpty() ? null : mail.recipient());
    json.put("senderId", mail.senderId() > 0 ? Long.toString(mail.senderId()) : null);
    json.put("templateId", Long.toString(mail.templateId()));
    json.put("templateVersion", mail.templateVersion());
    json.put("subject", seesPrivateFields ? subject : null);
    json.put("state", state);
    json.put("reason", reason);
    json.put("detail", seesPrivateFields ? detail : null);
    json.put("nextAttemptAt", time(nextAttemptAt));
    json.put("createdAt", Times.format(mail.createdAt()));
    json.put("sentAt", time(sentAt));
    json.put("attempts", attempts.stream().map(Attempt::json).toList());
    return json;
  }

  private static @Nullable String id(@Nullable Long id) {
    return id == null ? null : Long.toString(id);
  }

  private static @Nullable String time(@Nullable OffsetDateTime time) {
    return time == null ? null : Times.format(time);
  }
}
