package dev.shopwire.sources.linked.queries;

import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.linked.KeyKind;
import dev.shopwire.sources.linked.QueryInput;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Accesses the table of linked queries. Methods run on the caller's event loop. */
public final class LinkedQueryTable {
  /** Of a workspace. */
  static final int MAX = 100;

  /** As many as have about 300 KB of statements and columns, should all be as long as allowed. */
  private static final int EXPORTED_AT_ONCE = 4;

  private static final String COLUMNS =
      """
      select q.workspace_id, q.id, q.database_id, q.name, q.sql, q.key_column, q.key_kind,
        q.interval_seconds, q.cron, q.timezone, q.removed, q.guard_percent, q.guard_at_least,
        q.announce, q.status, q.next_run_at, q.definition, q.revision, q.created_at, c.columns
      from linked_queries q cross join lateral (%s) c
      """
          .formatted(QueryColumnTable.OF_QUERY);
  private static final String OF_DATABASE =
      COLUMNS + "where q.workspace_id = $1 and q.database_id = $2";
  private static final String ALL = OF_DATABASE + " order by q.id";
  private static final String COUNT_ALL =
      "select count(*) as count from linked_queries where workspace_id = $1 and database_id = $2";
  private static final String PAGE = OF_DATABASE + " and q.id > $3 order by q.id limit $4";
  private static final String FIND = COLUMNS + "where q.workspace_id = $1 and q.id = $2";
  private static final String FIND_LOCKED = FIND + " for update of q";
  private static final String DUE =
      """
      select q.workspace_id, q.id from linked_queries q
      where q.next_run_at <= clock_timestamp() and not exists (
        select from linked_runs r where r.workspace_id = q.workspace_id and r.query_id = q.id
          and r.status in ('reading', 'applying'))
      order by q.next_run_at limit $1
      """;
  private static final String COUNT =
      """
      select count(*) filter (where id <> $3) as others,
        coalesce(bool_or(name = $2 and id <> $3), false) as taken
      from linked_queries where workspace_id = $1
      """;
  private static final String NEXT_ID = "select nextval('linked_query_ids') as id";
  private static final String INSERT =
      """
      insert into linked_queries (workspace_id, id, name, sql, key_column, key_kind,
        interval_seconds, cron, timezone, removed, guard_percent, guard_at_least, announce, status,
        next_run_at, database_id)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
      """;
  private static final String UPDATE =
      """
      update linked_queries set name = $3, sql = $4, key_column = $5, key_kind = $6,
        interval_seconds = $7, cron = $8, timezone = $9, removed = $10, guard_percent = $11,
        guard_at_least = $12, announce = $13, status = $14, next_run_at = $15,
        definition = definition + $16, revision = revision + 1, updated_at = now()
      where workspace_id = $1 and id = $2 and revision = $17
      """;
  private static final String SCHEDULE =
      "update linked_queries set next_run_at = $3 where workspace_id = $1 and id = $2";
  private static final String PAUSE =
      """
      update linked_queries set status = 'paused', next_run_at = null, revision = revision + 1,
        updated_at = now()
      where workspace_id = $1 and id = $2
      """;
  private static final String DELETE =
      "delete from linked_queries where workspace_id = $1 and id = $2";

  private LinkedQueryTable() {}

  /** Those of a database by id, after {@code after}. */
  public static Future<List<LinkedQuery>> list(
      SqlClient client, long workspaceId, long databaseId, long after, int limit) {
    return client
        .preparedQuery(PAGE)
        .execute(Tuple.of(workspaceId, databaseId, after, limit))
        .map(rows -> Rows.list(rows, LinkedQueryTable::read));
  }

  /**
   * All of them.
   *
   * @param json what they look like, for some at a time
   */
  public static ExportSource.Rows all(
      long workspaceId,
      long databaseId,
      BiFunction<SqlClient, List<LinkedQuery>, Future<List<Map<String, @Nullable Object>>>> json) {
    return new ExportSource.Rows(
        ALL,
        COUNT_ALL,
        Tuple.of(workspaceId, databaseId),
        EXPORTED_AT_ONCE,
        (rows, snapshot) ->
            json.apply(snapshot, rows.stream().map(LinkedQueryTable::read).toList()));
  }

