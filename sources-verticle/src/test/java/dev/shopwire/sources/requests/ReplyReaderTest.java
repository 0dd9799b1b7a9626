package dev.shopwire.sources.requests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.shopwire.sources.dialects.Dialect;
import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReplyReaderTest {
  private static final String FILE =
      """
      {"parameters":[{"name":"base"},{"name":"token","secret":true}],
       "request":{"url":"{base}","headers":{"X-Token":"{token}"},
         "version":{"header":"X-Version","value":"2"},"requestsPerSecond":1,"bucket":"b"},
       "errors":{"list":"errors","code":"code","message":"text","stop":["NO"],"restart":["AGAIN"]},
       "streams":[{"name":"s","query":"q","variables":{"f":"{from}","c":"{cursor}","n":"{pageSize}",
         "b":"{base}!"},"pageSize":7,
       "maxDays":1,"overlapHours":0,"rereadDays":0,
       "page":{"items":"data.items","node":"n","cursor":"data.next","more":"data.more"},
       "record":{"type":"t","id":"i","at":"at"},"types":{"X":"ignore"}}]}
      """;
  private static final Dialect DIALECT =
      Dialect.read("x", FILE.getBytes(StandardCharsets.UTF_8), false);
  private static final PageRequests REQUESTS =
      new PageRequests(DIALECT, Map.of("base", "https://a.example", "token", "SECRET-1"));
  private static final ReplyReader READER = REQUESTS.reader(DIALECT.streams().get(0));

  private static Reply read(int status, String version, String body) {
    MultiMap headers = MultiMap.caseInsensitiveMultiMap();
    if (!version.isEmpty()) {
      headers.add("x-version", version);
    }
    return READER.read(
        new PlatformResponse(
            status,
            headers,
            Buffer.buffer(body.replace('\'', '"')),
            Optional.of(Duration.ofSeconds(3)),
            Optional.empty()));
  }

  @Test
  void bodiesOfVeryManyValuesOrItemsAreRefused() {
    String values = "{'data':{'more':false,'items':[],'x':[" + "[],".repeat(500_000) + "1]}}";
    assertTrue(again(values).contains("more than 1000000 tokens"), again(values));
    String items = "{'data':{'more':false,'items':[" + "1,".repeat(10_000) + "1]}}";
    assertTrue(again(items).contains("more than 10000 items"), again(items));
  }

  private static String again(String body) {
    return assertInstanceOf(Reply.Again.class, read(200, "2", body)).problem().message();
  }

  @Test
  void aCompletePageIsRead() {
    Reply.Page page =
        assertInstanceOf(
            Reply.Page.class,
            read(
                200,
                "2",
                "{'errors':[],'data':{'items':[{'n':1},{'n':2}],'more':true,'next':'c'}}"));
    assertEquals(2, page.nodes().size());
    assertEquals("2", page.nodes().get(1).toString());
    assertTrue(page.hasMore());
    assertEquals("\"c\"", page.cursor().toString());
    assertFalse(
        assertInstanceOf(Reply.Page.class, read(200, "2", "{'data':{'items':[],'more':false}}"))
            .hasMore());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "{'data':{'items':[],'more':false}} {}",
        "{'data':{'items':[]}}",
        "{'data':{'items':[],'more':'yes'}}",
        "{'data':{'items':[],'more':true}}",
        "{'data':{'items':[],'more':true,'next':''}}",
        "{'data':{'items':[],'more':true,'next':{}}}",
        "{'errors':[{'code':'OTHER'}],'data':{'items':[],'more':false}}",
        "{'errors':'broken','data':{'items':[],'more':false}}"
      })
  void whatIsNoCompletePageIsAskedForAgain(String body) {
    Reply.Again again = assertInstanceOf(Reply.Again.class, read(200, "2", body));
    assertFalse(again.lacksItems());
    assertFalse(again.limitsBucket());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "{}", "{'data':{'items':{},'more':false}}", "{'data':null}"})
  void aCorrectResponseWithoutItemsIsNoted(String body) {
    assertTrue(assertInstanceOf(Reply.Again.class, read(200, "2", body)).lacksItems());
  }

  @ParameterizedTest
  @CsvSource({
    "401, unauthorized",
    "403, unauthorized",
    "400, refused",
    "404, refused",
    "422, refused"
  })
  void refusalsStop(int status, String code) {
    Reply.Stop stop = assertInstanceOf(Reply.Stop.class, read(status, "2", "no SECRET-1 here"));
    assertEquals(code, stop.problem().code());
    assertEquals("no *** here", stop.problem().answer());
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 503, 302})
  void otherStatusesAreAskedAgain(int status) {
    assertFalse(assertInstanceOf(Reply.Again.class, read(status, "2", "")).limitsBucket());
  }

  @Test
  void tooManyRequestsLimitTheBucket() {
    Reply.Again again = assertInstanceOf(Reply.Again.class, read(429, "2", ""));
    assertTrue(again.limitsBucket());
    assertEquals(Optional.of(Duration.ofSeconds(3)), again.retryAfter());
  }

  @Test
  void anotherVersionStopsAndNamesBoth() {
    String page = "{'data':{'items':[],'more':false}}";
    Reply.Stop other = assertInstanceOf(Reply.Stop.class, read(200, "3", page));
    assertEquals("version_mismatch", other.problem().code());
    assertTrue(other.problem().message().contains("version 2"));
    assertTrue(other.problem().message().contains("version 3"));
    assertInstanceOf(Reply.Stop.class, read(200, "", page));
    assertInstanceOf(Reply.Again.class, read(200, "3", "no JSON"));
  }

  @Test
  void codesStopOrRestart() {
    Reply.Stop stop =
        assertInstanceOf(
            Reply.Stop.class, read(200, "2", "{'errors':[{'code':'NO','text':'not SECRET-1'}]}"));
    assertEquals("refused", stop.problem().code());
    assertTrue(stop.problem().message().endsWith("not ***"));
    assertInstanceOf(Reply.Restart.class, read(200, "2", "{'errors':[{'code':'AGAIN'}]}"));
  }

  @Test
  void requestsAreFilledByType() {
    PlatformRequest request =
        REQUESTS.of(
            DIALECT.streams().get(0),
            Instant.parse("2026-01-31T00:00:00Z"),
            Instant.parse("2026-02-01T00:00:00Z"),
            NullNode.getInstance());
    assertEquals(
        "{\"query\":\"q\",\"variables\":{\"f\":\"2026-01-31T00:00:00Z\",\"c\":null,\"n\":7,"
            + "\"b\":\"https://a.example!\"}}",
        request.body().toString());
    assertEquals(Map.of("X-Token", "SECRET-1"), request.headers());
    assertFalse(request.toString().contains("SECRET"));
  }

  @Test
  void secretsAreCutOutInEveryForm() {
    Masking masking = new Masking(List.of("a b/\"c"));
    assertEquals("*** *** *** ***", masking.show("a b/\"c a+b%2F%22c a%20b%2F%22c a b\\/\\\"c"));
    assertEquals(1_000, masking.show("x".repeat(5_000)).length());
    String atTheEnd = "y".repeat(996) + "a b/\"c";
    assertFalse(masking.show(atTheEnd).contains("a b"));
  }
}
