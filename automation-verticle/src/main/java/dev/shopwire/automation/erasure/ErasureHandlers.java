package dev.shopwire.automation.erasure;

import dev.shopwire.automation.suppressions.AddressInput;
import dev.shopwire.automation.suppressions.HashKeys;
import dev.shopwire.automation.suppressions.Suppressions;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/** Handles the console's requests to erase an address. Runs on the caller's event loop. */
public final class ErasureHandlers {
  /** For the erasure of few mails; what takes longer continues after the response. */
  private static final Duration TIME = Duration.ofMillis(800);

  private final Pool pool;
  private final HashKeys hashKeys;
  private final Erasures erasures;

  public ErasureHandlers(Pool pool, HashKeys hashKeys, Erasures erasures) {
    this.pool = pool;
    this.hashKeys = hashKeys;
    this.erasures = erasures;
  }

  /** Responds when the address is suppressed by its hash alone; mails may be left. */
  public Future<JsonResponse> erase(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    String email = AddressInput.read(input);
    input.throwIfInvalid();
    long workspaceId = request.id();
    Caller caller = request.caller().in(workspaceId);
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(exists -> hashKeys.findOrCreate(pool))
        .compose(
            hashes -> {
              ErasureKey key = new ErasureKey(workspaceId, hashes.of(workspaceId, email));
              Buffer sealed = hashes.seal(key.hash(), email);
              return Transactions.run(
                      pool, connection -> begin(connection, key, sealed, email, caller))
                  .compose(
                      isNeeded ->
                          isNeeded ? erasures.run(key, TIME) : Future.succeededFuture(true));
            })
        .map(
            isDone ->
                JsonResponse.of(
                    Map.of("mailErasure", Map.of("status", isDone ? "done" : "running"))));
  }

  /** Returns whether there is something to erase. The audit log has the hash alone. */
  private static Future<Boolean> begin(
      SqlConnection connection, ErasureKey key, Buffer sealed, String email, Caller caller) {
    return ErasureTable.begin(connection, key, sealed, email)
        .compose(
            isNew ->
                isNew.equals(Optional.of(true))
                    ? AuditLog.write(connection, caller, entry(key)).map(true)
                    : Future.succeededFuture(isNew.isPresent()))
        .compose(
            isNeeded ->
                Suppressions.erase(connection, key.workspaceId(), email, key.hash()).map(isNeeded));
  }

  private static AuditEntry entry(ErasureKey key) {
    return AuditEntry.of(
        "mail_address.erased", new AuditObject("mail_address", key.hash(), null), Map.of());
  }
}
