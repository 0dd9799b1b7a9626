package dev.shopwire.attribution.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimelineCsvTest {
  private static final String HEADER =
      "id,at,app,myplatformDomain,code,carrier,outcome,reason,selfReferral,affiliate,winner,note,"
          + "occurredAt\r\n";

  private static String ofCode(String code) {
    String csv = TimelineCsv.of(List.of(Map.of("code", code)));
    assertTrue(csv.startsWith(HEADER + ",,,,"), csv);
    assertTrue(csv.endsWith(",,,,,,,,\r\n"), csv);
    return csv.substring(HEADER.length() + 4, csv.length() - 10);
  }

  @Test
  void anEmptyTimelineHasOnlyTheHeader() {
    assertEquals(HEADER, TimelineCsv.of(List.of()));
  }

  @Test
  void objectsAreWrittenAsNamesAndNullAsAnEmptyField() {
    Map<String, @Nullable Object> entry = new LinkedHashMap<>();
    entry.put("id", "7");
    entry.put("at", "2026-01-01T00:00:00Z");
    entry.put("app", Map.of("id", "3", "slug", "demo-app"));
    entry.put("customerId", "9");
    entry.put("myplatformDomain", "s.example.com");
    entry.put("code", "JANE10");
    entry.put("carrier", "api");
    entry.put("outcome", "attributed");
    entry.put("reason", null);
    entry.put("selfReferral", false);
    entry.put("affiliate", Map.of("id", "1", "name", "Doe, \"Jane\""));
    entry.put("winner", Map.of("id", "1", "name", "=Jane"));
    entry.put("note", "two\r\nlines");
    entry.put("occurredAt", null);
    assertEquals(
        HEADER
            + "7,2026-01-01T00:00:00Z,demo-app,s.example.com,JANE10,api,attributed,,false,"
            + "\"Doe, \"\"Jane\"\"\",'=Jane,\"two\r\nlines\",\r\n",
        TimelineCsv.of(List.of(entry)));
  }

  @Test
  void valuesAreQuotedOnlyIfNeeded() {
    assertEquals("a b;c'd", ofCode("a b;c'd"));
    assertEquals("\"a,b\"", ofCode("a,b"));
    assertEquals("\"\"\"\"", ofCode("\""));
    assertEquals("\"a\nb\"", ofCode("a\nb"));
    assertEquals("\"a\rb\"", ofCode("a\rb"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"=1+1", "+1", "-1", "@SUM(A1)", "\tx"})
  void aFormulaIsEscapedAsText(String code) {
    assertEquals("'" + code, ofCode(code));
  }

  @Test
  void aFormulaThatNeedsQuotesIsEscapedAndQuoted() {
    assertEquals("\"'=A1,\"\"b\"\"\"", ofCode("=A1,\"b\""));
    assertEquals("\"'\r=1\"", ofCode("\r=1"));
    assertEquals("\"'=1\n+2\"", ofCode("=1\n+2"));
    assertEquals("a=1", ofCode("a=1"));
  }
}
