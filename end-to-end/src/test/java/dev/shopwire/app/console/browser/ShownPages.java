package dev.shopwire.app.console.browser;

import static java.util.Map.entry;

import dev.shopwire.app.console.sample.Sample;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.pages.ConsolePage;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The pages that are looked at: all of the list of pages, about the resources of a workspace, and
 * some of them in further states.
 */
final class ShownPages {
  /** They only lead to others. */
  private static final Set<ConsolePage> LEADING =
      EnumSet.of(ConsolePage.ROOT, ConsolePage.HOME, ConsolePage.CHOSEN_WORKSPACE);

  private static final int OK = 200;
  private static final int INVALID = 422;

  private ShownPages() {}

  /**
   * A page to open.
   *
   * @param name for files and tables
   * @param reader who sees it
   * @param status that its response must have
   */
  record Shown(String name, String address, AccessLevel reader, int status) {
    boolean isOpen() {
      return reader == AccessLevel.NONE;
    }
  }

  /** A page in a state that its query makes. */
  private record State(String name, String query, int status) {
    State(String name, String query) {
      this(name, query, OK);
    }
  }

  /** By the paths below a workspace. */
  private static Map<String, List<State>> states(Sample sample) {
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    String quarter = "&startDate=%s&endDate=%s".formatted(today.minusDays(90), today);
    return Map.ofEntries(
        entry("", List.of(new State("quarter", "?" + quarter.substring(1)))),
        entry(
            "/customers",
            List.of(
                new State("export", "?sort=-lastSeenAt&export=1"),
                new State("no-match", "?search=nothing-like-this"),
                new State("faults", "?filter=nonsense", INVALID))),
        entry(
            "/segments/:id",
            List.of(
                new State("why", "?customerId=" + sample.customerId()),
                new State("delete", "?step=delete"))),
        entry("/behavior/events", List.of(new State("filtered", "?eventName=report_exported"))),
        entry(
            "/behavior/report",
            List.of(
                new State("chart", "?eventName=report_exported&interval=weekly" + quarter),
                new State(
                    "groups",
                    "?eventName=report_exported&calculation=sum&overProperty=rows&groupBy=format"
                        + "&interval=weekly"
                        + quarter))),
        entry(
            "/behavior/funnels",
            List.of(
                new State(
                    "dropouts",
                    "?steps=app_opened,report_created,report_exported&step=3" + quarter))),
        entry(
            "/behavior/retention",
            List.of(new State("exports", "?eventName=report_exported" + quarter))),
        entry(
            "/webhooks/:id",
            List.of(
                new State("rotate", "?step=rotate"),
                new State("explain", "?explain=1&eventName=report_exported"))),
        entry("/webhooks/:id/replay", List.of(new State("count", "?since=" + today.minusDays(1)))),
        entry("/settings/linked-runs/:id", List.of(new State("approve", "?step=approve"))),
        entry(
            "/revenue",
            List.of(new State("months", "?metrics=active_installs,mrr,payouts&interval=monthly"))),
        entry(
            "/revenue/rows",
            List.of(
                new State(
                    "installs",
                    "?metric=active_installs&interval=daily&timezone=UTC&date="
                        + today.minusDays(40)))));
  }

  /** Those about resources that the workspace doesn't have are left out. */
  static List<Shown> of(Sample sample) {
    return pages()
        .flatMap(page -> address(page, sample).map(address -> shown(page, address)).stream())
        .toList();
  }

  /** The same with the further states. */
  static List<Shown> withStates(Sample sample) {
    return pages()
        .flatMap(
            page ->
                address(page, sample).stream()
                    .flatMap(
                        address ->
                            Stream.concat(
                                Stream.of(shown(page, address)), inStates(page, address, sample))))
        .toList();
  }

  private static Stream<ConsolePage> pages() {
    return Arrays.stream(ConsolePage.values())
        .filter(page -> page.reader().isPresent() && !LEADING.contains(page));
  }

  private static Shown shown(ConsolePage page, String address) {
    return new Shown(name(page), address, page.reader().orElseThrow(), OK);
  }

  private static Stream<Shown> inStates(ConsolePage page, String address, Sample sample) {
    List<State> states =
        page.isOfWorkspace()
            ? states(sample).getOrDefault(page.pathInWorkspace(), List.of())
            : List.of();
    return states.stream()
        .map(
            state ->
                new Shown(
                    name(page) + "." + state.name(),
                    address + state.query(),
                    page.reader().orElseThrow(),
                    state.status()));
  }

  /** The address of a page about a resource of the sample. */
  static Optional<String> address(ConsolePage page, Sample sample) {
    long workspace = Long.parseLong(sample.workspaceId());
    return page.resource().isEmpty()
        ? Optional.of(page.path(workspace))
        : sample.id(page.resource()).map(id -> page.path(workspace, id));
  }

  private static String name(ConsolePage page) {
    return page.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
