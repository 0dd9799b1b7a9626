package dev.shopwire.sources.databases;

import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.tenancy.Workspaces;
import dev.shopwire.sources.databases.LinkedDatabase.StoredProof;
import dev.shopwire.sources.fence.Engine;
import dev.shopwire.sources.fence.Limits;
import dev.shopwire.sources.proof.Certificate;
import dev.shopwire.sources.proof.Probe;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Accesses the table of users' databases. Methods run on the caller's event loop. */
public final class DatabaseTable {
  /** Of a workspace. */
  static final int MAX = 20;

  private static final String COLUMNS =
      """
      select d.workspace_id, d.id, d.name, d.app_id, a.slug, a.name as app_name, d.engine, d.host, d.port,
        d.database_name, d.user_name, d.accepts_writable, d.statement_millis, d.max_rows,
        d.max_bytes, d.proven, d.checked_at, d.probes, d.revision, d.created_at
      from linked_databases d left join tenancy_apps a on a.id = d.app_id
      """;
  private static final String ALL = COLUMNS + "where d.workspace_id = $1 order by d.id";
  private static final String PAGE =
      COLUMNS + "where d.workspace_id = $1 and d.id > $2 order by d.id limit $3";
  private static final String FIND = COLUMNS + "where d.workspace_id = $1 and d.id = $2";
  private static final String COUNT =
      """
      select count(*) filter (where id <> $3) as others,
        coalesce(bool_or(name = $2 and id <> $3), false) as taken
      from linked_databases where workspace_id = $1
      """;
  private static final String INSERT =
      """
      insert into linked_databases (workspace_id, name, app_id, engine, host, port, database_name,
        user_name, accepts_writable, statement_millis, max_rows, max_bytes, proven, checked_at, probes)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, clock_timestamp(), $14)
      returning id
      """;
  private static final String UPDATE =
      """
      update linked_databases set name = $3, app_id = $4, engine = $5, host = $6, port = $7,
        database_name = $8, user_name = $9, accepts_writable = $10, statement_millis = $11,
        max_rows = $12, max_bytes = $13, revision = revision + 1, updated_at = now()
      where workspace_id = $1 and id = $2 and revision = $14
      """;
  private static final String PROVE =
      """
      update linked_databases set proven = $3, checked_at = clock_timestamp(), probes = $4
      where workspace_id = $1 and id = $2 and revision = $5
      """;
  private static final String IS_USED =
      "select id from linked_queries where workspace_id = $1 and database_id = $2 limit 1";
  private static final String DELETE =
      "delete from linked_databases where workspace_id = $1 and id = $2";

  private DatabaseTable() {}

  /** Those of a workspace by id, after {@code after}. */
  static Future<List<LinkedDatabase>> list(
      SqlClient client, long workspaceId, long after, int limit) {
    return client
        .preparedQuery(PAGE)
        .execute(Tuple.of(workspaceId, after, limit))
        .map(rows -> Rows.list(rows, DatabaseTable::read));
  }

  /** All of them. */
  static ExportSource.Rows all(long workspaceId) {
    return ExportSource.Rows.of(ALL, Tuple.of(workspaceId), row -> read(row).json());
  }

