package dev.shopwire.analytics.lookup;

import dev.shopwire.analytics.reports.ListSummary;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.query.PageCursors;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One page of events, newest first.
 *
 * @param rows the events of the page
 * @param hasNext whether there are older events
 * @param summary of all events that match the list's filter, if requested
 */
record EventPage(List<EventRow> rows, boolean hasNext, Optional<ListSummary.Summary> summary) {

  /**
   * @param rows that fit, up to one more than {@code take}
   * @param found how many rows exist, up to one more than {@code take}
   */
  static EventPage of(List<EventRow> rows, int take, long found) {
    List<EventRow> shown = rows.size() > take ? rows.subList(0, take) : rows;
    return new EventPage(shown, found > shown.size(), Optional.empty());
  }

  EventPage with(ListSummary.Summary added) {
    return new EventPage(rows, hasNext, Optional.of(added));
  }

  JsonResponse response(PageCursors cursors) {
    Map<String, @Nullable Object> page = new LinkedHashMap<>();
    page.put("events", rows.stream().map(EventRow::json).toList());
    page.put("cursor", hasNext ? rows.get(rows.size() - 1).cursor().encode(cursors) : null);
    page.put("hasNextPage", hasNext);
    summary.ifPresent(value -> page.put("summary", value));
    return JsonResponse.of(page);
  }
}
