package dev.shopwire.sources.figures;

import dev.shopwire.common.time.Buckets;
import dev.shopwire.common.time.Interval;
import dev.shopwire.common.time.TimeRange;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * The buckets of a report: those that begin before {@code completeTo} are known, and the last of
 * these may be cut there.
 *
 * @param labels of all buckets
 * @param starts of the known buckets
 * @param ends of the known buckets, the last one cut at {@code completeTo}
 * @param bases what ratios and movements of MRR compare the ends with: the starts, or 30 local days
 *     before the ends of daily buckets
 * @param completeTo no record at or after it is used
 * @param cut whether the last known bucket is provisional
 */
public record ReportBuckets(
    ZoneId zone,
    List<String> labels,
    List<Instant> starts,
    List<Instant> ends,
    List<Instant> bases,
    Instant completeTo,
    boolean cut) {
  /** A report has no more buckets. */
  public static final int MAX = 1_100;

  private static final int DAYS = 30;

  /**
   * @param range of local days
   * @param completeTo no record at or after it is used
   */
  public static ReportBuckets of(TimeRange range, Interval interval, Instant completeTo) {
    Buckets all = Buckets.of(range, interval);
    List<Instant> starts = new ArrayList<>();
    List<Instant> ends = new ArrayList<>();
    List<Instant> bases = new ArrayList<>();
    boolean cut = false;
    for (int i = 0; i < all.size() && all.starts().get(i).isBefore(completeTo); i++) {
      Instant start = all.starts().get(i);
      cut = completeTo.isBefore(all.end(i));
      Instant end = cut ? completeTo : all.end(i);
      starts.add(start);
      ends.add(end);
      bases.add(interval == Interval.DAILY ? base(end, cut, range.zone()) : start);
    }
    return new ReportBuckets(range.zone(), all.labels(), starts, ends, bases, completeTo, cut);
  }

  /** 30 local days before the end of a day, or before an instant within one. */
  private static Instant base(Instant end, boolean cut, ZoneId zone) {
    return cut
        ? end.atZone(zone).minusDays(DAYS).toInstant()
        : LocalDate.ofInstant(end, zone).minusDays(DAYS).atStartOfDay(zone).toInstant();
  }

  public int size() {
    return labels.size();
  }

  /** How many buckets are known. */
  public int known() {
    return starts.size();
  }

  /** Whether the value of bucket {@code i} may still change without a late record. */
  public boolean isProvisional(int i) {
    return i >= known() || (cut && i == known() - 1);
  }
}
