package dev.shopwire.console;

import dev.shopwire.common.config.Settings;
import java.net.URI;
import java.util.Locale;

/**
 * Where clients reach this installation, which may be behind proxies: scheme, host and port.
 *
 * @param console for links, and to recognize the console's own pages
 * @param api of the public API, for examples
 */
public record PublicAddresses(String console, String api) {
  private static final int DEFAULT_API_PORT = 8_080;

  static PublicAddresses of(Settings settings, int consolePort) {
    return new PublicAddresses(
        address(settings, "console.public.url", consolePort),
        address(settings, "http.public.url", settings.port("http.port", DEFAULT_API_PORT)));
  }

  private static String address(Settings settings, String key, int port) {
    return settings
        .text(key)
        .map(text -> parse(settings, key, text))
        .orElse("http://localhost:" + port);
  }

  private static String parse(Settings settings, String key, String text) {
    try {
      URI uri = URI.create(text.replaceAll("/+$", ""));
      String scheme = String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT);
      boolean complete = uri.getHost() != null && uri.getRawUserInfo() == null;
      boolean isOrigin =
          "".equals(uri.getRawPath()) && uri.getRawQuery() == null && uri.getRawFragment() == null;
      if (complete && isOrigin && (scheme.equals("https") || scheme.equals("http"))) {
        return uri.toString();
      }
    } catch (IllegalArgumentException e) {
      // rejected below
    }
    throw settings.invalid(key, "scheme, host and port, such as https://console.example.com", text);
  }
}
