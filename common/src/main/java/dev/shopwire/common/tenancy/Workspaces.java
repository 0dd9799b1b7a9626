package dev.shopwire.common.tenancy;

import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/** The tables of workspaces and their apps. Methods run on the caller's event loop. */
public final class Workspaces {
  private static final String INSERT_WORKSPACE =
      "insert into workspaces (name) values ($1) returning id, name";
  private static final String LIST_WORKSPACES =
      "select id, name from workspaces where id > $1 order by id limit $2";
  private static final String FIND_WORKSPACE = "select id, name from workspaces where id = $1";
  // Registering a shop only checks that the workspace exists, which this doesn't block.
  private static final String LOCK_WORKSPACE = FIND_WORKSPACE + " for no key update";
  private static final String RENAME_WORKSPACE = "update workspaces set name = $2 where id = $1";
  private static final String WORKSPACE_EXISTS = "select 1 from workspaces where id = $1";
  private static final String INSERT_APP =
      """
      insert into apps (workspace_id, slug, name)
      select id, $2, $3 from workspaces where id = $1
      on conflict (workspace_id, slug) do nothing
      returning id, slug, name
      """;
  private static final String LIST_APPS =
      """
      select id, slug, name from apps where workspace_id = $1 and id > $2 order by id limit $3
      """;
  private static final String SLUGS = "select id, slug from apps where workspace_id = $1";
  private static final String FIRST_APP = "select id from apps where slug = $1 order by id limit 1";
  private static final String FIND_APP =
      "select id, workspace_id, slug, name from apps where id = $1";

  private final SqlClient client;

  public Workspaces(SqlClient client) {
    this.client = client;
  }

  /** Ids are decimal strings in the API, so that their form can change. */
  public record Workspace(String id, String name) {
    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("id", id);
      json.put("name", name);
      return json;
    }
  }

  public record App(String id, String slug, String name) {
    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("id", id);
      json.put("slug", slug);
      json.put("name", name);
      return json;
    }
  }

  /** An app and the workspace that owns it. */
  public record OwnedApp(long workspaceId, App app) {}

  public Future<Workspace> create(String name) {
    return client
        .preparedQuery(INSERT_WORKSPACE)
        .execute(Tuple.of(name))
        .map(rows -> readWorkspace(rows.iterator().next()));
  }

  /** Ordered by id, after the id {@code after}. */
  public Future<List<Workspace>> list(long after, int take) {
    return client
        .preparedQuery(LIST_WORKSPACES)
        .execute(Tuple.of(after, take))
        .map(rows -> Rows.list(rows, Workspaces::readWorkspace));
  }

  /** All workspaces, as {@link #list} returns them, for an export. */
  public static ExportSource.Rows all() {
    return ExportSource.Rows.of(
        LIST_WORKSPACES, Tuple.of(0L, Integer.MAX_VALUE), row -> readWorkspace(row).json());
  }

  /** Fails with 404 if there is no such workspace. */
  public Future<Workspace> find(long workspaceId) {
    return one(FIND_WORKSPACE, workspaceId);
  }

  /**
   * Locks a workspace until the end of the transaction, so that changes of it and of its settings
   * happen one after another. Fails with 404 if there is no such workspace.
   */
  public Future<Workspace> lock(long workspaceId) {
    return one(LOCK_WORKSPACE, workspaceId);
  }

  private Future<Workspace> one(String sql, long workspaceId) {
    return client
        .preparedQuery(sql)
        .execute(Tuple.of(workspaceId))
        .map(
            rows ->
                Rows.first(rows, Workspaces::readWorkspace)
                    .orElseThrow(() -> Failure.notFound("workspace")));
  }

  public Future<Void> rename(long workspaceId, String name) {
    return client.preparedQuery(RENAME_WORKSPACE).execute(Tuple.of(workspaceId, name)).mapEmpty();
  }

  public Future<Boolean> exists(long workspaceId) {
    return client
        .preparedQuery(WORKSPACE_EXISTS)
        .execute(Tuple.of(workspaceId))
        .map(rows -> rows.size() > 0);
  }

  /** Fails with 404 if there is no such workspace. */
  public Future<Void> require(long workspaceId) {
    return exists(workspaceId)
        .compose(
            exists ->
                exists
                    ? Future.succeededFuture()
                    : Future.failedFuture(Failure.notFound("workspace")));
  }

  /** The new app; empty if the workspace is unknown or already has an app with this slug. */
  public Future<Optional<App>> createApp(long workspaceId, String slug, String name) {
    return client
        .preparedQuery(INSERT_APP)
        .execute(Tuple.of(workspaceId, slug, name))
        .map(rows -> Rows.first(rows, Workspaces::readApp));
  }

  /** Ordered by id, after the id {@code after}. */
  public Future<List<App>> apps(long workspaceId, long after, int take) {
    return client
        .preparedQuery(LIST_APPS)
        .execute(Tuple.of(workspaceId, after, take))
        .map(rows -> Rows.list(rows, Workspaces::readApp));
  }

  /** All apps of a workspace, as {@link #apps} returns them, for an export. */
  public static ExportSource.Rows allApps(long workspaceId) {
    return ExportSource.Rows.of(
        LIST_APPS, Tuple.of(workspaceId, 0L, Integer.MAX_VALUE), row -> readApp(row).json());
  }

  /** Fails with 404 if there is no such app. */
  public Future<OwnedApp> findApp(long appId) {
    return client
        .preparedQuery(FIND_APP)
        .execute(Tuple.of(appId))
        .map(
            rows ->
                Rows.first(rows, row -> new OwnedApp(row.getLong("workspace_id"), readApp(row)))
                    .orElseThrow(() -> Failure.notFound("app")));
  }

  /** The slugs of a workspace's apps by app id. */
  public Future<Map<Long, String>> slugs(long workspaceId) {
    return client
        .preparedQuery(SLUGS)
        .execute(Tuple.of(workspaceId))
        .map(
            rows ->
                StreamSupport.stream(rows.spliterator(), false)
                    .collect(
                        Collectors.toMap(row -> row.getLong("id"), row -> row.getString("slug"))));
  }

  /** The oldest app of any workspace with this slug. */
  public Future<Optional<Long>> firstApp(String slug) {
    return client
        .preparedQuery(FIRST_APP)
        .execute(Tuple.of(slug))
        .map(rows -> StreamSupport.stream(rows.spliterator(), false))
        .map(rows -> rows.map(row -> row.getLong("id")).findFirst());
  }

  private static Workspace readWorkspace(Row row) {
    return new Workspace(row.getLong("id").toString(), row.getString("name"));
  }

  private static App readApp(Row row) {
    return new App(row.getLong("id").toString(), row.getString("slug"), row.getString("name"));
  }
}
