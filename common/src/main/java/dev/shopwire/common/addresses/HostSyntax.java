package dev.shopwire.common.addresses;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Checks the form of a URL's host: a plain name, or an address in canonical form. All other forms
 * are refused, above all those that only some resolvers read as an address: 127.1, 0x7f.0.0.1,
 * 2130706433, 0177.0.0.1, full-width digits, percent-encoding.
 */
public final class HostSyntax {
  private static final Pattern LABEL = Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?");

  /** Browsers read a host ending in such a label as an address (URL standard: ends in a number). */
  private static final Pattern NUMBER = Pattern.compile("\\d+|0x[0-9a-f]*");

  private static final Pattern OCTET = Pattern.compile("0|[1-9]\\d{0,2}");

  private HostSyntax() {}

  /**
   * The host in lower case and without brackets.
   *
   * @throws IllegalArgumentException if its form is refused; the message says why
   */
  public static String plain(String host) {
    if (host.startsWith("[")) {
      return ipv6(host);
    }
    if (host.isEmpty()) {
      throw new IllegalArgumentException("the URL has no host");
    }
    String lower = lower(host);
    String[] labels = lower.split("\\.", -1);
    for (String label : labels) {
      if (!LABEL.matcher(label).matches()) {
        throw new IllegalArgumentException(
            "the host is not a plain name: use letters a-z, digits and hyphens between single"
                + " dots, other letters as xn--…");
      }
    }
    if (lower.length() > 253) {
      throw new IllegalArgumentException("the host name is longer than 253 characters");
    }
    if (NUMBER.matcher(labels[labels.length - 1]).matches()) {
      requireCanonicalIpv4(labels);
    }
    return lower;
  }

  /** Lowercases ASCII only: the Kelvin sign must not become a k. */
  private static String lower(String host) {
    return host.chars().allMatch(c -> c < 128) ? host.toLowerCase(Locale.ROOT) : host;
  }

  private static void requireCanonicalIpv4(String[] labels) {
    boolean canonical = labels.length == 4;
    for (String label : labels) {
      canonical = canonical && OCTET.matcher(label).matches() && Integer.parseInt(label) < 256;
    }
    if (!canonical) {
      throw new IllegalArgumentException(
          "the host is an address in non-canonical form: write four decimal numbers from 0 to 255");
    }
  }

  private static String ipv6(String host) {
    String inner = host.endsWith("]") ? lower(host.substring(1, host.length() - 1)) : "";
    byte[] bytes = inner.contains("%") ? null : NetUtil.createByteArrayFromIpAddressString(inner);
    if (bytes == null || bytes.length != 16) {
      throw new IllegalArgumentException("the text in brackets is not a valid IPv6 address");
    }
    String canonical = canonical(bytes);
    if (!canonical.equals(inner)) {
      throw new IllegalArgumentException(
          "the host is an address in non-canonical form: write " + canonical);
    }
    return inner;
  }

  private static String canonical(byte[] bytes) {
    try {
      return NetUtil.toAddressString(InetAddress.getByAddress(bytes));
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }
}
