package dev.shopwire.ingest.admission;

import dev.shopwire.common.addresses.Proxies;
import dev.shopwire.common.compat.VendorNames;
import dev.shopwire.common.http.AccessLogCaller;
import dev.shopwire.common.http.BodyPause;
import dev.shopwire.ingest.auth.ApiKeyCache;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.ext.web.RoutingContext;
import java.util.function.Function;

/**
 * Checks a request's API key before any of its body is read. Not thread-safe; use from one event
 * loop.
 */
public final class Authentication {
  private final ApiKeyCache keys;
  private final Proxies proxies;

  /**
   * @param proxies resolve the address of a request's client
   */
  public Authentication(ApiKeyCache keys, Proxies proxies) {
    this.keys = keys;
    this.proxies = proxies;
  }

  /**
   * @param next must request the body, if it needs it, before its first asynchronous step
   * @return fails with 401, or with 429 if the client sent too many invalid keys
   */
  public <T> Future<T> authenticate(RoutingContext context, Function<ApiKeyGrant, Future<T>> next) {
    HttpServerRequest request = context.request();
    return BodyPause.awaitPermission(
        keys.grant(VendorNames.apiKey(request), () -> proxies.clientOf(request)),
        context,
        grant -> {
          AccessLogCaller.record(context, grant.keyId(), grant.workspaceId());
          return next.apply(grant);
        });
  }
}
