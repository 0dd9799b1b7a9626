package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.sources.linked.KeyKind;
import dev.shopwire.sources.linked.RowKeys;
import dev.shopwire.sources.linked.RowProblem;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.List;

/**
 * Stores the rows of a run while they are read, each portion with its difference to today's values.
 * Methods run on the caller's event loop.
 */
final class RunStaging {
  /** How many values one statement compares, so that it takes some ten milliseconds. */
  static final int MAX_VALUES = 5_000;

  /** As a value that is too long by itself. */
  private static final String TOO_LONG = "too_long";

  private static final String FIELDS =
      """
      insert into linked_run_fields (workspace_id, run_id, position, field_id, app_id, name, type,
        column_name)
      select $1, $2, f.position, f.field_id, f.app_id, f.name, f.type, f.column_name
      from unnest($3::bigint[], $4::bigint[], $5::text[], $6::text[], $7::text[]) with ordinality
        as f (field_id, app_id, name, type, column_name, position)
      """;

  // One look-up a customer and a value, whatever the statistics say. Of rows with the same key the
  // first counts until all have been read.
  private static final String PAGE =
      """
      with given as materialized (
        select r.*, c.id as customer_id
        from unnest($3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
            $9::text[])
          as r (row, key, shown, code, column_name, message, row_values)
        left join lateral (
          select id from tenancy_customers where workspace_id = $1 and %s limit 1
        ) c on true
      ), differing as materialized (
        select g.customer_id, v.position::int as position, t.text as was, v.after
        from given g
        cross join lateral unnest(g.row_values::text[], $10::bigint[], $11::bigint[], $12::text[])
          with ordinality as v (after, field_id, app_id, type, position)
        left join lateral (
          select coalesce(text_value, long_value, number_value::text, boolean_value::text) as text
          from customer_field_values
          where workspace_id = $1 and customer_id = g.customer_id and field_id = v.field_id
            and app_id = v.app_id
          limit 1
        ) t on true
        where g.customer_id is not null and g.code is null
          and t.text is distinct from v.after and linked_value_differs(v.type, t.text, v.after)
      ), change as materialized (
        select customer_id, array_agg(position order by position) as positions,
          array_agg(was order by position) as was, array_agg(after order by position) as after,
          sum(coalesce(octet_length(after), 0) - coalesce(octet_length(was), 0)) as growth
        from differing group by customer_id
      ), too_large as materialized (
        select c.customer_id from change c cross join lateral (
          select coalesce(sum(octet_length(coalesce(text_value, long_value, number_value::text,
            boolean_value::text))), 0) as bytes
          from customer_field_values
          where workspace_id = $1 and customer_id = c.customer_id and c.growth > 0
        ) v
        where c.growth > 0 and v.bytes + c.growth > $15
      ), staged as (
        insert into linked_run_rows (workspace_id, run_id, row, key, shown, customer_id, code,
          column_name, message)
        select $1, $2, g.row, key, shown, g.customer_id,
          case when key is not null and g.customer_id is null then $13
            when t.customer_id is not null then coalesce(code, $16) else code end,
          case when key is null or g.customer_id is not null then column_name end,
          case when key is not null and g.customer_id is null then $14
            when t.customer_id is not null then coalesce(message, $17) else message end
        from given g left join too_large t on t.customer_id = g.customer_id
      )
      insert into linked_run_changes (workspace_id, run_id, customer_id, positions, was, after)
      select $1, $2, customer_id, positions, was, after from change
      where customer_id not in (select customer_id from too_large)
      on conflict do nothing
      """;
  private static final String PAGE_BY_DOMAIN = PAGE.formatted("domain = r.key");
  private static final String PAGE_BY_ID = PAGE.formatted("id = r.key::bigint");

  private static final String COUNT =
      """
      select count(*) as rows, count(*) filter (where code is null) as good
      from linked_run_rows where workspace_id = $1 and run_id = $2
      """;
  private static final String MARK_DUPLICATES =
      """
      with twice as (
        select key from linked_run_rows where workspace_id = $1 and run_id = $2 and key is not null
        group by key having count(*) > 1
      ), marked as (
        update linked_run_rows r set code = $3, message = $4, column_name = null
        from twice where r.workspace_id = $1 and r.run_id = $2 and r.key = twice.key
        returning r.customer_id
      )
      delete from linked_run_changes c
      using (select distinct customer_id from marked where customer_id is not null) m
      where c.workspace_id = $1 and c.run_id = $2 and c.customer_id = m.customer_id
      """;
  private static final String DELETE =
      "delete from linked_run_rows where workspace_id = $1 and run_id = $2";
  private static final String DELETE_FIELDS =
      "delete from linked_run_fields where workspace_id = $1 and run_id = $2";

