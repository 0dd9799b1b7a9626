package dev.shopwire.ingest.lookup;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.json.Json;
import dev.shopwire.ingest.query.Caller;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * One page of events, newest first.
 *
 * @param rows what is shown
 * @param hasNext whether there are older ones
 */
record EventPage(List<EventRow> rows, boolean hasNext) {

  /**
   * @param rows one more than {@code take} if there are older ones
   */
  static EventPage of(List<EventRow> rows, int take) {
    boolean more = rows.size() > take;
    return new EventPage(more ? rows.subList(0, take) : rows, more);
  }

  JsonAnswer answer(Caller caller, List<String> question) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = Json.FACTORY.createGenerator(text)) {
      out.writeStartObject();
      out.writeArrayFieldStart("events");
      for (EventRow row : rows) {
        row.write(out);
      }
      out.writeEndArray();
      out.writeStringField(
          "cursor", hasNext ? rows.get(rows.size() - 1).place().text(caller, question) : null);
      out.writeBooleanField("hasNextPage", hasNext);
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new JsonAnswer(text.toString());
  }
}
