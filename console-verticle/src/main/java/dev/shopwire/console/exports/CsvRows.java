package dev.shopwire.console.exports;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.shopwire.common.docs.RowField;
import dev.shopwire.common.docs.RowField.Kind;
import dev.shopwire.common.json.Json;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Converts rows from JSON to CSV (RFC 4180). A party or app is its name or slug, other objects and
 * arrays are the JSON text that the role wrote. Not thread-safe.
 */
final class CsvRows {
  /** A text that starts with one of these is a formula to a spreadsheet. */
  private static final String FORMULA = "=+-@\t\r";

  private final List<String> header = new ArrayList<>();
  private final Map<String, RowField> fields = new HashMap<>();
  private final Map<String, Integer> positions = new HashMap<>();
  private final Map<String, Integer> selectedPositions = new HashMap<>();
  private final StringWriter text = new StringWriter();
  private final CsvWriter writer =
      CsvWriter.builder().lineDelimiter(LineDelimiter.CRLF).bufferSize(0).build(text);
  private final @Nullable String[] cells;

  /**
   * @param fields of the rows, in order
   * @param selected the columns that the request selects, in its order
   */
  CsvRows(List<RowField> fields, List<String> selected) {
    for (RowField field : fields) {
      this.fields.put(field.name(), field);
      if (field.kind() != Kind.SELECTED_COLUMNS) {
        positions.put(field.name(), header.size());
        header.add(field.name());
      }
    }
    for (String column : selected) {
      selectedPositions.put(column, header.size());
      header.add(column);
    }
    cells = new String[header.size()];
  }

  /** The first line. */
  String header() {
    writer.writeRecord(header);
    return take();
  }

  /** Adds a row to what {@link #take} returns. */
  void add(String json) {
    Arrays.fill(cells, null);
    try (JsonParser parser = Json.FACTORY.createParser(json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        addField(parser);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    writer.writeRecord(cells);
  }

  /** Returns the lines since the last call. */
  String take() {
    String lines = text.toString();
    text.getBuffer().setLength(0);
    return lines;
  }

  private void addField(JsonParser parser) throws IOException {
    String name = parser.currentName();
    JsonToken token = parser.nextToken();
    RowField field = fields.get(name);
    Kind kind = field == null || token != JsonToken.START_OBJECT ? Kind.OTHER : field.kind();
    if (kind == Kind.SELECTED_COLUMNS && !selectedPositions.isEmpty()) {
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String column = parser.currentName();
        parser.nextToken();
        set(selectedPositions.get(column), cell(parser));
      }
    } else {
      set(positions.get(name), kind == Kind.PARTY ? party(parser) : cell(parser));
    }
  }

  private void set(@Nullable Integer position, @Nullable String cell) {
    if (position != null) {
      cells[position] = cell;
    }
  }

  private static @Nullable String cell(JsonParser parser) throws IOException {
    return switch (parser.currentToken()) {
      case VALUE_NULL -> null;
      case VALUE_STRING -> withoutFormula(parser.getText());
      case START_OBJECT, START_ARRAY -> {
        StringWriter compact = new StringWriter();
        try (JsonGenerator generator = Json.FACTORY.createGenerator(compact)) {
          generator.copyCurrentStructureExact(parser);
        }
        yield compact.toString();
      }
      // As it was written: a number has more digits than a double may hold.
      default -> parser.getText();
    };
  }

  /** The slug of an object, else its name. */
  private static @Nullable String party(JsonParser parser) throws IOException {
    String name = null;
    String slug = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String field = parser.currentName();
      JsonToken token = parser.nextToken();
      if (token == JsonToken.VALUE_STRING && field.equals("slug")) {
        slug = parser.getText();
      } else if (token == JsonToken.VALUE_STRING && field.equals("name")) {
        name = parser.getText();
      } else {
        parser.skipChildren();
      }
    }
    String shown = slug == null ? name : slug;
    return shown == null ? null : withoutFormula(shown);
  }

  private static String withoutFormula(String text) {
    return !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0 ? "'" + text : text;
  }
}
