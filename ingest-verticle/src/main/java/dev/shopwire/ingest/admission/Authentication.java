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

/** Looks at the key of a request before anything of its body is read. For one event loop. */
public final class Authentication {
  private final ApiKeyCache keys;
  private final Proxies proxies;

  /**
   * @param proxies that tell whose a request is
   */
  public Authentication(ApiKeyCache keys, Proxies proxies) {
    this.keys = keys;
    this.proxies = proxies;
  }

  /**
   * @param next must ask for the body, if it wants it, before its first asynchronous step
   * @return fails with 401, or with 429 where the client sent too many wrong keys
   */
  public <T> Future<T> with(RoutingContext context, Function<ApiKeyGrant, Future<T>> next) {
    HttpServerRequest request = context.request();
    return BodyPause.until(
        keys.grant(VendorNames.apiKey(request), () -> proxies.clientOf(request)),
        context,
        grant -> {
          AccessLogCaller.told(context, grant.keyId(), grant.workspaceId());
          return next.apply(grant);
        });
  }
}
