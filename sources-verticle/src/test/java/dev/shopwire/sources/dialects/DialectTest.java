package dev.shopwire.sources.dialects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.resources.Resources;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DialectTest {
  private static final String VALID =
      """
      title: A dialect
      parameters:
        - {name: base, default: "https://partners.example"}
        - {name: token, secret: true}
      request:
        url: "{base}/graphql.json"
        headers: {X-Token: "{token}"}
        version: {header: X-Version, value: "1"}
        requestsPerSecond: 4
        bucket: "{base}"
        maxConcurrent: 1
      errors: {list: errors, code: code, message: message, stop: [DENIED], restart: [CURSOR]}
      streams:
        - name: events
          query: "query"
          variables: {from: "{from}", to: "{to}", first: "{pageSize}", after: "{cursor}"}
          pageSize: 250
          maxDays: 365
          overlapHours: 48
          rereadDays: 45
          page: {items: data.items, cursor: data.cursor, more: data.more}
          record: {type: type, id: id, at: at}
          types:
            IN: {kind: installed}
            OUT: {kind: uninstalled, reason: reason}
            PAID: {kind: earning, category: {value: usage}, net: net, currency: currency}
            OTHER: ignore
      """;

  private static Dialect read(String yaml) {
    return Dialect.read("test", yaml.getBytes(StandardCharsets.UTF_8), true);
  }

  private static DialectFault fault(String yaml) {
    return assertThrows(DialectFault.class, () -> read(yaml));
  }

  @Test
  void aValidFileIsRead() {
    Dialect dialect = read(VALID);
    assertEquals("A dialect", dialect.title());
    assertEquals(
        List.of("base", "token"), dialect.parameters().stream().map(Parameter::name).toList());
    assertTrue(dialect.parameter("token").orElseThrow().isSecret());
    assertEquals(4, dialect.stream("events").orElseThrow().types().size());
    assertEquals(64, dialect.sha256().length());
  }

  @Test
  void theSameAsJsonIsReadAlike() {
    String json =
        """
        {"parameters":[{"name":"base"}],"request":{"url":"{base}","requestsPerSecond":0.5,"bucket":"b"},
         "errors":{"list":"errors"},"streams":[{"name":"s","query":"q","variables":{},"pageSize":1,
         "maxDays":1,"overlapHours":0,"rereadDays":0,"page":{"items":"i","cursor":{"item":"c"},"more":"m"},
         "record":{"type":"t","naturalKey":["a"],"at":"at"},"types":{"X":"ignore"}}]}
        """;
    Dialect dialect = Dialect.read("x", json.getBytes(StandardCharsets.UTF_8), false);
    assertEquals("x", dialect.title());
    assertTrue(dialect.streams().get(0).page().itemCursor().isPresent());
  }

  /** Each line replaces a text of the valid file, and names the place of the fault. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "title: A dialect; titel: A dialect; /titel",
        "{name: token, secret: true}; {name: token, hidden: true}; /parameters/1/hidden",
        "{name: token, secret: true}; {name: base}; /parameters/1/name",
        "{name: token, secret: true}; {name: cursor}; /parameters/1/name",
        "{name: token, secret: true}; {name: token, secret: true, default: x}; /parameters/1/default",
        "requestsPerSecond: 4; requestsPerSecond: 0; /request/requestsPerSecond",
        "requestsPerSecond: 4; requestsPerMinute: 4; /request/requestsPerMinute",
        "{base}/graphql.json; {host}/graphql.json; /request/url",
        "{base}/graphql.json; ftp://x; /request/url",
        "X-Token:; Host:; /request/headers/Host",
        "'bucket: \"{base}\"'; 'bucket: \"{base\"'; /request/bucket",
        "list: errors; list: [errors]; /errors/list",
        "restart: [CURSOR]; restart: [DENIED]; /errors/restart",
        "name: events; name: Events; /streams/0/name",
        "pageSize: 250; pageSize: x; /streams/0/pageSize",
        "maxDays: 365; maxDays: 0; /streams/0/maxDays",
        "rereadDays: 45; reread: 45; /streams/0/reread",
        "'after: \"{cursor}\"'; 'after: \"{next}\"'; /streams/0/variables/after",
        "items: data.items; items: data..items; /streams/0/page/items",
        "more: data.more; most: data.more; /streams/0/page/most",
        "record: {type: type; record: {kind: type; /streams/0/record/kind",
        "id: id, at; id: id, naturalKey: [a], at; /streams/0/record",
        "{kind: installed}; {kind: instaled}; /streams/0/types/IN/kind",
        "{kind: installed}; {kind: installed, plan: p}; /streams/0/types/IN/plan",
        "{kind: installed}; {}; /streams/0/types/IN/kind",
        "OTHER: ignore; OTHER: ignored; /streams/0/types/OTHER",
        "reason: reason; reason: {path: reason}; /streams/0/types/OUT/reason/map",
        "reason: reason; reason: []; /streams/0/types/OUT/reason",
        "reason: reason; 'reason: {path: r, negate: false}'; /streams/0/types/OUT/reason/negate",
        "reason: reason; 'reason: {path: r, map: {a: [b]}}'; /streams/0/types/OUT/reason/map/a",
        "{value: usage}; {value: usages}; /streams/0/types/PAID/category",
        "'category: {value: usage}, '; ''; /streams/0/types/PAID/kind",
        "net: net, ; ''; /streams/0/types/PAID/kind"
      })
  void aFaultStopsWithItsPlace(String before, String after, String pointer) {
    String name = before.startsWith("net") ? "net: net, " : before;
    assertTrue(VALID.contains(name), name);
    assertEquals(pointer, fault(VALID.replace(name, after == null ? "" : after)).pointer());
  }

  @Test
  void whatIsNoYamlOrJsonIsRefusedWithoutTheParsersWords() {
    assertTrue(fault("a: [b").reason().startsWith("is not valid YAML"));
    assertTrue(fault("a: 1\na: 2").reason().startsWith("is not valid YAML"));
    assertEquals("", fault("- a").pointer());
    byte[] json = "{\"a\":1,\"a\":2}".getBytes(StandardCharsets.UTF_8);
    DialectFault fault = assertThrows(DialectFault.class, () -> Dialect.read("x", json, false));
    assertTrue(fault.reason().startsWith("is not valid JSON"));
  }

  @Test
  void anchorsAliasesDepthAndSizeAreBounded() {
    assertTrue(fault("a: &x [1]\nb: *x").reason().contains("anchors"));
    assertTrue(fault("a: &x 1\nb: *x").reason().contains("anchors"));
    String bomb = "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]";
    assertTrue(fault(bomb).reason().contains("anchors"));
    assertTrue(fault("a: " + "[".repeat(100) + "]".repeat(100)).reason().contains("not valid"));
    byte[] large = new byte[DialectParser.MAX_BYTES + 1];
    Arrays.fill(large, (byte) ' ');
    assertTrue(
        assertThrows(DialectFault.class, () -> Dialect.read("x", large, true))
            .reason()
            .contains("bytes"));
  }

  @Test
  void theFilesOfTheReleaseAreValid() {
    for (String file : Dialects.SHIPPED) {
      Dialect dialect = Dialect.read("x", Resources.bytes("/partner/" + file), true);
      assertTrue(dialect.parameter("token").orElseThrow().isSecret(), file);
      assertTrue(dialect.streams().size() >= 1, file);
    }
  }
}
