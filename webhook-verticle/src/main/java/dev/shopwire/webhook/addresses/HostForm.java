package dev.shopwire.webhook.addresses;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The forms that a host may have in a URL: a plain name, or an address in its canonical form. All
 * others are refused, above all those that some resolver takes for an address and some don't:
 * 127.1, 0x7f.0.0.1, 2130706433, 0177.0.0.1, full-width digits, percent-encoding.
 */
final class HostForm {
  private static final Pattern LABEL = Pattern.compile("[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?");

  /** What ends in such a label is an address for browsers (URL standard, "ends in a number"). */
  private static final Pattern NUMBER = Pattern.compile("\\d+|0x[0-9a-f]*");

  private static final Pattern OCTET = Pattern.compile("0|[1-9]\\d{0,2}");

  private HostForm() {}

  /**
   * The host in lower case and without brackets.
   *
   * @throws IllegalArgumentException saying what is wrong with its form
   */
  static String plain(String host) {
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
            "the host is no plain name: letters a-z, digits and hyphens between single dots,"
                + " other letters as xn--…");
      }
    }
    if (lower.length() > 253) {
      throw new IllegalArgumentException("the host's name is too long");
    }
    if (NUMBER.matcher(labels[labels.length - 1]).matches()) {
      refuseOddIpv4(labels);
    }
    return lower;
  }

  /** Of ASCII letters alone: the Kelvin sign is no k here. */
  private static String lower(String host) {
    return host.chars().allMatch(c -> c < 128) ? host.toLowerCase(Locale.ROOT) : host;
  }

  private static void refuseOddIpv4(String[] labels) {
    boolean plain = labels.length == 4;
    for (String label : labels) {
      plain = plain && OCTET.matcher(label).matches() && Integer.parseInt(label) < 256;
    }
    if (!plain) {
      throw new IllegalArgumentException(
          "the host is an address in an odd form: write four decimal numbers from 0 to 255");
    }
  }

  private static String ipv6(String host) {
    String inner = host.endsWith("]") ? lower(host.substring(1, host.length() - 1)) : "";
    byte[] bytes = inner.contains("%") ? null : NetUtil.createByteArrayFromIpAddressString(inner);
    if (bytes == null || bytes.length != 16) {
      throw new IllegalArgumentException("what stands in brackets is no IPv6 address");
    }
    String canonical = canonical(bytes);
    if (!canonical.equals(inner)) {
      throw new IllegalArgumentException(
          "the host is an address in an odd form: write " + canonical);
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
