package dev.shopwire.sources.connections;

import dev.shopwire.sources.addresses.SourceAddresses;
import dev.shopwire.sources.dialects.Dialects;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads connections that are only tried; a secret that is left out is the stored one. Runs on the
 * caller's event loop.
 */
public final class ConnectionDrafts {
  private final Pool pool;
  private final Dialects dialects;
  private final SourceAddresses addresses;
  private final PartnerSecrets secrets;

  public ConnectionDrafts(
      Pool pool, Dialects dialects, SourceAddresses addresses, PartnerSecrets secrets) {
    this.pool = pool;
    this.dialects = dialects;
    this.addresses = addresses;
    this.secrets = secrets;
  }

  /** Fails with 422 as a change of the connection would. */
  public Future<ConnectionDraft> read(long appId, String body) {
    return secrets
        .read(pool, appId)
        .map(
            stored -> {
              ConnectionInput input =
                  ConnectionInput.read(body, dialects, addresses, stored.keySet());
              Map<String, String> values = new HashMap<>(stored);
              values.keySet().retainAll(input.secretNames());
              values.putAll(input.parameters());
              values.putAll(input.secrets());
              return new ConnectionDraft(input.dialect(), values, input.since());
            });
  }
}
