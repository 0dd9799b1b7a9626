package dev.shopwire.automation;

import dev.shopwire.automation.reads.HeavyReads;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.secrets.SecretKeys;
import dev.shopwire.common.stores.SharedStores;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.function.Function;

/**
 * Holds what the handlers of this role share.
 *
 * @param pool connections for short statements
 * @param heavy reads whose number and time are limited
 */
record AutomationContext(
    Vertx vertx,
    AutomationConfig config,
    SecretKeys keys,
    SharedStores stores,
    Pool pool,
    HeavyReads heavy,
    CursorSigner signer) {
  <Q, R> Future<Void> serve(Contract<Q, R> contract, Function<Q, Future<R>> handler) {
    return contract.serve(vertx, handler);
  }
}
