package dev.shopwire.webhook.signing;

import dev.shopwire.common.config.SettingException;
import dev.shopwire.common.config.Settings;
import dev.shopwire.webhook.compat.VendorHeaders;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names of the headers that are sent besides those of Standard Webhooks.
 *
 * @param hmac lower-case hexadecimal HMAC-SHA256 over timestamp, dot and body
 * @param timestamp Unix seconds
 * @param workspace the workspace's id
 */
public record HeaderNames(String hmac, String timestamp, String topic, String workspace) {
  private static final String KEYS = "webhook.header.";

  /** RFC 9110 §5.6.2. */
  private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}");

  /** Headers of Standard Webhooks, and those with a meaning in HTTP itself. */
  private static final Pattern RESERVED =
      Pattern.compile(
          "webhook-.*|content-.*|accept.*|transfer-encoding|te|trailer|host|user-agent|connection"
              + "|keep-alive|proxy-.*|upgrade|http2-settings|expect|date|cookie|authorization"
              + "|range|if-.*");

  /**
   * @throws SettingException for a name that is invalid, reserved or used twice
   */
  public static HeaderNames of(Settings settings) {
    Set<String> seen = new HashSet<>();
    return new HeaderNames(
        name(settings, "hmac", VendorHeaders.HMAC, seen),
        name(settings, "timestamp", VendorHeaders.TIMESTAMP, seen),
        name(settings, "topic", VendorHeaders.TOPIC, seen),
        name(settings, "workspace", VendorHeaders.WORKSPACE, seen));
  }

  private static String name(Settings settings, String key, String fallback, Set<String> seen) {
    String name = settings.text(KEYS + key, fallback);
    String lower = name.toLowerCase(Locale.ROOT);
    if (!TOKEN.matcher(name).matches()) {
      throw settings.invalid(KEYS + key, "a valid header name", name);
    }
    if (RESERVED.matcher(lower).matches() || !seen.add(lower)) {
      throw settings.invalid(KEYS + key, "a name that no other header of a webhook uses", name);
    }
    return name;
  }
}
