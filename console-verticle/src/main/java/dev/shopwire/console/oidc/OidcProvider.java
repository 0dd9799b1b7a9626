package dev.shopwire.console.oidc;

import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.auth.oauth2.OAuth2Auth;
import io.vertx.ext.auth.oauth2.OAuth2AuthorizationURL;
import io.vertx.ext.auth.oauth2.OAuth2FlowType;
import io.vertx.ext.auth.oauth2.OAuth2Options;
import io.vertx.ext.auth.oauth2.Oauth2Credentials;
import io.vertx.ext.auth.oauth2.providers.OpenIDConnectAuth;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls the identity provider. Its addresses and keys are discovered when they are first needed, so
 * that the console starts without it. Not thread-safe; use from one event loop.
 */
final class OidcProvider {
  private static final Logger LOG = LoggerFactory.getLogger(OidcProvider.class);
  private static final int CONNECT_MILLIS = 3_000;
  private static final long TIMEOUT_SECONDS = 8;
  private static final int MAX_EXCHANGES = 32;

  private final Vertx vertx;
  private final OidcConfig config;
  private final String redirectUri;
  private @Nullable Future<OAuth2Auth> discovered;
  private int exchanges;

  /**
   * @param redirectUri where the provider sends browsers back to
   */
  OidcProvider(Vertx vertx, OidcConfig config, String redirectUri) {
    this.vertx = vertx;
    this.config = config;
    this.redirectUri = redirectUri;
  }

  /** The provider's address for a sign-in. */
  Future<String> authorizationUrl(OidcState state) {
    return client()
        .map(
            auth ->
                auth.authorizeURL(
                    new OAuth2AuthorizationURL()
                        .setRedirectUri(redirectUri)
                        .setScopes(List.of("openid", "email", "profile"))
                        .setState(state.state())
                        .setCodeChallenge(state.challenge())
                        .setCodeChallengeMethod("S256")
                        .putAdditionalParameter("nonce", state.nonce())));
  }

  /** The claims of the identity token that the provider exchanges for {@code code}. */
  Future<JsonObject> exchange(String code, OidcState state) {
    if (exchanges >= MAX_EXCHANGES) {
      return Future.failedFuture(unavailable());
    }
    exchanges++;
    return client()
        .compose(
            auth ->
                auth.authenticate(
                        new Oauth2Credentials()
                            .setFlow(OAuth2FlowType.AUTH_CODE)
                            .setCode(code)
                            .setCodeVerifier(state.verifier())
                            .setRedirectUri(redirectUri))
                    .timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .recover(OidcProvider::rejected))
        .onComplete(done -> exchanges--)
        .map(
            user -> {
              // Absent unless its signature was verified with a key of the provider.
              JsonObject claims = user.attributes().getJsonObject("idToken");
              if (claims == null) {
                throw OidcRefusals.failed();
              }
              return claims;
            });
  }

  private static <T> Future<T> rejected(Throwable error) {
    LOG.warn("The identity provider did not accept a code: {}", error.getMessage());
    return Future.failedFuture(OidcRefusals.failed());
  }

  private Future<OAuth2Auth> client() {
    Future<OAuth2Auth> current = discovered;
    if (current == null || current.failed()) {
      current =
          OpenIDConnectAuth.discover(vertx, options())
              .timeout(TIMEOUT_SECONDS, TimeUnit.SECONDS)
              .recover(
                  error -> {
                    LOG.warn(
                        "The identity provider {} is unavailable: {}", config, error.getMessage());
                    return Future.failedFuture(unavailable());
                  });
      discovered = current;
    }
    return current;
  }

  private static Failure unavailable() {
    return Failure.unavailable("The identity provider is unavailable");
  }

  private OAuth2Options options() {
    OAuth2Options options =
        new OAuth2Options()
            .setSite(config.issuer())
            .setClientId(config.clientId())
            .setHttpClientOptions(new HttpClientOptions().setConnectTimeout(CONNECT_MILLIS));
    config.clientSecret().ifPresent(options::setClientSecret);
    return options;
  }

  void close() {
    if (discovered != null && discovered.succeeded()) {
      discovered.result().close();
    }
  }
}
