package dev.shopwire.sources.figures;

import dev.shopwire.sources.lifecycle.Fraction;
import java.util.List;
import java.util.Optional;

/**
 * A pair or record behind a figure. The values of all rows add up to the figure.
 *
 * @param shop empty for money that names none
 * @param value exact; responses round it to six digits
 * @param recordIds the records it rests on, oldest first, at most the last 20
 */
public record FigureRow(
    long appId,
    Optional<String> shop,
    Optional<Long> customerId,
    Fraction value,
    List<String> recordIds) {
  static final int MAX_RECORDS = 20;

  static FigureRow of(PairHistory pair, Fraction value, List<String> recordIds) {
    int size = recordIds.size();
    return new FigureRow(
        pair.appId(),
        pair.shop(),
        pair.customerId(),
        value,
        List.copyOf(recordIds.subList(Math.max(0, size - MAX_RECORDS), size)));
  }

  /** The same with its value divided. */
  public FigureRow dividedBy(Fraction divisor) {
    return new FigureRow(appId, shop, customerId, value.divide(divisor), recordIds);
  }
}
