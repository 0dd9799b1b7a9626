package dev.shopwire.sources.dialects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.dialects.MappedNode.Outcome;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.ShopIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordMapperTest {
  private static final String FILE =
      """
      {"parameters":[{"name":"base"}],"request":{"url":"{base}","requestsPerSecond":1,"bucket":"b"},
       "errors":{"list":"errors"},"streams":[{"name":"s","query":"q","variables":{},"pageSize":1,
       "maxDays":1,"overlapHours":0,"rereadDays":0,"page":{"items":"i","cursor":"c","more":"m"},
       "record":{"type":"type",%s,"at":"at","shopId":"shop.id","shopDomain":"shop.domain",
         "shopName":"shop.name","redacted":["HIDDEN"]},
       "types":{"IN":{"kind":"installed"},"DROP":"ignore",
         "END":{"kind":"subscription_cancel_scheduled","effectiveAt":"when"},
         "SUB":{"kind":"subscription_activated","plan":"plan","amount":"amount","currency":"currency",
           "interval":{"path":"period","map":{"30":"monthly"}},"trialDays":"trial","test":"test"},
         "PAID":{"kind":"earning","category":{"value":"usage"},"net":"net","currency":"currency",
           "settledOn":"settled"}}}]}
      """;
  private static final RecordMapper BY_ID = mapper("\"id\":\"id\"");
  private static final RecordMapper BY_KEY = mapper("\"naturalKey\":[\"type\",\"at\",\"charge\"]");

  private static RecordMapper mapper(String key) {
    byte[] file = FILE.formatted(key).getBytes(StandardCharsets.UTF_8);
    return new RecordMapper(
        Dialect.read("x", file, false).streams().get(0), new ShopDomain(Optional.empty()));
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text.replace('\'', '"'));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static MappedNode map(String node) {
    return BY_ID.map(json(node)).orElseThrow();
  }

  @Test
  void aNodeBecomesARecord() {
    MappedNode record =
        map(
            "{'id':'1','type':'SUB','at':'2026-01-31','shop':{'id':'s1','domain':'A.example','name':'A'},"
                + "'plan':'pro','amount':12.500,'currency':'USD','period':30,'trial':'14','test':true}");
    assertEquals(Outcome.RECORD, record.outcome());
    assertEquals("1", record.key());
    assertEquals(Optional.of(RecordKind.SUBSCRIPTION_ACTIVATED), record.kind());
    assertEquals(Optional.of(Instant.parse("2026-01-31T00:00:00Z")), record.at());
    ShopIdentity shop = record.shop().orElseThrow();
    assertEquals("s1", shop.key());
    assertEquals(Optional.of("a.example"), shop.domain());
    assertEquals(Optional.of(new BigDecimal("12.500")), record.details().amount());
    assertEquals("monthly", record.details().interval().orElseThrow().id());
    assertEquals(Optional.of(14), record.details().trialDays());
    assertTrue(record.details().test());
  }

  /** The node without its id, and why it is rejected. */
  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '`',
      value = {
        "'at':'2026-01-31'; type",
        "'type':'IN'; at",
        "'type':'IN','at':'yesterday'; at",
        "'type':'IN','at':'2026-02-30'; at",
        "'type':'IN','at':'+99999-01-01T00:00:00Z'; at",
        "'type':'END','at':'2026-01-31'; effectiveAt",
        "'type':'PAID','at':'2026-01-31','currency':'USD'; net",
        "'type':'PAID','at':'2026-01-31','net':'1'; currency",
        "'type':'PAID','at':'2026-01-31','net':'1e5','currency':'USD'; net",
        "'type':'PAID','at':'2026-01-31','net':1e999999,'currency':'USD'; net",
        "'type':'PAID','at':'2026-01-31','net':'1','currency':'usd'; currency",
        "'type':'PAID','at':'2026-01-31','net':'1','currency':'USD','settled':'soon'; settledOn",
        "'type':'SUB','at':'2026-01-31','amount':'1'; currency",
        "'type':'SUB','at':'2026-01-31','trial':-1; trialDays",
        "'type':'SUB','at':'2026-01-31','test':'maybe'; test"
      })
  void aNodeThatLacksWhatItNeedsIsRejectedWithTheReason(String members, String member) {
    MappedNode rejected = map("{'id':'1'," + members + "}");
    assertEquals(Outcome.REJECTED, rejected.outcome(), members);
    assertTrue(
        rejected.problem().orElseThrow().startsWith(member + ": "), rejected.problem()::toString);
    assertEquals("1", rejected.key());
  }

  @Test
  void typesAreIgnoredOrUnknown() {
    assertTrue(BY_ID.map(json("{'id':'1','type':'DROP','at':'2026-01-31'}")).isEmpty());
    MappedNode unknown = map("{'id':'1','type':'NEW','at':'2026-01-31'}");
    assertEquals(Outcome.UNKNOWN, unknown.outcome());
    assertEquals("NEW", unknown.type());
  }

  @Test
  void aNaturalKeyTellsDifferentRecordsApart() {
    String base = "{'type':'IN','at':'2026-01-31','charge':%s,'x':%s}";
    String one = key(base.formatted("'a'", "1"));
    assertEquals(one, key(base.formatted("'a'", "2")));
    assertNotEquals(one, key(base.formatted("'b'", "1")));
    assertNotEquals(one, key(base.formatted("null", "1")));
    assertEquals(64, one.length());
    assertEquals(Outcome.REJECTED, BY_KEY.map(json("{}")).orElseThrow().outcome());
  }

  private static String key(String node) {
    return BY_KEY.map(json(node)).orElseThrow().key();
  }

  @Test
  void aHiddenShopHasTheSameDigestAndNoDomain() {
    MappedNode known = map(installed("'id':'s','domain':'a.example','name':'A'"));
    MappedNode hidden = map(installed("'id':'s','domain':'HIDDEN','name':'HIDDEN'"));
    MappedNode other = map(installed("'id':'t','domain':'HIDDEN','name':'HIDDEN'"));
    assertEquals(known.digest(), hidden.digest());
    assertNotEquals(known.digest(), other.digest());
    assertTrue(hidden.hides());
    assertFalse(known.hides());
    assertTrue(hidden.shop().orElseThrow().domain().isEmpty());
    assertTrue(map(installed("'domain':'HIDDEN'")).shop().isEmpty());
  }

  private static String installed(String shop) {
    return "{'id':'1','type':'IN','at':'2026-01-31','shop':{" + shop + "}}";
  }

  @Test
  void whatPostgresqlCannotStoreIsLeftOut() {
    MappedNode record = map("{'id':'1','type':'SUB','at':'2026-01-31','plan':'p\\u0000r\\ud800o'}");
    assertEquals(Optional.of("pro"), record.details().plan());
  }

  @Test
  void theOrderOfMembersDoesNotMatter() {
    assertEquals(
        map("{'id':'1','type':'IN','at':'2026-01-31'}").digest(),
        map("{'at':'2026-01-31','type':'IN','id':'1'}").digest());
  }
}
