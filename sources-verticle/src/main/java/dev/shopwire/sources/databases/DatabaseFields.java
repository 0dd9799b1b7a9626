package dev.shopwire.sources.databases;

import dev.shopwire.common.tenancy.Workspaces.App;
import dev.shopwire.sources.fence.DatabaseUri;
import dev.shopwire.sources.fence.Engine;
import dev.shopwire.sources.fence.Limits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a workspace sets for a database, without its password.
 *
 * @param app whose values are read, for fields with one per app
 * @param acceptsWritable whether a role that may create or write is admitted
 */
public record DatabaseFields(
    String name,
    Optional<App> app,
    Engine engine,
    String host,
    int port,
    String database,
    String user,
    boolean acceptsWritable,
    Limits limits) {

  /** The same database at another URI. */
  DatabaseFields at(DatabaseUri uri) {
    return new DatabaseFields(
        name,
        app,
        uri.engine(),
        uri.host(),
        uri.port(),
        uri.database(),
        uri.user(),
        acceptsWritable,
        limits);
  }

  /** As in the API and in the audit log. */
  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("engine", engine.id());
    json.put("host", host);
    json.put("port", port);
    json.put("database", database);
    json.put("user", user);
    json.put("app", app.map(one -> Map.of("id", one.id(), "slug", one.slug())).orElse(null));
    json.put("acceptWritableRole", acceptsWritable);
    json.put(
        "limits",
        Map.of(
            "statementMillis", limits.statement().toMillis(),
            "rows", limits.rows(),
            "bytes", limits.bytes()));
    return json;
  }
}
