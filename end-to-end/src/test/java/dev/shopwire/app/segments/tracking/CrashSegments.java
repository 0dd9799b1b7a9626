package dev.shopwire.app.segments.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.testing.Poll;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Tracked segments of all kinds of conditions, each beside a live one with the same condition. */
final class CrashSegments {
  /**
   * A condition.
   *
   * @param truth decides it from the pushes; empty if time changes it, too
   */
  private record Case(String name, String text, Optional<Predicate<PushedShop>> truth) {
    Case(String name, String text, Predicate<PushedShop> truth) {
      this(name, text, Optional.of(truth));
    }

    Case(String name, String text) {
      this(name, text, Optional.empty());
    }
  }

  private static final List<Case> CASES =
      List.of(
          new Case("Large", "cf:seats gte 100", shop -> shop.seats() >= 100),
          new Case("Named", "name starts_with \"Acme\"", shop -> shop.name().startsWith("Acme")),
          new Case("Exporters", "event:exported count gte 3", shop -> shop.exports() >= 3),
          new Case("Readers", "page:\"/reports/*\" viewed", PushedShop::hasViewedReport),
          new Case(
              "Visitors",
              "sessions count between 1 and 3",
              shop -> shop.sessions() >= 1 && shop.sessions() <= 3),
          new Case("Owned", "contact where (role = \"owner\")", PushedShop::hasOwner),
          new Case("Credited", "credit where (affiliate = \"Jane\")", PushedShop::isCredited),
          new Case(
              "Nesting",
              "NOT segment:Large AND (segment:Owned OR event:exported not performed)",
              shop -> shop.seats() < 100 && (shop.hasOwner() || shop.exports() == 0)),
          new Case("Recent", "event:exported performed within 1m"),
          new Case("Opened", "event:opened last within 1m OR event:closed count = 1"),
          new Case("Idle", "lastSeenAt before 1m ago"));

  /** A tracked segment, and what has the same members. */
  private record Pair(Case of, TrackedSegment tracked, TrackedSegment live) {}

  private final List<Pair> pairs = new ArrayList<>();

  CrashSegments(SegmentWorkspace workspace) {
    for (Case each : CASES) {
      TrackedSegment tracked = TrackedSegment.save(workspace, each.name(), each.text(), false);
      String live = workspace.savedId(each.name() + ", live", each.text());
      pairs.add(new Pair(each, tracked, new TrackedSegment(workspace, live)));
    }
    pairs.forEach(pair -> pair.tracked.awaitCurrent());
  }

  /** Waits until stored members are those of the live segment, and those that the pushes decide. */
  void awaitRight(List<PushedShop> shops) {
    for (Pair pair : pairs) {
      Optional<Set<String>> truth = pair.of.truth().map(each -> domains(shops, each));
      Poll.until(
          TrackedSegment.TIME,
          () ->
              "%s: %s, live %s, pushed %s"
                  .formatted(pair.of.name(), pair.tracked.members(), pair.live.members(), truth),
          () -> {
            List<String> members = pair.tracked.members();
            return members.equals(pair.live.members())
                && truth.map(new TreeSet<>(members)::equals).orElse(true);
          });
    }
  }

  private static Set<String> domains(List<PushedShop> shops, Predicate<PushedShop> truth) {
    return shops.stream()
        .filter(truth)
        .map(PushedShop::domain)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  void verify() {
    pairs.forEach(pair -> pair.tracked.startCheck());
    for (Pair pair : pairs) {
      String drift = pair.tracked.awaitCheck();
      assertEquals("0 0", drift.substring(drift.indexOf(' ') + 1), pair.of.name());
    }
  }
}
