package dev.shopwire.automation.segments;

import dev.shopwire.automation.language.ConditionText;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records changes of segments in the audit log, in the transaction of the change. Runs on the
 * caller's event loop.
 */
final class SegmentAudit {
  private SegmentAudit() {}

  static Future<Void> recordCreation(
      SqlConnection connection, Caller caller, Segment created, Vocabulary vocabulary) {
    return AuditLog.write(
        connection,
        caller,
        AuditEntry.created(
            "segment.created",
            object(created.id(), created.name()),
            fields(SegmentChange.of(created), vocabulary)));
  }

  static Future<Void> recordChange(
      SqlConnection connection,
      Caller caller,
      Segment before,
      SegmentChange after,
      Vocabulary vocabulary) {
    return AuditLog.write(
        connection,
        caller,
        AuditEntry.changed(
            "segment.changed",
            object(before.id(), after.name()),
            fields(SegmentChange.of(before), vocabulary),
            fields(after, vocabulary)));
  }

  static Future<Void> recordDeletion(
      SqlConnection connection, Caller caller, Segment deleted, Vocabulary vocabulary) {
    return AuditLog.write(
        connection,
        caller,
        AuditEntry.deleted(
            "segment.deleted",
            object(deleted.id(), deleted.name()),
            fields(SegmentChange.of(deleted), vocabulary)));
  }

  private static AuditObject object(long id, String name) {
    return new AuditObject("segment", Long.toString(id), name);
  }

  private static Map<String, @Nullable Object> fields(
      SegmentChange segment, Vocabulary vocabulary) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    fields.put("name", segment.name());
    fields.put("description", segment.description());
    fields.put("text", ConditionText.print(segment.definition().condition(), vocabulary));
    fields.put("timezone", segment.definition().zone().getId());
    fields.put("tracked", segment.isTracked());
    fields.put("public", segment.isPublic());
    return fields;
  }
}
