package dev.shopwire.webhook.secrets;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.webhook.signing.SigningSecret;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Accesses the table of signing secrets. Not thread-safe; use from one event loop. */
public final class SigningSecrets {
  /** Maximum number of valid secrets at a time, as each adds a signature to a header. */
  private static final int MAX_VALID = 10;

  private static final Logger LOG = LoggerFactory.getLogger(SigningSecrets.class);

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
  private static final String SWEEP =
      """
      delete from webhook_secrets
      where workspace_id = $1 and endpoint_id = $2 and expires_at <= now()
      """;
  private static final String COUNT =
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

  private final SecretVault vault;
  private final Set<Long> reported = new HashSet<>();

  public SigningSecrets(SecretVault vault) {
    this.vault = vault;
  }

  public Future<Void> add(
      SqlClient client, long workspaceId, long endpointId, SigningSecret secret) {
    SecretVault.Encrypted encrypted = vault.encrypt(workspaceId, endpointId, secret.text());
    return client
        .preparedQuery(INSERT)
        .execute(Tuple.of(workspaceId, endpointId, encrypted.keyId(), encrypted.bytes()))
        .mapEmpty();
  }

  /**
   * Makes {@code next} the current secret; previous ones stay valid for {@code overlap} at most.
   * {@code connection} must have an open transaction that locks the endpoint's row.
   *
   * @return when the last previous secret expires; fails with 409 if too many are valid
   */
  public Future<Instant> rotate(
      SqlConnection connection,
      long workspaceId,
      long endpointId,
      SigningSecret next,
      Duration overlap) {
    Tuple endpoint = Tuple.of(workspaceId, endpointId);
    Tuple until = Tuple.of(workspaceId, endpointId, (double) overlap.toSeconds());
    return connection
        .preparedQuery(EXPIRE)
        .execute(until)
        .compose(expired -> connection.preparedQuery(SWEEP).execute(endpoint))
        .compose(swept -> connection.preparedQuery(COUNT).execute(until))
        .map(rows -> rows.iterator().next())
        .compose(
            row ->
                row.getLong("valid") >= MAX_VALID
                    ? Future.failedFuture(tooMany())
                    : add(connection, workspaceId, endpointId, next)
                        .map(row.getOffsetDateTime("until").toInstant()));
  }

  private static Failure tooMany() {
    return Failure.of(
        Code.CONFLICT,
        "too_many_secrets",
        MAX_VALID
            + " secrets of this endpoint are already valid; wait for the end of an overlap, or"
            + " rotate with overlapHours 0");
  }

  /** Deletes the secrets of a deleted endpoint. */
  public static Future<Void> delete(SqlClient client, long workspaceId, long endpointId) {
    return client.preparedQuery(DELETE).execute(Tuple.of(workspaceId, endpointId)).mapEmpty();
  }

  /**
   * The currently valid secrets of each of {@code endpointIds}, newest first; none for an endpoint
   * with a secret that cannot be decrypted, which is logged once.
   */
  public Future<Map<Long, List<SigningSecret>>> load(
      SqlClient client, Collection<Long> endpointIds) {
    return client
        .preparedQuery(LOAD)
        .execute(Tuple.tuple().addArrayOfLong(endpointIds.toArray(Long[]::new)))
        .map(rows -> decrypt(endpointIds, rows));
  }

  private Map<Long, List<SigningSecret>> decrypt(Collection<Long> endpointIds, Iterable<Row> rows) {
    Map<Long, List<SigningSecret>> secrets = new LinkedHashMap<>();
    endpointIds.forEach(id -> secrets.put(id, new ArrayList<>()));
    Set<Long> undecryptable = new HashSet<>();
    for (Row row : rows) {
      long endpointId = row.getLong("endpoint_id");
      read(row)
          .ifPresentOrElse(
              secret -> secrets.computeIfAbsent(endpointId, id -> new ArrayList<>()).add(secret),
              () -> undecryptable.add(endpointId));
    }
    undecryptable.forEach(id -> secrets.put(id, List.of()));
    report(endpointIds, undecryptable);
    return secrets;
  }

  private Optional<SigningSecret> read(Row row) {
    return vault
        .decrypt(
            row.getLong("workspace_id"),
            row.getLong("endpoint_id"),
            new SecretVault.Encrypted(row.getString("key_id"), row.getBuffer("sealed")))
        .map(SigningSecret::of);
  }

  private void report(Collection<Long> endpointIds, Set<Long> undecryptable) {
    reported.removeIf(id -> endpointIds.contains(id) && !undecryptable.contains(id));
    for (Long id : undecryptable) {
      if (reported.add(id)) {
        LOG.error(
            "Cannot decrypt a signing secret of webhook endpoint {}: nothing is sent to it until"
                + " SHOPWIRE_WEBHOOK_SECRET_KEYS contains its key",
            id);
      }
    }
  }
}
