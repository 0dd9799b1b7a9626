package dev.shopwire.sources.addresses;

import dev.shopwire.common.addresses.AddressRange;
import dev.shopwire.common.config.Settings;
import java.util.Arrays;
import java.util.List;

/**
 * Settings for the addresses that the sources role may connect to.
 *
 * @param allowPrivate whether loopback and private addresses are allowed too, for development
 * @param allowed ranges that are allowed although they aren't public; never metadata, multicast and
 *     unspecified addresses
 */
public record AddressConfig(boolean allowPrivate, List<AddressRange> allowed) {
  private static final String RANGES = "sources.allow.ranges";

  public static AddressConfig of(Settings settings) {
    return new AddressConfig(settings.bool("sources.allow.private", false), allowed(settings));
  }

  private static List<AddressRange> allowed(Settings settings) {
    String value = settings.text(RANGES, "");
    try {
      return Arrays.stream(value.split(",", -1))
          .map(String::trim)
          .filter(item -> !item.isEmpty())
          .map(AddressRange::of)
          .toList();
    } catch (IllegalArgumentException e) {
      throw settings.invalid(RANGES, "comma-separated ranges, such as 10.1.2.0/24", value);
    }
  }
}
