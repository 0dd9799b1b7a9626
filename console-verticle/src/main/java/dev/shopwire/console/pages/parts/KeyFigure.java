package dev.shopwire.console.pages.parts;

import dev.shopwire.console.pages.charts.Sparkline;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A number that a page is about, with its history.
 *
 * @param id unique on the page
 * @param value as the API has it; null if it is not known
 * @param previous that of the time before; null if it is not known
 */
public record KeyFigure(
    String id,
    String name,
    @Nullable String value,
    @Nullable String previous,
    Optional<Sparkline> history)
    implements Part {
  private static final int MAX_DECIMALS = 3;

  /** The value as it is read at a glance: with few decimals. */
  public String shown() {
    return value == null ? "–" : rounded(value);
  }

  private static String rounded(String number) {
    int point = number.indexOf('.');
    if (point < 0 || number.length() - point <= MAX_DECIMALS || !number.matches("-?[0-9.]+")) {
      return number;
    }
    int decimals = point > 2 ? 1 : MAX_DECIMALS;
    return new BigDecimal(number).setScale(decimals, RoundingMode.HALF_UP).toPlainString();
  }

  @Override
  public String template() {
    return "key-figure";
  }
}
