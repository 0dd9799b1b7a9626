package dev.shopwire.console.pages;

import java.time.ZoneId;
import java.util.List;
import java.util.stream.Stream;

/** The time zones that forms suggest: those of places, not the old abbreviations. */
public final class Zones {
  private static final List<String> ALL =
      Stream.concat(
              Stream.of("UTC"),
              ZoneId.getAvailableZoneIds().stream()
                  .filter(
                      id ->
                          id.matches(
                              "(Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian"
                                  + "|Pacific)/.*"))
                  .sorted())
          .toList();

  private Zones() {}

  public static Stream<String> all() {
    return ALL.stream();
  }
}
