package dev.shopwire.webhook.secrets;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Accesses the table of signing secrets, which are encrypted. Methods run on the caller's event
 * loop.
 */
final class StoredSecrets {
  private static final String INSERT =
      """
      insert into webhook_secrets (workspace_id, endpoint_id, key_id, sealed)
      values ($1, $2, $3, $4)
      """;
  // No secret outlives this rotation's overlap, whatever an earlier rotation granted.
  private static final String EXPIRE =
      """
      update webhook_secrets
      set expires_at = least(expires_at, now() + make_interval(secs => $3))
      where workspace_id = $1 and endpoint_id = $2
      """;
  private static final String DELETE_EXPIRED =
      """
      delete from webhook_secrets
      where workspace_id = $1 and endpoint_id = $2 and expires_at <= now()
      """;
  private static final String COUNT_OF_ENDPOINT =
      """
      select count(*) as valid, now() + make_interval(secs => $3) as until
      from webhook_secrets where workspace_id = $1 and endpoint_id = $2
      """;
  private static final String LOAD =
      """
      select s.workspace_id, s.endpoint_id, s.key_id, s.sealed
      from webhook_endpoints e
      join webhook_secrets s on s.workspace_id = e.workspace_id and s.endpoint_id = e.id
      where e.id = any ($1) and (s.expires_at is null or s.expires_at > now())
      order by s.endpoint_id, s.id desc
      """;
  private static final String DELETE =
      "delete from webhook_secrets where workspace_id = $1 and endpoint_id = $2";
  private static final String VALID = "(expires_at is null or expires_at > now())";
  private static final String COUNT =
      "select count(*) as secrets from webhook_secrets where " + VALID;
  private static final String OTHERS =
      "select key_id, count(*) as secrets from webhook_secrets where key_id <> all ($1) and "
          + VALID
          + " group by key_id order by key_id";
  private static final String NEXT =
      """
      select workspace_id, endpoint_id, id, key_id, sealed from webhook_secrets
      where key_id = any ($1) and (workspace_id, endpoint_id, id) > ($2, $3, $4)
      order by workspace_id, endpoint_id, id limit $5
      """;
  // Skips secrets that another process re-encrypted, or that a rotation deleted.
  private static final String REPLACE =
      """
      update webhook_secrets s set key_id = $1, sealed = n.sealed
      from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::text[], $6::bytea[])
        as n (workspace_id, endpoint_id, id, key_id, sealed)
      where s.workspace_id = n.workspace_id and s.endpoint_id = n.endpoint_id and s.id = n.id
        and s.key_id = n.key_id
      """;

  private StoredSecrets() {}

  /** An endpoint's secret, encrypted. */
  record EndpointSecret(long workspaceId, long endpointId, Encrypted encrypted) {}

  /**
   * An endpoint's valid secrets during a rotation.
   *
   * @param until when the last of them expires
   */
  record Rotated(long secrets, Instant until) {}

  /** A stored secret. */
  record Stored(long workspaceId, long endpointId, long id, Encrypted encrypted) {}

  static Future<Void> insert(SqlClient client, EndpointSecret secret) {
    return client
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(
                secret.workspaceId(),
                secret.endpointId(),
                secret.encrypted().keyId(),
                secret.encrypted().bytes()))
        .mapEmpty();
  }

  /**
   * Makes an endpoint's secrets expire within {@code overlap}, and deletes those that have expired.
   *
   * @return the valid ones
   */
  static Future<Rotated> expire(
      SqlConnection connection, long workspaceId, long endpointId, Duration overlap) {
    Tuple endpoint = Tuple.of(workspaceId, endpointId);
    Tuple until = Tuple.of(workspaceId, endpointId, (double) overlap.toSeconds());
    return connection
        .preparedQuery(EXPIRE)
        .execute(until)
        .compose(expired -> connection.preparedQuery(DELETE_EXPIRED).execute(endpoint))
        .compose(deleted -> connection.preparedQuery(COUNT_OF_ENDPOINT).execute(until))
        .map(rows -> rows.iterator().next())
        .map(row -> new Rotated(row.getLong("valid"), row.getOffsetDateTime("until").toInstant()));
  }

  static Future<Void> delete(SqlClient client, long workspaceId, long endpointId) {
    return client.preparedQuery(DELETE).execute(Tuple.of(workspaceId, endpointId)).mapEmpty();
  }

  /** The valid secrets of these endpoints, by endpoint and newest first. */
  static Future<List<EndpointSecret>> load(SqlClient client, Collection<Long> endpointIds) {
    return client
        .preparedQuery(LOAD)
        .execute(Tuple.tuple().addArrayOfLong(endpointIds.toArray(Long[]::new)))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new EndpointSecret(
                            row.getLong("workspace_id"),
                            row.getLong("endpoint_id"),
                            encrypted(row))));
  }

  /** The number of valid secrets. */
  static Future<Long> count(SqlClient client) {
    return client.query(COUNT).execute().map(rows -> rows.iterator().next().getLong("secrets"));
  }

  /** The number of valid secrets under each key, except the keys {@code ids}. */
  static Future<Map<String, Long>> others(SqlClient client, Collection<String> ids) {
    return client
        .preparedQuery(OTHERS)
        .execute(Tuple.tuple().addArrayOfString(ids.toArray(String[]::new)))
        .map(
            rows -> {
              Map<String, Long> others = new LinkedHashMap<>();
              rows.forEach(row -> others.put(row.getString("key_id"), row.getLong("secrets")));
              return others;
            });
  }

  /** The secrets under {@code keyIds} that follow {@code last}, ordered by primary key. */
  static Future<List<Stored>> next(
      SqlClient client, Collection<String> keyIds, Optional<Stored> last, int limit) {
    return client
        .preparedQuery(NEXT)
        .execute(
            Tuple.tuple()
                .addArrayOfString(keyIds.toArray(String[]::new))
                .addLong(last.map(Stored::workspaceId).orElse(0L))
                .addLong(last.map(Stored::endpointId).orElse(0L))
                .addLong(last.map(Stored::id).orElse(0L))
                .addInteger(limit))
        .map(rows -> Rows.list(rows, StoredSecrets::read));
  }

  private static Stored read(Row row) {
    return new Stored(
        row.getLong("workspace_id"), row.getLong("endpoint_id"), row.getLong("id"), encrypted(row));
  }

  private static Encrypted encrypted(Row row) {
    return new Encrypted(row.getString("key_id"), row.getBuffer("sealed"));
  }

  /**
   * Replaces {@code before} with {@code after}, in the same order and all encrypted with the same
   * key.
   *
   * @return the number of secrets replaced
   */
  static Future<Integer> replace(SqlClient client, List<Stored> before, List<Encrypted> after) {
    return client
        .preparedQuery(REPLACE)
        .execute(
            Tuple.tuple()
                .addString(after.get(0).keyId())
                .addArrayOfLong(before.stream().map(Stored::workspaceId).toArray(Long[]::new))
                .addArrayOfLong(before.stream().map(Stored::endpointId).toArray(Long[]::new))
                .addArrayOfLong(before.stream().map(Stored::id).toArray(Long[]::new))
                .addArrayOfString(
                    before.stream().map(one -> one.encrypted().keyId()).toArray(String[]::new))
                .addArrayOfBuffer(after.stream().map(Encrypted::bytes).toArray(Buffer[]::new)))
        .map(result -> result.rowCount());
  }
}
