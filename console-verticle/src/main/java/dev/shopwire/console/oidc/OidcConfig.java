package dev.shopwire.console.oidc;

import dev.shopwire.common.config.Settings;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * The identity provider by which users may sign in.
 *
 * @param issuer its URL, without a trailing slash
 * @param clientSecret empty for a public client
 * @param label of the button that leads to it
 * @param only whether passwords are for operators alone
 */
public record OidcConfig(
    String issuer, String clientId, Optional<String> clientSecret, String label, boolean only) {
  private static final String ISSUER = "console.oidc.issuer";
  private static final String CLIENT_ID = "console.oidc.client.id";
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Empty if no provider is configured. */
  public static Optional<OidcConfig> of(Settings settings) {
    Optional<String> issuer = settings.text(ISSUER);
    Optional<String> clientId = settings.text(CLIENT_ID);
    Optional<String> secret = settings.secret("console.oidc.client.secret");
    String label = settings.text("console.oidc.label", "Single sign-on");
    boolean only = settings.bool("console.oidc.only", false);
    return issuer.map(
        url ->
            new OidcConfig(
                checked(settings, url),
                clientId.orElseThrow(
                    () ->
                        settings.invalid(
                            CLIENT_ID, "the client's id at " + settings.nameOf(ISSUER), "")),
                secret,
                label,
                only));
  }

  private static String checked(Settings settings, String url) {
    try {
      URI uri = URI.create(url);
      boolean secure = "https".equals(uri.getScheme());
      boolean local = "http".equals(uri.getScheme()) && LOOPBACK.contains(uri.getHost());
      if (uri.getHost() != null && uri.getRawQuery() == null && (secure || local)) {
        return url.replaceAll("/+$", "");
      }
    } catch (IllegalArgumentException e) {
      // rejected below
    }
    throw settings.invalid(ISSUER, "an https:// URL", url);
  }

  /** Omits the secret. */
  @Override
  public String toString() {
    return "OidcConfig[" + issuer + "]";
  }
}
