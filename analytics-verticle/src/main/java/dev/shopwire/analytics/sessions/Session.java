package dev.shopwire.analytics.sessions;

import dev.shopwire.common.events.EventKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Page views of one customer that belong together (docs/api/events.md): those with the same session
 * key, or those without a key and without a gap of more than 30 minutes between them. Simultaneous
 * page views are in the order of their event keys.
 *
 * @param id the key of the first page view
 * @param exitKey the key of the last one
 */
public record Session(
    UUID id,
    long customerId,
    @Nullable String sessionKey,
    Instant startedAt,
    Instant endedAt,
    long pageViews,
    String entryPath,
    String exitPath,
    UUID exitKey) {
  public static final Duration GAP = Duration.ofMinutes(30);

  private static final Comparator<Session> BY_START =
      Comparator.comparing(Session::startedAt).thenComparing(Session::id, EventKey.ORDER);
  private static final Comparator<Session> BY_END =
      Comparator.comparing(Session::endedAt).thenComparing(Session::exitKey, EventKey.ORDER);

  /** A session of one page view. */
  public static Session of(
      UUID key, long customerId, @Nullable String sessionKey, Instant at, String path) {
    return new Session(key, customerId, sessionKey, at, at, 1, path, path, key);
  }

  /**
   * Joins {@code parts}, sessions of one customer, all without a key or all with one. The result
   * does not depend on the parts and the order in which the page views came.
   */
  static List<Session> join(List<Session> parts) {
    List<Session> joined = new ArrayList<>();
    for (Session part : parts.stream().sorted(BY_START).toList()) {
      int last = joined.size() - 1;
      if (last >= 0 && joined.get(last).includes(part)) {
        joined.set(last, joined.get(last).with(part));
      } else {
        joined.add(part);
      }
    }
    return joined;
  }

  /** Whether {@code later}, which does not start earlier, belongs to this session. */
  private boolean includes(Session later) {
    return sessionKey == null
        ? !later.startedAt.isAfter(endedAt.plus(GAP))
        : sessionKey.equals(later.sessionKey);
  }

  private Session with(Session later) {
    Session last = BY_END.compare(this, later) < 0 ? later : this;
    return new Session(
        id,
        customerId,
        sessionKey,
        startedAt,
        last.endedAt,
        pageViews + later.pageViews,
        entryPath,
        last.exitPath,
        last.exitKey);
  }
}