  public static Future<Optional<LinkedQuery>> find(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> Rows.first(rows, LinkedQueryTable::read));
  }

  /** Fails with 404 if there is none. */
  public static Future<LinkedQuery> require(SqlClient client, long workspaceId, long id) {
    return find(client, workspaceId, id).map(LinkedQueryTable::orNotFound);
  }

  /** The same in a transaction, until whose end nothing else changes it. */
  public static Future<LinkedQuery> lock(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(FIND_LOCKED)
        .execute(Tuple.of(workspaceId, id))
        .map(rows -> orNotFound(Rows.first(rows, LinkedQueryTable::read)));
  }

  private static LinkedQuery orNotFound(Optional<LinkedQuery> query) {
    return query.orElseThrow(() -> Failure.notFound("linked query"));
  }

  /** Queries whose schedule is due and that are not running, those that wait longest first. */
  public static Future<List<QueryKey>> due(SqlClient client, int limit) {
    return client
        .preparedQuery(DUE)
        .execute(Tuple.of(limit))
        .map(rows -> Rows.list(rows, QueryKey::read));
  }

  /**
   * Fails if the workspace has a query of that name, or can have no more.
   *
   * @param id of the query that is changed, 0 for a new one
   */
  public static Future<Void> check(SqlClient client, long workspaceId, long id, String name) {
    return client
        .preparedQuery(COUNT)
        .execute(Tuple.of(workspaceId, name, id))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              if (row.getBoolean("taken")) {
                throw Failure.of(
                    Code.CONFLICT, "name_taken", "The workspace has a linked query of this name");
              }
              if (id == 0 && row.getLong("others") >= MAX) {
                throw Failure.of(
                    Code.CONFLICT,
                    "too_many_linked_queries",
                    "The workspace has " + MAX + " linked queries, which is the limit");
              }
              return null;
            });
  }

  /** The id of a query that is not stored yet. */
  public static Future<Long> nextId(SqlClient client) {
    return client
        .preparedQuery(NEXT_ID)
        .execute()
        .map(rows -> rows.iterator().next().getLong("id"));
  }

  /** Stores a new query. */
  public static Future<Void> insert(
      SqlClient client,
      QueryKey key,
      long databaseId,
      QuerySettings settings,
      List<Long> fieldIds,
      Optional<Instant> nextRunAt) {
    Tuple values = Tuple.of(key.workspaceId(), key.id());
    add(values, settings, nextRunAt);
    return client
        .preparedQuery(INSERT)
        .execute(values.addLong(databaseId))
        .compose(
            done -> QueryColumnTable.insert(client, key, settings.source().columns(), fieldIds));
  }

  /** Fails with 409 if it was changed since it was read. */
  public static Future<Void> update(
      SqlClient client,
      LinkedQuery before,
      QuerySettings settings,
      List<Long> fieldIds,
      Optional<Instant> nextRunAt) {
    boolean isOther = before.settings().differsInDefinition(settings);
    QueryKey key = new QueryKey(before.workspaceId(), before.id());
    Tuple values = Tuple.of(key.workspaceId(), key.id());
    add(values, settings, nextRunAt);
    return client
        .preparedQuery(UPDATE)
        .execute(values.addLong(isOther ? 1L : 0L).addLong(before.revision()))
        .compose(
            rows -> {
              if (rows.rowCount() == 0) {
                throw Failure.of(
                    Code.CONFLICT, "changed_meanwhile", "The linked query was changed meanwhile");
              }
              return isOther
                  ? QueryColumnTable.replace(client, key, settings.source().columns(), fieldIds)
                  : Future.succeededFuture();
            });
  }

  /** Sets when it runs next. */
  public static Future<Void> schedule(SqlClient client, QueryKey key, Optional<Instant> nextRunAt) {
    return client
        .preparedQuery(SCHEDULE)
        .execute(Tuple.of(key.workspaceId(), key.id()).addOffsetDateTime(time(nextRunAt)))
        .mapEmpty();
  }

  /** Lets it run no more by itself. */
  public static Future<Void> pause(SqlClient client, QueryKey key) {
    return client.preparedQuery(PAUSE).execute(Tuple.of(key.workspaceId(), key.id())).mapEmpty();
  }

  /** Deletes it in a transaction; what belongs to it is deleted later, in small steps. */
  public static Future<Void> delete(SqlClient client, QueryKey key) {
    return client
        .preparedQuery(DELETE)
        .execute(Tuple.of(key.workspaceId(), key.id()))
        .compose(done -> DroppedQueryTable.add(client, key));
  }

  private static void add(Tuple values, QuerySettings settings, Optional<Instant> nextRunAt) {
    Optional<Schedule> schedule = settings.schedule();
    values
        .addString(settings.name())
        .addString(settings.source().sql())
        .addString(settings.source().keyColumn())
        .addString(settings.source().key().id())
        .addInteger(
            schedule
                .map(each -> each instanceof Schedule.Every every ? every.seconds() : null)
                .orElse(null))
        .addString(
            schedule
                .map(each -> each instanceof Schedule.At at ? at.expression() : null)
                .orElse(null))
        .addString(
            schedule
                .map(each -> each instanceof Schedule.At at ? at.zone().getId() : null)
                .orElse(null))
        .addString(settings.removed())
        .addInteger(settings.guard().percent())
        .addLong(settings.guard().atLeast())
        .addString(settings.announce())
        .addString(settings.status())
        .addOffsetDateTime(time(nextRunAt));
  }

  private static @Nullable OffsetDateTime time(Optional<Instant> instant) {
    return instant.map(at -> at.atOffset(ZoneOffset.UTC)).orElse(null);
  }

  private static LinkedQuery read(Row row) {
    QueryColumnTable.Stored stored = QueryColumnTable.Stored.read(row.getJsonArray("columns"));
    QueryInput source =
        new QueryInput(
            row.getString("sql"),
            row.getString("key_column"),
            KeyKind.of(row.getString("key_kind")).orElseThrow(),
            stored.columns());
    return new LinkedQuery(
        row.getLong("workspace_id"),
        row.getLong("id"),
        row.getLong("database_id"),
        settings(row, source),
        stored.fieldIds(),
        stored.publicFields(),
        row.getLong("definition"),
        row.getLong("revision"),
        Optional.ofNullable(row.getOffsetDateTime("next_run_at")).map(OffsetDateTime::toInstant),
        row.getOffsetDateTime("created_at").toInstant());
  }

  private static QuerySettings settings(Row row, QueryInput source) {
    return new QuerySettings(
        row.getString("name"),
        source,
        Schedule.of(
            row.getInteger("interval_seconds"), row.getString("cron"), row.getString("timezone")),
        row.getString("removed").equals("unset"),
        new Guard(row.getInteger("guard_percent"), row.getLong("guard_at_least")),
        row.getString("announce").equals("changes"),
        row.getString("status").equals("paused"));
  }
}
