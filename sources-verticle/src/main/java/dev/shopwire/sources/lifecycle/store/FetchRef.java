package dev.shopwire.sources.lifecycle.store;

import io.vertx.sqlclient.Tuple;

/** Names what was fetched for an app under one configuration. */
public record FetchRef(long appId, long fetchId) {
  Tuple ids() {
    return Tuple.of(appId, fetchId);
  }
}
