package dev.shopwire.webhook.addresses;

import dev.shopwire.common.addresses.AddressRange;
import dev.shopwire.common.config.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Settings for the addresses that webhooks may be sent to.
 *
 * @param allowPrivate whether loopback and private addresses are allowed too, for development
 * @param schemes allowed in URLs
 * @param ports allowed in URLs; empty: all
 * @param allowed ranges that are allowed although they aren't public; never metadata, multicast and
 *     unspecified addresses
 */
public record AddressConfig(
    boolean allowPrivate, List<String> schemes, Set<Integer> ports, List<AddressRange> allowed) {

  public static AddressConfig of(Settings settings) {
    return new AddressConfig(
        settings.bool("webhook.allow.private", false),
        settings.names("webhook.schemes", List.of("https", "http")),
        ports(settings),
        allowed(settings));
  }

  private static Set<Integer> ports(Settings settings) {
    String value = settings.text("webhook.ports", "");
    if (!value.matches("|[1-9]\\d{0,4}(\\s*,\\s*[1-9]\\d{0,4})*")) {
      throw settings.invalid("webhook.ports", "comma-separated ports", value);
    }
    return items(value).stream().map(Integer::valueOf).collect(Collectors.toUnmodifiableSet());
  }

  private static List<AddressRange> allowed(Settings settings) {
    String value = settings.text("webhook.allow.ranges", "");
    try {
      return items(value).stream().map(AddressRange::of).toList();
    } catch (IllegalArgumentException e) {
      throw settings.invalid(
          "webhook.allow.ranges", "comma-separated ranges, such as 10.1.2.0/24", value);
    }
  }

  private static List<String> items(String value) {
    return Arrays.stream(value.split(",", -1))
        .map(String::trim)
        .filter(item -> !item.isEmpty())
        .toList();
  }
}
