package dev.shopwire.sources.frozen;

import dev.shopwire.sources.frozen.DayFigureTable.Change;
import dev.shopwire.sources.lifecycle.store.HistoryChange;
import dev.shopwire.sources.lifecycle.store.StoredHistory;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongFunction;

/** Finds which figures of frozen days change, and by how much. Pure functions. */
final class DayDifferences {
  private DayDifferences() {}

  private record Key(long day, FigureKey figure) {}

  /**
   * What changed histories add to figures, without what adds up to zero.
   *
   * @param reasons of shops
   */
  static List<Change> ofHistories(
      List<HistoryChange> changes, Frozen frozen, Function<String, Reason> reasons) {
    Map<Key, Change> all = new LinkedHashMap<>();
    for (HistoryChange change : changes) {
      DaySteps days = new DaySteps(frozen.firstDay(), frozen.endDay());
      change.before().map(StoredHistory::decode).ifPresent(one -> PairDays.subtract(days, one));
      PairDays.add(days, change.after());
      Reason reason = reasons.apply(change.shop());
      days.figures(frozen.firstDay(), frozen.endDay())
          .forEach(
              figure ->
                  all.merge(
                      new Key(figure.day(), figure.key()),
                      new Change(figure, reason),
                      DayDifferences::sum));
    }
    return all.values().stream().filter(one -> one.figure().value().signum() != 0).toList();
  }

  private static Change sum(Change one, Change other) {
    DayFigure figure = one.figure();
    BigDecimal value = figure.value().add(other.figure().value());
    return new Change(
        new DayFigure(figure.day(), figure.key(), value), one.reason().and(other.reason()));
  }

  /**
   * What the figures of some days are to be replaced by.
   *
   * @param stored all figures of these days that are stored
   * @param target all that are not zero
   * @param reasons of days
   */
  static List<Change> ofFigures(
      List<DayFigure> stored, List<DayFigure> target, LongFunction<Reason> reasons) {
    Map<Key, BigDecimal> rest = new HashMap<>();
    stored.forEach(figure -> rest.put(new Key(figure.day(), figure.key()), figure.value()));
    List<Change> changes = new ArrayList<>();
    for (DayFigure figure : target) {
      BigDecimal known = rest.remove(new Key(figure.day(), figure.key()));
      if (known == null || known.compareTo(figure.value()) != 0) {
        changes.add(new Change(figure, reasons.apply(figure.day())));
      }
    }
    rest.forEach(
        (key, value) -> {
          if (value.signum() != 0) {
            changes.add(
                new Change(
                    new DayFigure(key.day(), key.figure(), BigDecimal.ZERO),
                    reasons.apply(key.day())));
          }
        });
    return changes;
  }
}
