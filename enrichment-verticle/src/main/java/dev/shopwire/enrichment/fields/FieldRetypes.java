package dev.shopwire.enrichment.fields;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads and writes the table of fields whose type is being changed. A row has a check's id while
 * the values are checked, and none from the change of the type until all values are converted.
 * Callers that start or end a check or remove a row hold the catalog's lock and advance its
 * version, so that pushes notice. Methods run on the caller's event loop.
 */
public final class FieldRetypes {
  // The check of a process that died expires; a conversion never does.
  private static final String START =
      """
      insert into custom_field_retypes as r
        (workspace_id, field_id, from_type, to_type, check_id, checked_until)
      values ($1, $2, $3, $4, gen_random_uuid(),
        clock_timestamp() + $5::bigint * interval '1 millisecond')
      on conflict (workspace_id, field_id) do update
      set from_type = excluded.from_type, to_type = excluded.to_type,
        check_id = excluded.check_id, checked_until = excluded.checked_until, missed = false
      where r.checked_until < clock_timestamp()
      returning check_id
      """;
  private static final String ACCEPT =
      """
      update custom_field_retypes set check_id = null, checked_until = null
      where workspace_id = $1 and field_id = $2 and check_id = $3 and (not missed or $4)
      """;
  private static final String END =
      """
      delete from custom_field_retypes
      where workspace_id = $1 and field_id = $2 and check_id = $3
      returning missed
      """;

  // In a fixed order, so that two groups of pushes wait instead of deadlocking.
  private static final String MARK_MISSED =
      """
      update custom_field_retypes r set missed = true
      from (
        select workspace_id, field_id from custom_field_retypes
        where (workspace_id, field_id) in (select * from unnest($1::bigint[], $2::bigint[]))
          and check_id is not null and not missed
        order by workspace_id, field_id for update
      ) as hit
      where r.workspace_id = hit.workspace_id and r.field_id = hit.field_id
      """;
  private static final String CONVERTING =
      """
      select workspace_id, field_id from custom_field_retypes where check_id is null
      order by workspace_id, field_id limit 1000
      """;
  private static final String CLAIM =
      """
      select from_type, to_type from custom_field_retypes
      where workspace_id = $1 and field_id = $2 and check_id is null
      for update skip locked
      """;
  private static final String FINISH =
      """
      delete from custom_field_retypes
      where workspace_id = $1 and field_id = $2 and check_id is null
      """;

  private FieldRetypes() {}

  /** Identifies a field. */
  public record FieldRef(long workspaceId, long fieldId) {}

  /** The former type and the new one. */
  record Types(FieldType from, FieldType to) {}

  /**
   * Starts a check.
   *
   * @return its id; empty while another check or a conversion is in progress
   */
  static Future<Optional<UUID>> start(
      SqlConnection connection, FieldRef field, Types types, Duration time) {
    return connection
        .preparedQuery(START)
        .execute(
            Tuple.of(
                field.workspaceId(),
                field.fieldId(),
                types.from().apiName(),
                types.to().apiName(),
                time.toMillis()))
        .map(rows -> Rows.first(rows, row -> row.getUUID("check_id")));
  }

  /**
   * Ends a check with the result that the values are to be converted.
   *
   * @param withFailures even if a push has meanwhile set a value that does not convert
   * @return false if there is such a value and it is not accepted, or if the check has expired
   */
  static Future<Boolean> accept(
      SqlConnection connection, FieldRef field, UUID check, boolean withFailures) {
    return connection
        .preparedQuery(ACCEPT)
        .execute(Tuple.of(field.workspaceId(), field.fieldId(), check, withFailures))
        .map(rows -> rows.rowCount() > 0);
  }

  /**
   * Ends a check without a change.
   *
   * @return whether a push has meanwhile set a value that does not convert; empty if the check had
   *     already ended
   */
  static Future<Optional<Boolean>> end(SqlConnection connection, FieldRef field, UUID check) {
    return connection
        .preparedQuery(END)
        .execute(Tuple.of(field.workspaceId(), field.fieldId(), check))
        .map(rows -> Rows.first(rows, row -> row.getBoolean("missed")));
  }

  /** Marks the checks of {@code fields}, which may not have seen values that are being set. */
  public static Future<Void> markMissed(SqlConnection connection, List<FieldRef> fields) {
    if (fields.isEmpty()) {
      return Future.succeededFuture();
    }
    int size = fields.size();
    return connection
        .preparedQuery(MARK_MISSED)
        .execute(
            Tuple.tuple()
                .addArrayOfLong(Columns.of(fields, new Long[size], FieldRef::workspaceId))
                .addArrayOfLong(Columns.of(fields, new Long[size], FieldRef::fieldId)))
        .mapEmpty();
  }

  /** The fields whose values are to be converted. */
  static Future<List<FieldRef>> converting(SqlClient client) {
    return client
        .preparedQuery(CONVERTING)
        .execute()
        .map(
            rows ->
                Rows.list(
                    rows,
                    row -> new FieldRef(row.getLong("workspace_id"), row.getLong("field_id"))));
  }

  /**
   * Claims a field's conversion for this process until the transaction ends.
   *
   * @return empty if another process is converting it, or it has been converted
   */
  static Future<Optional<Types>> claim(SqlConnection connection, FieldRef field) {
    return connection
        .preparedQuery(CLAIM)
        .execute(Tuple.of(field.workspaceId(), field.fieldId()))
        .map(
            rows ->
                Rows.first(
                    rows,
                    row ->
                        new Types(
                            FieldType.of(row.getString("from_type")).orElseThrow(),
                            FieldType.of(row.getString("to_type")).orElseThrow())));
  }

  /** Removes the row once all values are converted. */
  static Future<Void> finish(SqlConnection connection, FieldRef field) {
    return connection
        .preparedQuery(FINISH)
        .execute(Tuple.of(field.workspaceId(), field.fieldId()))
        .mapEmpty();
  }
}
