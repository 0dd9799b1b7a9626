package dev.shopwire.app;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import io.netty.util.NetUtil;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Host names that requests to the management port may use, besides {@code localhost} and IP
 * addresses. This blocks DNS rebinding: a web page whose own name is made to resolve to this
 * address sends requests with that name.
 */
record AllowedHosts(Set<String> names) {
  private static final String SETTING = "management.hosts";
  private static final Pattern NAME = Pattern.compile("[a-z0-9_-]+(\\.[a-z0-9_-]+)*");
  private static final Pattern AUTHORITY = Pattern.compile("(\\[[^]]*]|[^:\\[\\]]*)(:\\d{0,5})?");

  /**
   * @param listening the address that the port listens on, which may be a name
   * @throws dev.shopwire.common.config.SettingException for an invalid host name
   */
  static AllowedHosts of(Settings settings, String listening) {
    Set<String> names = new HashSet<>(Set.of("localhost", normalize(listening)));
    settings
        .text(SETTING)
        .ifPresent(
            text -> {
              for (String part : text.split(",", -1)) {
                String name = normalize(part.trim());
                if (!NAME.matcher(name).matches()) {
                  throw settings.invalid(SETTING, "comma-separated host names without ports", text);
                }
                names.add(name);
              }
            });
    return new AllowedHosts(Set.copyOf(names));
  }

  private static String normalize(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return lower.endsWith(".") ? lower.substring(0, lower.length() - 1) : lower;
  }

  /** The failure (400) of a request whose Host header has another name. */
  Optional<Failure> refusal(HttpServerRequest request) {
    String host = request.getHeader(HttpHeaders.HOST);
    // Browsers always send the header.
    return host == null || contains(host)
        ? Optional.empty()
        : Optional.of(
            Failure.of(
                Code.MALFORMED,
                "unknown_host",
                "The Host header must be localhost, an IP address or a name of management.hosts"));
  }

  /**
   * @param authority a host with an optional port
   */
  boolean contains(String authority) {
    Matcher matcher = AUTHORITY.matcher(authority.trim());
    if (!matcher.matches()) {
      return false;
    }
    String host = normalize(matcher.group(1));
    boolean brackets = host.startsWith("[");
    String address = brackets ? host.substring(1, host.length() - 1) : host;
    return (!brackets && names.contains(host))
        || NetUtil.createByteArrayFromIpAddressString(address) != null;
  }
}
