package dev.shopwire.app.segments.oracle;

import java.util.List;

/** Time zones with and without summer time; in some a day starts at one o'clock. */
final class Zones {
  static final List<String> ALL =
      List.of(
          "UTC",
          "Europe/Zurich",
          "America/New_York",
          "Asia/Kolkata",
          "Australia/Lord_Howe",
          "Africa/Cairo",
          "America/Santiago",
          "Pacific/Kiritimati");

  private Zones() {}
}
