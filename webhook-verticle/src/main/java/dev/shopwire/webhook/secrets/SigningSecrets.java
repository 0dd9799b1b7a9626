package dev.shopwire.webhook.secrets;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.webhook.secrets.StoredSecrets.EndpointSecret;
import dev.shopwire.webhook.signing.SigningSecret;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Encrypts, rotates and decrypts the signing secrets of endpoints. Not thread-safe; use from one
 * event loop.
 */
public final class SigningSecrets {
  /** Maximum number of valid secrets at a time, as each adds a signature to a header. */
  private static final int MAX_VALID = 10;

  private static final Logger LOG = LoggerFactory.getLogger(SigningSecrets.class);

  private final SigningSecretVault vault;
  private final Set<Long> reported = new HashSet<>();

  public SigningSecrets(SigningSecretVault vault) {
    this.vault = vault;
  }

  public Future<Void> add(
      SqlClient client, long workspaceId, long endpointId, SigningSecret secret) {
    return StoredSecrets.insert(
        client,
        new EndpointSecret(
            workspaceId, endpointId, vault.encrypt(workspaceId, endpointId, secret.text())));
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
    return StoredSecrets.expire(connection, workspaceId, endpointId, overlap)
        .compose(
            former ->
                former.secrets() >= MAX_VALID
                    ? Future.failedFuture(tooMany())
                    : add(connection, workspaceId, endpointId, next).map(former.until()));
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
    return StoredSecrets.delete(client, workspaceId, endpointId);
  }

  /**
   * The currently valid secrets of each of {@code endpointIds}, newest first; none for an endpoint
   * with a secret that cannot be decrypted, which is logged once.
   */
  public Future<Map<Long, List<SigningSecret>>> load(
      SqlClient client, Collection<Long> endpointIds) {
    return StoredSecrets.load(client, endpointIds).map(stored -> decrypt(endpointIds, stored));
  }

  private Map<Long, List<SigningSecret>> decrypt(
      Collection<Long> endpointIds, List<EndpointSecret> stored) {
    Map<Long, List<SigningSecret>> secrets = new LinkedHashMap<>();
    endpointIds.forEach(id -> secrets.put(id, new ArrayList<>()));
    Set<Long> undecryptable = new HashSet<>();
    for (EndpointSecret one : stored) {
      vault
          .decrypt(one.workspaceId(), one.endpointId(), one.encrypted())
          .map(SigningSecret::of)
          .ifPresentOrElse(
              secret ->
                  secrets.computeIfAbsent(one.endpointId(), id -> new ArrayList<>()).add(secret),
              () -> undecryptable.add(one.endpointId()));
    }
    undecryptable.forEach(id -> secrets.put(id, List.of()));
    report(endpointIds, undecryptable);
    return secrets;
  }

  private void report(Collection<Long> endpointIds, Set<Long> undecryptable) {
    reported.removeIf(id -> endpointIds.contains(id) && !undecryptable.contains(id));
    for (Long id : undecryptable) {
      if (reported.add(id)) {
        LOG.error(
            "Cannot decrypt a signing secret of webhook endpoint {}: nothing is sent to it until"
                + " SHOPWIRE_SECRET_KEYS contains its key",
            id);
      }
    }
  }
}