  private RunStaging() {}

  /** Stores which fields the run fills. */
  static Future<Void> begin(SqlClient client, LinkedRun run, List<RunField> fields) {
    int size = fields.size();
    Tuple values =
        Tuple.of(run.workspaceId(), run.id())
            .addArrayOfLong(Columns.of(fields, new Long[size], RunField::id))
            .addArrayOfLong(Columns.of(fields, new Long[size], RunField::app))
            .addArrayOfString(Columns.of(fields, new String[size], RunField::name))
            .addArrayOfString(Columns.of(fields, new String[size], field -> field.type().id()))
            .addArrayOfString(Columns.of(fields, new String[size], RunField::column));
    return deleteFields(client, RunKey.of(run))
        .compose(deleted -> client.preparedQuery(FIELDS).execute(values))
        .mapEmpty();
  }

  /**
   * Stores rows with their difference to today's values.
   *
   * @param customerBytes what all fields of a customer may hold; a row that would make them hold
   *     more is bad
   */
  static Future<Void> add(
      SqlClient client,
      LinkedRun run,
      KeyKind kind,
      List<RunField> fields,
      List<StagedRow> rows,
      int customerBytes) {
    int size = rows.size();
    int width = fields.size();
    return client
        .preparedQuery(kind == KeyKind.DOMAIN ? PAGE_BY_DOMAIN : PAGE_BY_ID)
        .execute(
            Tuple.of(run.workspaceId(), run.id())
                .addArrayOfLong(Columns.of(rows, new Long[size], StagedRow::row))
                .addArrayOfString(Columns.of(rows, new String[size], StagedRow::key))
                .addArrayOfString(Columns.of(rows, new String[size], StagedRow::shown))
                .addArrayOfString(Columns.of(rows, new String[size], StagedRow::code))
                .addArrayOfString(Columns.of(rows, new String[size], StagedRow::column))
                .addArrayOfString(Columns.of(rows, new String[size], StagedRow::message))
                .addArrayOfString(Columns.of(rows, new String[size], StagedRow::values))
                .addArrayOfLong(Columns.of(fields, new Long[width], RunField::id))
                .addArrayOfLong(Columns.of(fields, new Long[width], RunField::app))
                .addArrayOfString(Columns.of(fields, new String[width], field -> field.type().id()))
                .addString(RowKeys.UNKNOWN.code())
                .addString(RowKeys.UNKNOWN.message())
                .addLong((long) customerBytes)
                .addString(TOO_LONG)
                .addString(
                    "the customer's fields may hold %d bytes together".formatted(customerBytes)))
        .mapEmpty();
  }

  /** How many rows are stored, and how many of them can be used. */
  record Stored(long rows, long good) {}

  static Future<Stored> count(SqlClient client, LinkedRun run) {
    return client
        .preparedQuery(COUNT)
        .execute(Tuple.of(run.workspaceId(), run.id()))
        .map(rows -> rows.iterator().next())
        .map(row -> new Stored(row.getLong("rows"), row.getLong("good")));
  }

  /** Makes every row bad whose key another one has too. */
  static Future<Void> markDuplicates(SqlClient client, LinkedRun run) {
    RowProblem problem = RowKeys.DUPLICATE;
    return client
        .preparedQuery(MARK_DUPLICATES)
        .execute(Tuple.of(run.workspaceId(), run.id(), problem.code(), problem.message()))
        .mapEmpty();
  }

  /** Deletes the rows of a run that is not being read any more. */
  static Future<Void> delete(SqlClient client, RunKey run) {
    return client.preparedQuery(DELETE).execute(run.tuple()).mapEmpty();
  }

  static Future<Void> deleteFields(SqlClient client, RunKey run) {
    return client.preparedQuery(DELETE_FIELDS).execute(run.tuple()).mapEmpty();
  }
}
