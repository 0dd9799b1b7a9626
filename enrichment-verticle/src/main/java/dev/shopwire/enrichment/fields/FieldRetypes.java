package dev.shopwire.enrichment.fields;

import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The table of fields that get another type. A row has a check's id while the values are looked at,
 * and none once the type has changed, until all values are converted. Whoever makes or ends a check
 * or removes a row holds the catalog's lock and counts its version up, so that pushes know of it.
 * Methods run on the caller's event loop.
 */
public final class FieldRetypes {
  // A check whose process has died is over after its time; a conversion never is.
  private static final String BEGIN =
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

  // In one order, so that two groups of pushes wait instead of deadlock.
  private static final String MISS =
      """
      update custom_field_retypes r set missed = true
      from (
        select workspace_id, field_id from custom_field_retypes
        where (workspace_id, field_id) in (select * from unnest($1::int[], $2::int[]))
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
  private static final String TAKE =
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

  /** Which field. */
  public record FieldRef(int workspaceId, int fieldId) {}

  /** From which type to which. */
  record Types(FieldType from, FieldType to) {}

  /**
   * Begins a check.
   *
   * @return its id; empty while another check or a conversion is under way
   */
  static Future<Optional<UUID>> begin(
      SqlConnection connection, FieldRef field, Types types, Duration time) {
    return connection
        .preparedQuery(BEGIN)
        .execute(
            Tuple.of(
                field.workspaceId(),
                field.fieldId(),
                types.from().word(),
                types.to().word(),
                time.toMillis()))
        .map(
            rows ->
                rows.size() == 0
                    ? Optional.empty()
                    : Optional.of(rows.iterator().next().getUUID("check_id")));
  }

  /**
   * Ends a check, so that the values are to be converted.
   *
   * @param withFailures also if a push has meanwhile set a value that does not convert
   * @return false if that is so, or the check is over
   */
  static Future<Boolean> accept(
      SqlConnection connection, FieldRef field, UUID check, boolean withFailures) {
    return connection
        .preparedQuery(ACCEPT)
        .execute(Tuple.of(field.workspaceId(), field.fieldId(), check, withFailures))
        .map(rows -> rows.rowCount() > 0);
  }

  /**
   * Ends a check, and all stays as it is.
   *
   * @return whether a push has meanwhile set a value that does not convert; empty if the check was
   *     over already
   */
  static Future<Optional<Boolean>> end(SqlConnection connection, FieldRef field, UUID check) {
    return connection
        .preparedQuery(END)
        .execute(Tuple.of(field.workspaceId(), field.fieldId(), check))
        .map(
            rows ->
                rows.size() == 0
                    ? Optional.empty()
                    : Optional.of(rows.iterator().next().getBoolean("missed")));
  }

  /** Tells checks of {@code fields} that values are set which they may not have seen. */
  public static Future<Void> miss(SqlConnection connection, List<FieldRef> fields) {
    if (fields.isEmpty()) {
      return Future.succeededFuture();
    }
    int size = fields.size();
    return connection
        .preparedQuery(MISS)
        .execute(
            Tuple.tuple()
                .addArrayOfInteger(Columns.of(fields, new Integer[size], FieldRef::workspaceId))
                .addArrayOfInteger(Columns.of(fields, new Integer[size], FieldRef::fieldId)))
        .mapEmpty();
  }

  /** Fields whose values are to be converted. */
  static Future<List<FieldRef>> converting(SqlClient client) {
    return client
        .preparedQuery(CONVERTING)
        .execute()
        .map(
            rows -> {
              List<FieldRef> keys = new ArrayList<>(rows.size());
              rows.forEach(
                  row ->
                      keys.add(
                          new FieldRef(
                              row.getInteger("workspace_id"), row.getInteger("field_id"))));
              return keys;
            });
  }

  /**
   * Keeps other processes from converting the field until the transaction ends.
   *
   * @return empty if one does, or it is done
   */
  static Future<Optional<Types>> take(SqlConnection connection, FieldRef field) {
    return connection
        .preparedQuery(TAKE)
        .execute(Tuple.of(field.workspaceId(), field.fieldId()))
        .map(
            rows -> {
              if (rows.size() == 0) {
                return Optional.empty();
              }
              Row row = rows.iterator().next();
              return Optional.of(
                  new Types(
                      FieldType.of(row.getString("from_type")).orElseThrow(),
                      FieldType.of(row.getString("to_type")).orElseThrow()));
            });
  }

  /** All values are converted. */
  static Future<Void> finish(SqlConnection connection, FieldRef field) {
    return connection
        .preparedQuery(FINISH)
        .execute(Tuple.of(field.workspaceId(), field.fieldId()))
        .mapEmpty();
  }
}
