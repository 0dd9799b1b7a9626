package dev.shopwire.analytics.lookup;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.shopwire.analytics.reports.ListSummary;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.query.PageCursors;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

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
    StringWriter text = new StringWriter();
    try (JsonGenerator out = Json.FACTORY.createGenerator(text)) {
      out.writeStartObject();
      out.writeArrayFieldStart("events");
      for (EventRow row : rows) {
        row.write(out);
      }
      out.writeEndArray();
      out.writeStringField(
          "cursor", hasNext ? rows.get(rows.size() - 1).cursor().encode(cursors) : null);
      out.writeBooleanField("hasNextPage", hasNext);
      if (summary.isPresent()) {
        out.writeFieldName("summary");
        out.writeRawValue(JsonResponse.of(summary.get()).json());
      }
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new JsonResponse(text.toString());
  }
}
