package dev.shopwire.automation.templates.store;

import dev.shopwire.automation.templates.MailSource;
import dev.shopwire.automation.templates.language.Member;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.json.Times;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A template with the sources of its newest version. */
record StoredTemplate(Summary summary, MailSource source) {
  /**
   * What lists show.
   *
   * @param version the newest
   */
  record Summary(
      long id, String name, int version, OffsetDateTime createdAt, OffsetDateTime updatedAt) {
    static Summary read(Row row) {
      return new Summary(
          row.getLong("id"),
          row.getString("name"),
          row.getInteger("version"),
          row.getOffsetDateTime("created_at"),
          row.getOffsetDateTime("updated_at"));
    }

    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("id", Long.toString(id));
      json.put("name", name);
      json.put("version", version);
      json.put("createdAt", Times.format(createdAt));
      json.put("updatedAt", Times.format(updatedAt));
      return json;
    }

    AuditObject auditObject() {
      return new AuditObject("mail_template", Long.toString(id), name);
    }

    /** The sources are in the versions. */
    Map<String, @Nullable Object> auditFields() {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      fields.put("name", name);
      fields.put("version", version);
      return fields;
    }
  }

  static StoredTemplate read(Row row) {
    return new StoredTemplate(Summary.read(row), readSource(row));
  }

  static MailSource readSource(Row row) {
    return new MailSource(
        row.getString("subject"),
        Member.valueOf(row.getString("markup").toUpperCase(Locale.ROOT)),
        row.getString("content"),
        Optional.ofNullable(row.getString("text_part")));
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = summary.json();
    json.put("subject", source.subject());
    json.put("html", source.markup() == Member.HTML ? source.content() : null);
    json.put("mjml", source.markup() == Member.MJML ? source.content() : null);
    json.put("text", source.text().orElse(null));
    return json;
  }
}
