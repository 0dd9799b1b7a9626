package dev.shopwire.app.analytics.behavior;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Computes sessions by the rule of docs/api/events.md, from all page views at once. */
final class SessionOracle {
  static final Duration GAP = Duration.ofMinutes(30);

  private SessionOracle() {}

  /**
   * @param views in order of time
   */
  record Session(@Nullable String key, List<BehaviorEvent> views) {
    static final Comparator<Session> NEWEST_FIRST =
        Comparator.comparing(Session::first, BehaviorEvent.ORDER).reversed();

    BehaviorEvent first() {
      return views.get(0);
    }

    BehaviorEvent last() {
      return views.get(views.size() - 1);
    }

    Instant start() {
      return first().time();
    }

    Instant end() {
      return last().time();
    }

    Duration duration() {
      return Duration.between(start(), end());
    }
  }

  /** All sessions, newest first. */
  static List<Session> of(Collection<BehaviorEvent> events) {
    Map<String, List<BehaviorEvent>> keyed = new TreeMap<>();
    Map<String, List<BehaviorEvent>> unkeyed = new TreeMap<>();
    events.stream()
        .filter(BehaviorEvent::isPageView)
        .sorted(BehaviorEvent.ORDER)
        .forEach(
            view -> {
              Map<String, List<BehaviorEvent>> map = view.sessionKey() == null ? unkeyed : keyed;
              String group = view.customer() + "\n" + view.sessionKey();
              map.computeIfAbsent(group, key -> new ArrayList<>()).add(view);
            });
    List<Session> sessions = new ArrayList<>();
    keyed.values().forEach(views -> sessions.add(new Session(views.get(0).sessionKey(), views)));
    unkeyed.values().forEach(views -> splitAtGaps(views, sessions));
    sessions.sort(Session.NEWEST_FIRST);
    return sessions;
  }

  private static void splitAtGaps(List<BehaviorEvent> views, List<Session> sessions) {
    int from = 0;
    for (int i = 1; i <= views.size(); i++) {
      if (i == views.size()
          || Duration.between(views.get(i - 1).time(), views.get(i).time()).compareTo(GAP) > 0) {
        sessions.add(new Session(null, views.subList(from, i)));
        from = i;
      }
    }
  }
}
