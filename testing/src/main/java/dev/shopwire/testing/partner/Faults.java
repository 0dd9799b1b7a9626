package dev.shopwire.testing.partner;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Which requests get which fault: the next ones in order, or a share of all by chance. Faults that
 * were set in order come first. Thread-safe.
 */
public final class Faults {
  private record Share(Fault fault, double share) {}

  private final Deque<Optional<Fault>> next = new ArrayDeque<>();
  private final List<Share> shares = new ArrayList<>();
  private final Map<Fault, Integer> counts = new EnumMap<>(Fault.class);
  private final SplittableRandom random;

  Faults(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** The next {@code times} requests that nothing is planned for yet get {@code fault}. */
  public synchronized void next(Fault fault, int times) {
    for (int i = 0; i < times; i++) {
      next.add(Optional.of(fault));
    }
  }

  /** The next {@code times} requests that nothing is planned for yet are served correctly. */
  public synchronized void pass(int times) {
    for (int i = 0; i < times; i++) {
      next.add(Optional.empty());
    }
  }

  /**
   * From now on a share of the requests gets {@code fault}.
   *
   * @param share from 0 to 1
   */
  public synchronized void share(Fault fault, double share) {
    shares.removeIf(known -> known.fault() == fault);
    shares.add(new Share(fault, share));
  }

  /** Ends all faults. */
  public synchronized void clear() {
    next.clear();
    shares.clear();
  }

  /** How often {@code fault} was served. */
  public synchronized int count(Fault fault) {
    return counts.getOrDefault(fault, 0);
  }

  synchronized Optional<Fault> take() {
    Optional<Fault> fault = next.isEmpty() ? byChance() : next.remove();
    fault.ifPresent(one -> counts.merge(one, 1, Integer::sum));
    return fault;
  }

  private Optional<Fault> byChance() {
    double drawn = random.nextDouble();
    for (Share share : shares) {
      if (drawn < share.share()) {
        return Optional.of(share.fault());
      }
      drawn -= share.share();
    }
    return Optional.empty();
  }
}
