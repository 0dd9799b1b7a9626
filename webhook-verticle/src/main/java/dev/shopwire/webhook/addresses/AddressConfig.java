package dev.shopwire.webhook.addresses;

import dev.shopwire.common.addresses.AddressRange;
import dev.shopwire.common.config.Settings;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Where receivers may be.
 *
 * @param allowPrivate for development: at loopback and private addresses too
 * @param schemes of URLs
 * @param ports empty: all
 * @param allowed ranges that are open although they aren't public; never those of metadata,
 *     multicast and the unspecified address
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
      throw settings.wrong("webhook.ports", "ports separated by commas", value);
    }
    return items(value).stream().map(Integer::valueOf).collect(Collectors.toUnmodifiableSet());
  }

  private static List<AddressRange> allowed(Settings settings) {
    String value = settings.text("webhook.allow.ranges", "");
    try {
      return items(value).stream().map(AddressRange::of).toList();
    } catch (IllegalArgumentException e) {
      throw settings.wrong("webhook.allow.ranges", "ranges such as 10.1.2.0/24", value);
    }
  }

  private static List<String> items(String value) {
    return Arrays.stream(value.split(",", -1))
        .map(String::trim)
        .filter(item -> !item.isEmpty())
        .toList();
  }
}
