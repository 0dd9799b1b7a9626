package dev.shopwire.enrichment.fields;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads and writes the tables of definitions. Changing a workspace's definitions requires its
 * catalog lock exclusively, and pushing values requires it shared, so that a push never writes to a
 * field that has been moved or deleted. Methods run on the caller's event loop.
 */
public final class CustomFields {
  // In a separate statement, so that the next one sees what the last change committed.
  private static final String LOCK_SHARED =
      """
      select pg_advisory_xact_lock_shared(hashtextextended('custom_fields', id))
      from unnest($1::bigint[]) as workspace (id)
      """;
  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('custom_fields', $1))";

  private static final String LOAD =
      """
      select coalesce((select version from custom_field_catalogs where workspace_id = $1), 0)
          as version,
        f.id, f.owner_app, f.name, f.type, f.scope, f.private, r.to_type, l.query_id, l.query_name
      from (select) one left join custom_fields f on f.workspace_id = $1
      left join custom_field_retypes r on r.workspace_id = $1 and r.field_id = f.id
      left join custom_field_links l on l.workspace_id = $1 and l.field_id = f.id
      """;
  private static final String WORKSPACE_OF = "select workspace_id from custom_fields where id = $1";
  private static final String INSERT =
      """
      insert into custom_fields (workspace_id, owner_app, name, type, scope, private)
      select $1, $2, name, type, $3, $6 from unnest($4::text[], $5::text[]) as made (name, type)
      """;
  private static final String PROMOTE =
      "update custom_fields set owner_app = 0, scope = 'customers' where id = $1";
  private static final String SET_PRIVATE = "update custom_fields set private = $2 where id = $1";
  private static final String RETYPE = "update custom_fields set type = $2 where id = $1";
  private static final String DELETE =
      """
      with gone as (delete from custom_fields where id = $1 returning workspace_id, id)
      insert into deleted_custom_fields (workspace_id, field_id) select workspace_id, id from gone
      """;

  // Based on the clock, so that a database restored to an earlier state reuses no version.
  private static final String ADVANCE_VERSION =
      """
      insert into custom_field_catalogs as c (workspace_id, version)
      values ($1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
      on conflict (workspace_id) do update set version = greatest(c.version + 1, excluded.version)
      """;

  private static final String SELECT_OWNED =
      """
      select f.id, f.owner_app, f.name, f.type, f.scope, f.private, a.slug, l.query_id, l.query_name
      from custom_fields f left join tenancy_apps a on a.id = f.owner_app
      left join custom_field_links l on l.workspace_id = f.workspace_id and l.field_id = f.id
      """;
  static final String LIST =
      SELECT_OWNED
          + " where f.workspace_id = $1 and f.id > $2 and (not f.private or $4) order by f.id limit $3";
  private static final String FIND = SELECT_OWNED + " where f.id = $1";

  private CustomFields() {}

  /**
   * A field with its owner's slug.
   *
   * @param slug the slug of the app that owns it; empty for a shared field
   */
  record Owned(Field field, Optional<String> slug) {}

  /** A shared field to create. */
  record SharedField(String name, FieldType type, FieldScope scope, boolean hidden) {}

  /** Prevents changes of the workspaces' definitions until the transaction ends. */
  public static Future<Void> lockShared(SqlConnection connection, List<Long> workspaceIds) {
    Long[] sorted = workspaceIds.stream().sorted().toArray(Long[]::new);
    return connection
        .preparedQuery(LOCK_SHARED)
        .execute(Tuple.tuple().addArrayOfLong(sorted))
        .mapEmpty();
  }

  /**
   * Waits for all pushes and changes of the workspace, and blocks new ones until the transaction
   * ends.
   */
  public static Future<Void> lock(SqlConnection connection, long workspaceId) {
    return connection.preparedQuery(LOCK).execute(Tuple.of(workspaceId)).mapEmpty();
  }

  public static Future<FieldCatalog> load(SqlClient client, long workspaceId) {
    return client.preparedQuery(LOAD).execute(Tuple.of(workspaceId)).map(CustomFields::readCatalog);
  }

  private static FieldCatalog readCatalog(RowSet<Row> rows) {
    List<Field> fields = new ArrayList<>(rows.size());
    long version = 0;
    for (Row row : rows) {
      version = row.getLong("version");
      if (row.getLong("id") != null) {
        fields.add(readField(row, Optional.ofNullable(row.getString("to_type"))));
      }
    }
    return new FieldCatalog(version, fields);
  }

  /** Creates app-scoped fields of {@code appId}; the caller holds the lock. */
  public static Future<Void> create(
      SqlConnection connection, long workspaceId, long appId, List<FieldInput> fields) {
    return insert(
        connection,
        workspaceId,
        appId,
        FieldScope.APP,
        false,
        fields.stream().map(FieldInput::name).toArray(String[]::new),
        fields.stream()
            .map(field -> field.value().orElseThrow().type().apiName())
            .toArray(String[]::new));
  }

  /** Creates a shared field; the caller holds the lock. */
  static Future<Void> createShared(SqlConnection connection, long workspaceId, SharedField field) {
    return insert(
        connection,
        workspaceId,
        Field.NO_APP,
        field.scope(),
        field.hidden(),
        new String[] {field.name()},
        new String[] {field.type().apiName()});
  }

  /** Creates fields; {@code types} are parallel to {@code names}. The caller holds the lock. */
  static Future<Void> insert(
      SqlConnection connection,
      long workspaceId,
      long ownerApp,
      FieldScope scope,
      boolean hidden,
      String[] names,
      String[] types) {
    Tuple row =
        Tuple.tuple()
            .addLong(workspaceId)
            .addLong(ownerApp)
            .addString(scope.apiName())
            .addArrayOfString(names)
            .addArrayOfString(types)
            .addBoolean(hidden);
    return connection
        .preparedQuery(INSERT)
        .execute(row)
        .compose(created -> advanceVersion(connection, workspaceId));
  }

  /** Moves no value: those of an app's own field have no app. The caller holds the lock. */
  static Future<Void> promote(SqlConnection connection, long workspaceId, long fieldId) {
    return change(connection, workspaceId, PROMOTE, Tuple.of(fieldId));
  }

  static Future<Void> setPrivate(
      SqlConnection connection, long workspaceId, long fieldId, boolean hidden) {
    return change(connection, workspaceId, SET_PRIVATE, Tuple.of(fieldId, hidden));
  }

  /** Hides its values at once; {@link FieldSweep} deletes them later. The caller holds the lock. */
  static Future<Void> delete(SqlConnection connection, long workspaceId, long fieldId) {
    return change(connection, workspaceId, DELETE, Tuple.of(fieldId));
  }

  private static Future<Void> change(
      SqlConnection connection, long workspaceId, String statement, Tuple parameters) {
    return connection
        .preparedQuery(statement)
        .execute(parameters)
        .compose(done -> advanceVersion(connection, workspaceId));
  }

  /** Converts no value; {@link FieldConversions} does that. The caller holds the lock. */
  static Future<Void> retype(
      SqlConnection connection, long workspaceId, long fieldId, FieldType type) {
    return change(connection, workspaceId, RETYPE, Tuple.of(fieldId, type.apiName()));
  }

  /** Makes processes that cache the definitions read them again. The caller holds the lock. */
  static Future<Void> advanceVersion(SqlConnection connection, long workspaceId) {
    return connection.preparedQuery(ADVANCE_VERSION).execute(Tuple.of(workspaceId)).mapEmpty();
  }

  static Future<Optional<Long>> workspaceOf(SqlClient client, long fieldId) {
    return client
        .preparedQuery(WORKSPACE_OF)
        .execute(Tuple.of(fieldId))
        .map(rows -> Rows.first(rows, row -> row.getLong("workspace_id")));
  }

  /**
   * Lists fields ordered by id, starting after the id {@code after}.
   *
   * @param withPrivate whether private fields are included
   */
  static Future<List<Owned>> list(
      SqlClient client, long workspaceId, long after, int take, boolean withPrivate) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(workspaceId, after, take, withPrivate))
        .map(rows -> Rows.list(rows, CustomFields::readOwned));
  }

  static Future<Optional<Owned>> find(SqlClient client, long fieldId) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(fieldId))
        .map(rows -> Rows.first(rows, CustomFields::readOwned));
  }

  static Owned readOwned(Row row) {
    return new Owned(readField(row, Optional.empty()), Optional.ofNullable(row.getString("slug")));
  }

  private static Field readField(Row row, Optional<String> retypedTo) {
    return new Field(
        row.getLong("id"),
        row.getLong("owner_app"),
        row.getString("name"),
        FieldType.of(row.getString("type")).orElseThrow(),
        FieldScope.of(row.getString("scope")).orElseThrow(),
        row.getBoolean("private"),
        retypedTo.flatMap(FieldType::of),
        Optional.ofNullable(row.getLong("query_id"))
            .map(query -> new FieldLink(query, row.getString("query_name"))));
  }
}
