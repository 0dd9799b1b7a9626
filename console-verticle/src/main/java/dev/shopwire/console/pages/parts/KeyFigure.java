package dev.shopwire.console.pages.parts;

import dev.shopwire.console.pages.charts.Sparkline;
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
  @Override
  public String template() {
    return "key-figure";
  }
}
