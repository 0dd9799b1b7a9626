package dev.shopwire.common.tenancy;

import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The table of API keys, which stores only hashes. Methods run on the caller's event loop. */
public final class ApiKeys {
  private static final String INSERT =
      """
      insert into api_keys (id, app_id, name, prefix, hash, requests_per_second, events_per_second)
      values ($1, $2, $3, $4, $5, $6, $7)
      on conflict (hash) do nothing
      """;
  private static final String REVOKE =
      """
      update api_keys set revoked_at = now()
      where app_id = $1 and id = $2 and revoked_at is null
      returning id
      """;
  private static final String FIND =
      """
      select id, name, prefix, requests_per_second, events_per_second, revoked_at
      from api_keys where app_id = $1 and id = $2
      """;
  private static final String LIST =
      """
      select id, name, prefix, requests_per_second, events_per_second, revoked_at
      from api_keys where app_id = $1 and ($2::text is null or id > $2) order by id limit $3
      """;
  private static final String ACTIVE =
      """
      select k.id, k.hash, k.app_id, a.workspace_id, k.requests_per_second, k.events_per_second
      from api_keys k join apps a on a.id = k.app_id
      where k.hash = any ($1::bytea[]) and k.revoked_at is null
      """;

  private final SqlClient client;

  public ApiKeys(SqlClient client) {
    this.client = client;
  }

  /** A key as shown in the console. */
  public record Listed(
      String id,
      String name,
      String prefix,
      Optional<Integer> requestsPerSecond,
      Optional<Integer> eventsPerSecond,
      boolean revoked) {}

  /** An active key; empty limits mean the configured defaults. */
  public record Active(
      String keyId,
      Buffer hash,
      long appId,
      long workspaceId,
      OptionalInt requestsPerSecond,
      OptionalInt eventsPerSecond) {}

  /**
   * Stores the hash of {@code key}; an existing key, active or revoked, remains unchanged.
   *
   * @param requestsPerSecond the limit of the key; empty for the configured default
   */
  public Future<String> create(
      long appId,
      String name,
      ApiKey key,
      Optional<Integer> requestsPerSecond,
      Optional<Integer> eventsPerSecond) {
    String id = key.id();
    Tuple values =
        Tuple.of(id, appId, name, key.prefix(), Buffer.buffer(key.hash()))
            .addValue(requestsPerSecond.orElse(null))
            .addValue(eventsPerSecond.orElse(null));
    return client.preparedQuery(INSERT).execute(values).map(id);
  }

  /** Revokes a key permanently; false if it already was, or if the app has no such key. */
  public Future<Boolean> revoke(long appId, String keyId) {
    return client
        .preparedQuery(REVOKE)
        .execute(Tuple.of(appId, keyId))
        .map(result -> result.rowCount() > 0);
  }

  /** Empty if the app has no such key. */
  public Future<Optional<Listed>> find(long appId, String keyId) {
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(appId, keyId))
        .map(rows -> Rows.first(rows, ApiKeys::readListed));
  }

  /** The keys of an app ordered by id, after {@code cursor} if given. */
  public Future<List<Listed>> list(long appId, Optional<String> cursor, int take) {
    return client
        .preparedQuery(LIST)
        .execute(Tuple.of(appId, cursor.orElse(null), take))
        .map(rows -> Rows.list(rows, ApiKeys::readListed));
  }

  /**
   * All keys of an app, as {@link #list} returns them, for an export.
   *
   * @param json maps a key to its JSON object
   */
  public static ExportSource.Rows all(
      long appId, Function<Listed, Map<String, @Nullable Object>> json) {
    return ExportSource.Rows.of(
        LIST, Tuple.of(appId, null, Integer.MAX_VALUE), row -> json.apply(readListed(row)));
  }

  /** The active keys with one of {@code hashes}, in one query. */
  public Future<List<Active>> active(Collection<Buffer> hashes) {
    return client
        .preparedQuery(ACTIVE)
        .execute(Tuple.tuple().addArrayOfBuffer(hashes.toArray(Buffer[]::new)))
        .map(rows -> Rows.list(rows, ApiKeys::readActive));
  }

  private static Listed readListed(Row row) {
    return new Listed(
        row.getString("id"),
        row.getString("name"),
        row.getString("prefix"),
        Optional.ofNullable(row.getInteger("requests_per_second")),
        Optional.ofNullable(row.getInteger("events_per_second")),
        row.getValue("revoked_at") != null);
  }

  private static Active readActive(Row row) {
    return new Active(
        row.getString("id"),
        row.getBuffer("hash"),
        row.getLong("app_id"),
        row.getLong("workspace_id"),
        optional(row.getInteger("requests_per_second")),
        optional(row.getInteger("events_per_second")));
  }

  private static OptionalInt optional(@Nullable Integer value) {
    return value == null ? OptionalInt.empty() : OptionalInt.of(value);
  }
}
