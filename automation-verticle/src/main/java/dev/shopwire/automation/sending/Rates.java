package dev.shopwire.automation.sending;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The rates of one sender: of all its mails per second, and to each domain per minute. Not
 * thread-safe. Times are of {@link System#nanoTime}.
 */
final class Rates {
  /** Then those that are idle are forgotten. */
  private static final int MAX_DOMAINS = 10_000;

  private static final long MAX_WAIT_NANOS = Duration.ofHours(1).toNanos();

  /** Of mails that are chosen to be made. */
  private final Map<String, Rate> domains = new HashMap<>();

  /** Of mails that go, which may be later. */
  private final Map<String, Rate> going = new HashMap<>();

  private Optional<Rate> all = Optional.empty();
  private int perSecond;
  private int perDomainPerMinute;

  /** Changes the limits; those that stay the same continue. 0 is no limit. */
  void limit(SenderLimits limits, long nowNanos) {
    if (limits.perSecond() != perSecond) {
      perSecond = limits.perSecond();
      all =
          perSecond == 0
              ? Optional.empty()
              : Optional.of(new Rate(perSecond, Duration.ofSeconds(1), nowNanos));
    }
    if (limits.perDomainPerMinute() != perDomainPerMinute) {
      perDomainPerMinute = limits.perDomainPerMinute();
      domains.clear();
      going.clear();
    }
  }

  /** How long a mail to the domain that was chosen has to wait; 0 if it may go. */
  long goingNanos(String domain, long nowNanos) {
    long ofAll = all.map(rate -> rate.waitNanos(nowNanos)).orElse(0L);
    Rate ofDomain = going.get(domain);
    return Math.max(0, Math.max(ofAll, ofDomain == null ? 0 : ofDomain.waitNanos(nowNanos)));
  }

  /** How long a mail to the domain has to wait because of the domain; 0 if it may go. */
  long waitNanos(String domain, long nowNanos) {
    Rate rate = domains.get(domain);
    return rate == null ? 0 : Math.max(0, rate.waitNanos(nowNanos));
  }

  /** A mail to the domain is chosen, and will go soon. */
  void choose(String domain, long nowNanos) {
    if (perDomainPerMinute > 0) {
      rate(domains, domain, nowNanos).take(nowNanos);
    }
  }

  /** A mail to the domain goes now. */
  void go(String domain, long nowNanos) {
    all.ifPresent(rate -> rate.take(nowNanos));
    if (perDomainPerMinute > 0) {
      rate(going, domain, nowNanos).take(nowNanos);
    }
  }

  /** How long a mail to the domain has to wait that comes after so many others; 0 if it may go. */
  long waitNanos(String domain, int others, long nowNanos) {
    return perDomainPerMinute == 0
        ? 0
        : Math.max(0, rate(domains, domain, nowNanos).waitNanos(others, nowNanos));
  }

  /**
   * How long one more mail to the domain has to wait, after those that have reserved one; at most
   * an hour.
   *
   * @param others to the domain that wait too, without a reservation
   */
  long reserve(String domain, int others, long nowNanos) {
    return perDomainPerMinute == 0
        ? 0
        : Math.min(MAX_WAIT_NANOS, rate(domains, domain, nowNanos).reserve(others, nowNanos));
  }

  private Rate rate(Map<String, Rate> rates, String domain, long nowNanos) {
    if (rates.size() >= MAX_DOMAINS && !rates.containsKey(domain)) {
      rates.values().removeIf(rate -> rate.isIdle(nowNanos));
    }
    return rates.computeIfAbsent(
        domain, key -> new Rate(perDomainPerMinute, Duration.ofMinutes(1), nowNanos));
  }
}
