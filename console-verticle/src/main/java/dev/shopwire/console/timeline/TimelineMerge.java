package dev.shopwire.console.timeline;

import dev.shopwire.common.contracts.Timeline.Entry;
import dev.shopwire.common.contracts.Timeline.Part;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Merges the parts of several roles into one page: newest first, entries of the same time by type.
 * A type belongs to one role, whose order of its ids is kept.
 */
final class TimelineMerge {
  private static final Comparator<Positioned> ORDER =
      Comparator.comparing(Positioned::at)
          .reversed()
          .thenComparing(positioned -> positioned.entry().type());

  private TimelineMerge() {}

  /** A page and whether another one follows. */
  record Page(List<Entry> entries, boolean hasMore) {}

  /**
   * @param endsPart whether the role has more entries after this one, the last of its part: they
   *     may precede those of other roles
   */
  private record Positioned(Instant at, Entry entry, boolean endsPart) {}

  static Page merge(List<Part> parts, int take) {
    List<Positioned> all = new ArrayList<>();
    for (Part part : parts) {
      int last = part.entries().size() - 1;
      for (int i = 0; i <= last; i++) {
        Entry entry = part.entries().get(i);
        all.add(new Positioned(Instant.parse(entry.at()), entry, i == last && part.hasMore()));
      }
    }
    all.sort(ORDER);
    List<Entry> shown = new ArrayList<>();
    for (Positioned next : all) {
      if (shown.size() == take) {
        break;
      }
      shown.add(next.entry());
      if (next.endsPart()) {
        return new Page(shown, true);
      }
    }
    return new Page(shown, shown.size() < all.size());
  }
}
