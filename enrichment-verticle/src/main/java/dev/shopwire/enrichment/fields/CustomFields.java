package dev.shopwire.enrichment.fields;

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
 * The tables of definitions. Whoever changes a workspace's definitions holds its catalog lock
 * alone, whoever pushes values shares it: so a push never lands where its field no longer is.
 * Methods run on the caller's event loop.
 */
public final class CustomFields {
  /** Tells our advisory locks from those of others. */
  private static final int LOCK_CLASS = 0x5357_4643;

  // In a statement of its own: what the next one reads is what the last change left.
  private static final String SHARE =
      "select pg_advisory_xact_lock_shared($1, id) from unnest($2::int[]) as workspace (id)";
  private static final String HOLD = "select pg_advisory_xact_lock($1, $2)";

  private static final String LOAD =
      """
      select coalesce((select version from custom_field_catalogs where workspace_id = $1), 0)
          as version,
        f.id, f.owner_app, f.name, f.type, f.scope, f.private, r.to_type
      from (select) one left join custom_fields f on f.workspace_id = $1
      left join custom_field_retypes r on r.workspace_id = $1 and r.field_id = f.id
      """;
  private static final String WORKSPACE_OF = "select workspace_id from custom_fields where id = $1";
  private static final String INSERT =
      """
      insert into custom_fields (workspace_id, owner_app, name, type, scope, private)
      select $1, $2, name, type, $3, $6 from unnest($4::text[], $5::text[]) as made (name, type)
      """;
  private static final String PROMOTE =
      "update custom_fields set owner_app = 0, scope = 'customers' where id = $1";
  private static final String HIDE = "update custom_fields set private = $2 where id = $1";
  private static final String RETYPE = "update custom_fields set type = $2 where id = $1";
  private static final String DELETE =
      """
      with gone as (delete from custom_fields where id = $1 returning workspace_id, id)
      insert into deleted_custom_fields (workspace_id, field_id) select workspace_id, id from gone
      """;

  // By the clock, so that a database that went back to an earlier state gives none a second time.
  private static final String NEXT_VERSION =
      """
      insert into custom_field_catalogs as c (workspace_id, version)
      values ($1, (extract(epoch from clock_timestamp()) * 1000000)::bigint)
      on conflict (workspace_id) do update set version = greatest(c.version + 1, excluded.version)
      """;

  private static final String SELECT_OWNED =
      """
      select f.id, f.owner_app, f.name, f.type, f.scope, f.private, a.slug
      from custom_fields f left join apps a on a.id = f.owner_app
      """;
  private static final String LIST =
      SELECT_OWNED + " where f.workspace_id = $1 and f.id > $2 order by f.id limit $3";
  private static final String FIND = SELECT_OWNED + " where f.id = $1";

  private CustomFields() {}

  /**
   * A field with its owner's name.
   *
   * @param slug of the app that owns it
   */
  record Owned(Field field, Optional<String> slug) {}

  /** A shared field that is to be made. */
  record SharedField(String name, FieldType type, FieldScope scope, boolean hidden) {}

  /** Lets no definition of the workspaces change until the transaction ends. */
  public static Future<Void> share(SqlConnection connection, List<Integer> workspaceIds) {
    Integer[] inOneOrder = workspaceIds.stream().sorted().toArray(Integer[]::new);
    return connection
        .preparedQuery(SHARE)
        .execute(Tuple.of(LOCK_CLASS).addArrayOfInteger(inOneOrder))
        .mapEmpty();
  }

  /** Waits for all pushes and changes of the workspace, and lets none begin. */
  public static Future<Void> hold(SqlConnection connection, int workspaceId) {
    return connection.preparedQuery(HOLD).execute(Tuple.of(LOCK_CLASS, workspaceId)).mapEmpty();
  }

  public static Future<FieldCatalog> load(SqlClient client, int workspaceId) {
    return client.preparedQuery(LOAD).execute(Tuple.of(workspaceId)).map(CustomFields::readCatalog);
  }

  private static FieldCatalog readCatalog(RowSet<Row> rows) {
    List<Field> fields = new ArrayList<>(rows.size());
    long version = 0;
    for (Row row : rows) {
      version = row.getLong("version");
      if (row.getInteger("id") != null) {
        fields.add(readField(row, Optional.ofNullable(row.getString("to_type"))));
      }
    }
    return new FieldCatalog(version, fields);
  }

