package dev.shopwire.enrichment.fields;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.enrichment.fields.CustomFields.Owned;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Records changes of field definitions in the audit log, in the transaction of the change. Runs on
 * the caller's event loop.
 */
final class FieldAudit {
  static final String CHANGED = "custom_field.changed";
  static final String PROMOTED = "custom_field.promoted";
  private static final String CREATED = "custom_field.created";
  private static final String DELETED = "custom_field.deleted";

  private FieldAudit() {}

  static Future<Void> recordCreation(SqlConnection connection, Caller caller, long fieldId) {
    return find(connection, fieldId)
        .compose(
            field ->
                AuditLog.write(
                    connection, caller, AuditEntry.created(CREATED, object(field), json(field))));
  }

  /** Runs a change of an existing field, and records what it changed, if anything. */
  static Future<Void> recordChange(
      SqlConnection connection,
      Caller caller,
      String action,
      long fieldId,
      Supplier<Future<Void>> change) {
    return find(connection, fieldId)
        .compose(
            before ->
                change
                    .get()
                    .compose(changed -> find(connection, fieldId))
                    .compose(
                        after ->
                            AuditLog.write(
                                connection,
                                caller,
                                AuditEntry.changed(
                                    action, object(after), json(before), json(after)))));
  }

  /** Records that a field is about to be deleted. */
  static Future<Void> recordDeletion(SqlConnection connection, Caller caller, long fieldId) {
    return find(connection, fieldId)
        .compose(
            field ->
                AuditLog.write(
                    connection, caller, AuditEntry.deleted(DELETED, object(field), json(field))));
  }

  private static Future<Owned> find(SqlConnection connection, long fieldId) {
    return CustomFields.find(connection, fieldId).map(Optional::orElseThrow);
  }

  private static AuditObject object(Owned owned) {
    return new AuditObject("custom_field", Long.toString(owned.field().id()), owned.field().name());
  }

  private static Map<String, @Nullable Object> json(Owned owned) {
    Field field = owned.field();
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", field.name());
    json.put("type", field.type().apiName());
    json.put("scope", field.scope().apiName());
    json.put("app", owned.slug().orElse(null));
    json.put("private", field.hidden());
    return json;
  }
}