  /** Fails with 404 if there is none. */
  public static Future<LinkedDatabase> require(SqlClient client, long workspaceId, long id) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId, id))
        .map(
            rows ->
                Rows.first(rows, DatabaseTable::read)
                    .orElseThrow(() -> Failure.notFound("database")));
  }

  /**
   * Fails if the workspace has a database of that name, or can have no more.
   *
   * @param id of the database that is changed, 0 for a new one
   */
  static Future<Void> check(SqlClient client, long workspaceId, long id, String name) {
    return client
        .preparedQuery(COUNT)
        .execute(Tuple.of(workspaceId, name, id))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              if (row.getBoolean("taken")) {
                throw Failure.of(
                    Code.CONFLICT, "name_taken", "The workspace has a database of this name");
              }
              if (id == 0 && row.getLong("others") >= MAX) {
                throw Failure.of(
                    Code.CONFLICT,
                    "too_many_databases",
                    "The workspace has " + MAX + " databases, which is the limit");
              }
              return null;
            });
  }

  /** Returns its id. */
  static Future<Long> insert(
      SqlClient client, long workspaceId, DatabaseFields fields, Certificate proof) {
    Tuple values = Tuple.of(workspaceId);
    add(values, fields).addBoolean(proof.isProven()).addValue(json(proof.probes()));
    return client
        .preparedQuery(INSERT)
        .execute(values)
        .map(rows -> rows.iterator().next().getLong("id"));
  }

  /** Fails with 409 if it was changed since it was read. */
  static Future<Void> update(SqlClient client, LinkedDatabase before, DatabaseFields fields) {
    Tuple values = Tuple.of(before.workspaceId(), before.id());
    add(values, fields).addLong(before.revision());
    return client
        .preparedQuery(UPDATE)
        .execute(values)
        .map(
            rows -> {
              if (rows.rowCount() == 0) {
                throw Failure.of(
                    Code.CONFLICT, "changed_meanwhile", "The database was changed meanwhile");
              }
              return null;
            });
  }

  /**
   * Stores the result of a proof, unless the database was changed meanwhile.
   *
   * @param revision of the database of which the proof was made
   */
  static Future<Void> prove(
      SqlClient client, LinkedDatabase database, long revision, Certificate proof) {
    return client
        .preparedQuery(PROVE)
        .execute(
            Tuple.of(database.workspaceId(), database.id(), proof.isProven())
                .addValue(json(proof.probes()))
                .addLong(revision))
        .mapEmpty();
  }

  /**
   * Fails with 409 if the database has linked queries.
   *
   * @param what can't be done
   */
  static Future<Void> requireUnused(SqlClient client, long workspaceId, long id, String what) {
    return client
        .preparedQuery(IS_USED)
        .execute(Tuple.of(workspaceId, id))
        .map(
            rows -> {
              if (rows.size() > 0) {
                throw Failure.of(
                    Code.CONFLICT,
                    "database_in_use",
                    what + " while the database has linked queries");
              }
              return null;
            });
  }

  static Future<Void> delete(SqlClient client, long workspaceId, long id) {
    return client.preparedQuery(DELETE).execute(Tuple.of(workspaceId, id)).mapEmpty();
  }

  private static Tuple add(Tuple values, DatabaseFields fields) {
    return values
        .addString(fields.name())
        .addLong(fields.app().map(app -> Long.valueOf(app.id())).orElse(null))
        .addString(fields.engine().id())
        .addString(fields.host())
        .addInteger(fields.port())
        .addString(fields.database())
        .addString(fields.user())
        .addBoolean(fields.acceptsWritable())
        .addInteger((int) fields.limits().statement().toMillis())
        .addLong(fields.limits().rows())
        .addLong(fields.limits().bytes());
  }

  private static JsonArray json(List<Probe> probes) {
    JsonArray json = new JsonArray();
    for (Probe probe : probes) {
      json.add(
          new JsonObject()
              .put("name", probe.name())
              .put("ok", probe.isOk())
              .put("detail", probe.detail()));
    }
    return json;
  }

  private static LinkedDatabase read(Row row) {
    return new LinkedDatabase(
        row.getLong("workspace_id"),
        row.getLong("id"),
        new DatabaseFields(
            row.getString("name"),
            Optional.ofNullable(row.getLong("app_id"))
                .map(
                    id ->
                        new Workspaces.App(
                            id.toString(), row.getString("slug"), row.getString("app_name"))),
            Engine.of(row.getString("engine")),
            row.getString("host"),
            row.getInteger("port"),
            row.getString("database_name"),
            row.getString("user_name"),
            row.getBoolean("accepts_writable"),
            new Limits(
                Duration.ofMillis(row.getInteger("statement_millis")),
                row.getLong("max_rows"),
                row.getLong("max_bytes"))),
        row.getLong("revision"),
        new StoredProof(
            row.getBoolean("proven"),
            row.getOffsetDateTime("checked_at").toInstant(),
            probes(row.getJsonArray("probes"))),
        row.getOffsetDateTime("created_at").toInstant());
  }

  private static List<Probe> probes(JsonArray json) {
    List<Probe> probes = new ArrayList<>();
    for (int i = 0; i < json.size(); i++) {
      JsonObject probe = json.getJsonObject(i);
      probes.add(
          new Probe(probe.getString("name"), probe.getBoolean("ok"), probe.getString("detail")));
    }
    return probes;
  }
}
