package dev.shopwire.console.exports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.shopwire.common.docs.RowField;
import dev.shopwire.common.docs.RowField.Kind;
import dev.shopwire.common.json.Json;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the conversion of a list's rows to CSV. */
class CsvRowsTest {
  private static final List<String> PIECES =
      List.of(
          "=", "+", "-", "@", "\t", "\r", "\n", "\r\n", ",", "\"", "'", " ", "a", "1", "ü", "😀");

  private static List<RowField> fields(String... names) {
    return Arrays.stream(names).map(name -> new RowField(name, Kind.OTHER)).toList();
  }

  private static String csv(List<RowField> fields, List<String> columns, String... rows) {
    CsvRows csv = new CsvRows(fields, columns);
    String header = csv.header();
    for (String row : rows) {
      csv.add(row);
    }
    return header + csv.take();
  }

  /** The only cell of a row with this value, without quoting. */
  private static String cell(String json) {
    String csv = csv(fields("a", "b"), List.of(), "{\"a\":" + json + ",\"b\":\"end\"}");
    List<CsvRecord> records = CsvReader.builder().ofCsvRecord(csv).stream().toList();
    assertEquals("end", records.get(1).getField(1));
    return records.get(1).getField(0);
  }

  @Test
  void columnsAreInTheOrderOfTheDocumentWhateverTheOrderOfTheRow() {
    assertEquals(
        "id,name,at\r\n1,Jane,2026-11-23T06:44:27.134Z\r\n,,\r\n",
        csv(
            fields("id", "name", "at"),
            List.of(),
            "{\"at\":\"2026-11-23T06:44:27.134Z\",\"unknown\":[{}],\"name\":\"Jane\",\"id\":\"1\"}",
            "{\"id\":null}"));
  }

  @Test
  void selectedColumnsFollowInTheOrderOfTheRequest() {
    assertEquals(
        "id,name,cf:plan,cf:seats\r\n1,Acme,'=pro,5\r\n2,,,\r\n",
        csv(
            List.of(
                new RowField("id", Kind.OTHER),
                new RowField("columns", Kind.SELECTED_COLUMNS),
                new RowField("name", Kind.OTHER)),
            List.of("cf:plan", "cf:seats"),
            "{\"id\":\"1\",\"columns\":{\"cf:seats\":5,\"cf:plan\":\"=pro\"},\"name\":\"Acme\"}",
            "{\"id\":\"2\",\"columns\":{\"cf:plan\":null,\"cf:seats\":null},\"name\":null}"));
  }

  @Test
  void columnsOfARowItselfAreACell() {
    assertEquals(
        "id,columns\r\n1,\"[{\"\"field\"\":\"\"=plan\"\"}]\"\r\n",
        csv(
            fields("id", "columns"),
            List.of(),
            "{\"id\":\"1\",\"columns\":[{\"field\":\"=plan\"}]}"));
  }

  @Test
  void anAppOrPartyIsItsSlugOrNameAndNoOtherObjectIs() {
    List<RowField> fields =
        List.of(
            new RowField("app", Kind.PARTY),
            new RowField("affiliate", Kind.PARTY),
            new RowField("actor", Kind.OTHER));
    assertEquals(
        String.join(
            "\r\n",
            "app,affiliate,actor",
            "shop,'=Jane,\"{\"\"id\"\":\"\"1\"\",\"\"name\"\":\"\"=Jane\"\"}\"",
            ",,",
            ""),
        csv(
            fields,
            List.of(),
            "{\"app\":{\"id\":\"1\",\"slug\":\"shop\"},\"affiliate\":{\"id\":\"2\",\"name\":\"=Jane\"},"
                + "\"actor\":{\"id\":\"1\",\"name\":\"=Jane\"}}",
            "{\"app\":null,\"affiliate\":{\"id\":\"2\",\"name\":null,\"more\":[1]},\"actor\":null}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[]",
        "{}",
        "[1,\"a\",null,{\"b\":[true]}]",
        "{\"n\":1.50,\"big\":12345678901234567890.123,\"e\":1E+400,\"quote\":\"\\\"\"}"
      })
  void arraysAndObjectsAreTheJsonOfTheRole(String json) {
    assertEquals(json, cell(json));
  }

  @ParameterizedTest
  @CsvSource({"-5", "1.50", "-1E+400", "12345678901234567890.123", "true", "false", "0"})
  void numbersAndBooleansAreUnchanged(String json) {
    assertEquals(json, cell(json));
  }

  @Test
  void aTextThatASpreadsheetTakesForAFormulaGetsAnApostrophe() throws JsonProcessingException {
    Random random = new Random(18);
    for (int i = 0; i < 2_000; i++) {
      String text =
          IntStream.range(0, random.nextInt(5))
              .mapToObj(at -> PIECES.get(random.nextInt(PIECES.size())))
              .collect(Collectors.joining());
      String expected = text.matches("(?s)[=+\\-@\t\r].*") ? "'" + text : text;
      assertEquals(expected, cell(Json.MAPPER.writeValueAsString(text)));
    }
  }

  @Test
  void filesOfManyPartsAreReadAsTheRowsTheyWereWrittenFrom() throws JsonProcessingException {
    Random random = new Random(19);
    List<List<String>> expected = new ArrayList<>(List.of(List.of("a", "b")));
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 3_000; i++) {
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("b", "\r\n\"" + "x,".repeat(random.nextInt(40)));
      row.put("a", i);
      lines.append(Json.MAPPER.writeValueAsString(row)).append('\n');
      expected.add(List.of(Integer.toString(i), "'" + row.get("b")));
    }
    FileParts file = FileParts.csv(fields("a", "b"), List.of());
    StringBuilder csv = new StringBuilder(file.head().toString());
    file.start(lines.toString());
    int parts = 0;
    for (var part = file.next(); part.isPresent(); part = file.next()) {
      csv.append(part.get());
      parts++;
    }
    assertEquals(lines.length() / FileParts.PART_LENGTH + 1, parts, 1);
    assertEquals(
        expected,
        CsvReader.builder().ofCsvRecord(csv.toString()).stream()
            .map(CsvRecord::getFields)
            .toList());
  }

  @Test
  void linesOfNdjsonAreUnchanged() {
    String lines = "{\"a\":\"ü😀\"}\n".repeat(10_000);
    FileParts file = FileParts.ndjson();
    assertEquals(0, file.head().length());
    file.start(lines);
    Buffer all = Buffer.buffer();
    for (var part = file.next(); part.isPresent(); part = file.next()) {
      all.appendBuffer(part.get());
    }
    assertEquals(lines, all.toString());
    file.start("");
    assertEquals(0, file.next().map(Buffer::length).orElse(0));
  }
}
