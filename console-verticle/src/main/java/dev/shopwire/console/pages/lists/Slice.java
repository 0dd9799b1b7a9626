package dev.shopwire.console.pages.lists;

import dev.shopwire.common.query.NumericId;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * As much as a page shows of a list that the API returns whole.
 *
 * @param next leads to the rest; empty if there is none
 */
public record Slice<T>(List<T> rows, Optional<Part> next) {
  /** As many rows as a page of other lists and their controls weigh little with. */
  private static final int SIZE = 100;

  /**
   * The rows from the position in the page's address.
   *
   * @param parameter of the address; its value is how many rows precede
   * @param linkName what the link to the rest is called
   */
  public static <T> Slice<T> of(
      PageRequest request, String parameter, String linkName, List<T> all) {
    int from =
        NumericId.parse(request.query().get(parameter))
            .filter(position -> position < all.size())
            .map(Long::intValue)
            .orElse(0);
    int to = Math.min(all.size(), from + SIZE);
    Optional<Part> next =
        to < all.size()
            ? Optional.of(
                new Link(
                    linkName, request.address(Map.of(parameter, Integer.toString(to), "done", ""))))
            : Optional.empty();
    return new Slice<>(all.subList(from, to), next);
  }
}
