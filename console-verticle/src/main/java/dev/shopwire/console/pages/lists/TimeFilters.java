package dev.shopwire.console.pages.lists;

import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageWorkspace;
import dev.shopwire.console.pages.Visitor;
import dev.shopwire.console.pages.forms.Field;
import java.util.stream.Stream;

/** The filters of lists and reports by time. */
public final class TimeFilters {
  private TimeFilters() {}

  /** The first and the last day, and the time zone that they are days of. */
  public static Stream<Field> of(PageRequest request) {
    return Stream.of(
        Field.date("startDate", "From"),
        Field.date("endDate", "To"),
        Field.text("timezone", "Time zone").withSuggestions(zones(request)));
  }

  /** Those that the visitor is likely to choose; the API takes all. */
  public static Stream<String> zones(PageRequest request) {
    return Stream.of(
            Stream.of(request.zone().getId()),
            request.visitor().flatMap(Visitor::timezone).stream(),
            request.workspaceIfAny().flatMap(PageWorkspace::timezone).stream(),
            Stream.of("UTC"))
        .flatMap(zone -> zone)
        .distinct();
  }
}
