package dev.shopwire.console.pages;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The paths to and from the sign-in page. */
public final class SignInPaths {
  public static final String SIGN_IN = "/console/sign-in";
  static final String SIGN_OUT = "/console/sign-out";
  public static final String HOME = "/console";
  public static final String ACCOUNT = "/console/account";
  private static final int MAX_LENGTH = 4_000;

  private SignInPaths() {}

  /** The sign-in page that leads back to {@code path}, a path of this console with its query. */
  static String signIn(String path) {
    return path.equals(HOME) || path.equals("/")
        ? SIGN_IN
        : SIGN_IN + "?next=" + URLEncoder.encode(path, StandardCharsets.UTF_8);
  }

  /**
   * Where {@code next} leads, if that is a page of this console: whatever a browser would take for
   * another host, or that is no page, is ignored.
   */
  public static Optional<String> page(String next) {
    if (next.length() > MAX_LENGTH
        || !next.matches("/console(/[!-~&&[^\\\\]]*)?(\\?[!-~&&[^\\\\]]*)?")) {
      return Optional.empty();
    }
    try {
      URI uri = new URI(next);
      String path = uri.normalize().getRawPath();
      boolean isPage =
          uri.getRawAuthority() == null
              && uri.getRawFragment() == null
              && uri.getRawPath().equals(path)
              && !path.contains("//")
              && !path.startsWith("/console/api")
              && !path.startsWith("/console/assets")
              && !path.startsWith(SIGN_IN)
              && !path.startsWith(SIGN_OUT);
      return isPage ? Optional.of(next) : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
