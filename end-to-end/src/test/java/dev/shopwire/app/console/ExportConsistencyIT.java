package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that a file is one state of its list, which existed after the request arrived, while
 * writers change its rows, also what they are ordered by.
 */
@Tag("everywhere")
class ExportConsistencyIT {
  private static final int EXPORTS = RunSize.of("exportConsistency.exports", 20, 1_000);
  private static final int ROWS = RunSize.of("exportConsistency.rows", 200, 2_000);

  private static final String SHOWN =
      "&filter="
          + URLEncoder.encode(
              "[{\"field\":\"cf:shown\",\"operator\":\"is_true\"}]", StandardCharsets.UTF_8);

  private final AttributionFixture app = AttributionFixture.inNewWorkspace();

  /** What a file shows of a row. */
  private record Row(int row, int number) {
    /**
     * @param name a text whose digits are the row's
     */
    static Row of(String name, String number) {
      return new Row(Integer.parseInt(name.replaceAll("\\D", "")), Integer.parseInt(number));
    }
  }

  /**
   * A file that is requested again and again.
   *
   * @param row the column with the row
   * @param filter of the numbers of its rows
   */
  private record ListFile(String path, String row, String number, IntPredicate filter) {
    List<Row> read(String body, boolean isCsv) {
      return isCsv
          ? CsvReader.builder().ofNamedCsvRecord(body).stream()
              .map(record -> Row.of(record.getField(row), record.getField(number)))
              .toList()
          : body.lines().map(this::readLine).toList();
    }

    private Row readLine(String line) {
      try {
        JsonNode json = Json.MAPPER.readTree(line);
        JsonNode values = number.startsWith("cf:") ? json.path("columns") : json;
        return Row.of(json.path(row).asText(), values.path(number).asText());
      } catch (JsonProcessingException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Test
  void eachFileInTheOrderOfIdsIsOneState() {
    List<String> ids = new ArrayList<>();
    for (int row = 0; row < ROWS; row++) {
      Response created =
          app.create(
              "\"name\":\"%1$d\",\"email\":\"r%1$d@example.com\",\"codes\":[\"C%1$d\"]"
                  .formatted(row));
      assertEquals(200, created.status(), created::body);
      ids.add(created.json().at("/affiliate/id").asText());
    }
    List<Integer> inOrder = IntStream.range(0, ROWS).boxed().toList();
    try (NumberedWriters writers =
        new NumberedWriters(
            ROWS,
            (row, number) ->
                assertEquals(
                    200, app.change(ids.get(row), "\"name\":\"" + number + "\"").status()))) {
      ListFile file = new ListFile("/affiliates?format=", "email", "name", any -> true);
      for (int export = 0; export < EXPORTS; export++) {
        List<Row> rows = download(file, export % 2 == 1, writers);
        assertEquals(inOrder, rows.stream().map(Row::row).toList());
      }
      assertWritten(writers);
    }
  }

  /** Rows also come into and go out of the file while it is read. */
  @Test
  void eachFileInTheOrderOfWhatIsChangedIsOneState() {
    IntStream.range(0, ROWS).forEach(row -> push(row, row));
    try (NumberedWriters writers = new NumberedWriters(ROWS, this::push)) {
      for (int export = 0; export < EXPORTS; export++) {
        boolean isDescending = export / 2 % 2 == 1;
        boolean isFiltered = export / 4 % 2 == 1;
        ListFile file =
            new ListFile(
                "/customers?columns=cf:number&sort=%scf:number%s&format="
                    .formatted(isDescending ? "-" : "", isFiltered ? SHOWN : ""),
                "myplatformDomain",
                "cf:number",
                isFiltered ? ExportConsistencyIT::isShown : any -> true);
        List<Integer> numbers =
            download(file, export % 2 == 1, writers).stream().map(Row::number).toList();
        int sign = isDescending ? -1 : 1;
        assertEquals(
            numbers.stream().sorted((a, b) -> sign * Integer.compare(a, b)).toList(), numbers);
      }
      assertWritten(writers);
    }
  }

  private static void assertWritten(NumberedWriters writers) {
    int writes = writers.count();
    System.out.printf("%d files beside %d writes%n", EXPORTS, writes);
    assertTrue(writes >= EXPORTS, () -> "writes meanwhile: " + writes);
  }

  /** Every other round of numbers. */
  private static boolean isShown(int number) {
    return number / ROWS % 2 == 0;
  }

  private void push(int row, int number) {
    String body =
        "{\"myplatformDomain\":\"r%d.example.com\",\"customFields\":{\"number\":%d,\"shown\":%b}}"
            .formatted(row, number, isShown(number));
    assertEquals(200, app.app().api().post("/v1/identify", body).status());
  }

  /** The rows of a complete file, which is a state of its list. */
  private List<Row> download(ListFile list, boolean isCsv, NumberedWriters writers) {
    String path = app.workspace(list.path() + (isCsv ? "csv" : "ndjson"));
    long requested = System.nanoTime();
    try (FileDownload file = new FileDownload(RunningService.shared().consoleUrl(), path)) {
      assertEquals(200, file.status(), path);
      long responded = System.nanoTime();
      FileDownload.Result result = file.readRest();
      assertTrue(result.complete());
      List<Row> rows = list.read(result.body(), isCsv);
      assertEquals(rows.size(), file.totalCount());
      Map<Integer, Integer> numbers = new HashMap<>();
      rows.forEach(row -> assertNull(numbers.put(row.row(), row.number()), row::toString));
      writers.assertState(numbers, list.filter(), requested, responded);
      return rows;
    }
  }
}
