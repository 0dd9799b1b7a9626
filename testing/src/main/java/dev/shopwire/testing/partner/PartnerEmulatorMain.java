package dev.shopwire.testing.partner;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collector;
import java.util.stream.Collectors;

/** Runs the emulator until the process is ended: {@code docs/partner-emulator.md}. */
public final class PartnerEmulatorMain {
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "port", "8095",
          "events", "20000",
          "seed", "1",
          "days", "731",
          "rate", "4",
          "token", PartnerEmulator.Settings.REAL.token(),
          "organization", PartnerEmulator.Settings.REAL.organization(),
          "version", PartnerEmulator.Settings.REAL.version());

  private PartnerEmulatorMain() {}

  /**
   * Starts the emulator, with a history that ends today.
   *
   * @param args {@code name=value}; the names are those of the defaults
   */
  public static void main(String[] args) {
    Map<String, String> sent = Arrays.stream(args).map(PartnerEmulatorMain::named).collect(toMap());
    Function<String, String> option = name -> sent.getOrDefault(name, DEFAULTS.get(name));
    int days = Integer.parseInt(option.apply("days"));
    HistoryOptions options =
        new HistoryOptions(
            Long.parseLong(option.apply("seed")),
            LocalDate.now(ZoneOffset.UTC).minusDays(days - 1L),
            days,
            0.03,
            0.03,
            0.1);
    List<HistoryEvent> events = History.ofEvents(options, Integer.parseInt(option.apply("events")));
    PartnerEmulator emulator =
        new PartnerEmulator(
            Integer.parseInt(option.apply("port")),
            new PartnerEmulator.Settings(
                option.apply("organization"),
                option.apply("token"),
                option.apply("version"),
                Double.parseDouble(option.apply("rate"))),
            events);
    System.out.println(
        "Partner interface with "
            + events.size()
            + " events: base "
            + emulator.base("historical-events")
            + " or "
            + emulator.base("app-events")
            + "; control: http://127.0.0.1:"
            + emulator.port()
            + "/control");
  }

  private static Collector<String[], ?, Map<String, String>> toMap() {
    return Collectors.toMap(pair -> pair[0], pair -> pair[1]);
  }

  private static String[] named(String argument) {
    int equals = argument.indexOf('=');
    String name = equals < 0 ? argument : argument.substring(0, equals);
    if (equals < 0 || !DEFAULTS.containsKey(name)) {
      throw new IllegalArgumentException(
          "Unknown option " + argument + "; expected name=value with " + DEFAULTS.keySet());
    }
    return new String[] {name, argument.substring(equals + 1)};
  }
}