  /** Makes app-scoped fields of {@code appId}; the caller holds the lock. */
  public static Future<Void> create(
      SqlConnection connection, int workspaceId, int appId, List<FieldInput> fields) {
    return insert(
        connection,
        workspaceId,
        appId,
        FieldScope.APP,
        false,
        fields.stream().map(FieldInput::name).toArray(String[]::new),
        fields.stream()
            .map(field -> field.value().orElseThrow().type().word())
            .toArray(String[]::new));
  }

  /** Makes a shared field; the caller holds the lock. */
  static Future<Void> createShared(SqlConnection connection, int workspaceId, SharedField field) {
    return insert(
        connection,
        workspaceId,
        Field.NO_APP,
        field.scope(),
        field.hidden(),
        new String[] {field.name()},
        new String[] {field.type().word()});
  }

  private static Future<Void> insert(
      SqlConnection connection,
      int workspaceId,
      int ownerApp,
      FieldScope scope,
      boolean hidden,
      String[] names,
      String[] types) {
    Tuple row =
        Tuple.tuple()
            .addInteger(workspaceId)
            .addInteger(ownerApp)
            .addString(scope.word())
            .addArrayOfString(names)
            .addArrayOfString(types)
            .addBoolean(hidden);
    return connection
        .preparedQuery(INSERT)
        .execute(row)
        .compose(made -> nextVersion(connection, workspaceId));
  }

  /** No value moves: those of an app's own field name no app. The caller holds the lock. */
  static Future<Void> promote(SqlConnection connection, int workspaceId, int fieldId) {
    return change(connection, workspaceId, PROMOTE, Tuple.of(fieldId));
  }

  static Future<Void> hide(SqlConnection connection, int workspaceId, int fieldId, boolean hidden) {
    return change(connection, workspaceId, HIDE, Tuple.of(fieldId, hidden));
  }

  /**
   * Its values can't be seen from then on; they are swept away later. The caller holds the lock.
   */
  static Future<Void> delete(SqlConnection connection, int workspaceId, int fieldId) {
    return change(connection, workspaceId, DELETE, Tuple.of(fieldId));
  }

  private static Future<Void> change(
      SqlConnection connection, int workspaceId, String statement, Tuple parameters) {
    return connection
        .preparedQuery(statement)
        .execute(parameters)
        .compose(done -> nextVersion(connection, workspaceId));
  }

  /** No value moves now; {@link FieldConversions} converts them. The caller holds the lock. */
  static Future<Void> retype(
      SqlConnection connection, int workspaceId, int fieldId, FieldType type) {
    return change(connection, workspaceId, RETYPE, Tuple.of(fieldId, type.word()));
  }

  /** Makes whoever remembers the definitions read them anew. The caller holds the lock. */
  static Future<Void> nextVersion(SqlConnection connection, int workspaceId) {
    return connection.preparedQuery(NEXT_VERSION).execute(Tuple.of(workspaceId)).mapEmpty();
  }

  static Future<Optional<Integer>> workspaceOf(SqlClient client, int fieldId) {
    return client
        .preparedQuery(WORKSPACE_OF)
        .execute(Tuple.of(fieldId))
        .map(
            rows ->
                rows.size() == 0
                    ? Optional.empty()
                    : Optional.of(rows.iterator().next().getInteger("workspace_id")));
  }

  /** In the order of their ids, after the id {@code after}. */
  static Future<List<Owned>> list(SqlClient client, int workspaceId, int after, int take) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(workspaceId, after, take))
        .map(CustomFields::readOwned);
  }

  static Future<Optional<Owned>> find(SqlClient client, int fieldId) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(fieldId))
        .map(rows -> readOwned(rows).stream().findFirst());
  }

  private static List<Owned> readOwned(RowSet<Row> rows) {
    List<Owned> owned = new ArrayList<>(rows.size());
    for (Row row : rows) {
      owned.add(
          new Owned(readField(row, Optional.empty()), Optional.ofNullable(row.getString("slug"))));
    }
    return owned;
  }

  private static Field readField(Row row, Optional<String> retypedTo) {
    return new Field(
        row.getInteger("id"),
        row.getInteger("owner_app"),
        row.getString("name"),
        FieldType.of(row.getString("type")).orElseThrow(),
        FieldScope.of(row.getString("scope")).orElseThrow(),
        row.getBoolean("private"),
        retypedTo.flatMap(FieldType::of));
  }
}
