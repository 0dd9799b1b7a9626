package dev.shopwire.app.analytics;

import static dev.shopwire.app.analytics.EventReadFixture.event;
import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Property filters, each against one event of every kind of value. */
@Tag("everywhere")
class UsageEventListPropertiesIT {
  private static EventReadFixture events;

  /** Event ids, each with the event's properties. */
  private static final String[][] STORED = {
    {"none", "null"},
    {"missing", "{}"},
    {"null", "{'v':null}"},
    {"empty", "{'v':''}"},
    {"one", "{'v':1}"},
    {"one0", "{'v':1.0}"},
    {"text1", "{'v':'1'}"},
    {"big", "{'v':12345678901234567890123}"},
    {"bigger", "{'v':12345678901234567890124}"},
    {"neg", "{'v':-1e-300}"},
    {"true", "{'v':true}"},
    {"false", "{'v':false}"},
    {"bern", "{'v':'100% Bern_'}"},
    {"array", "{'v':['Bern',1]}"},
    {"object", "{'v':{'w':'deep','x':{'y':2}}}"},
    {"dotted", "{'v.w':'deep'}"},
  };

  @BeforeAll
  static void store() {
    events = new EventReadFixture(RunningService.shared().tenants());
    List<String> sent = new ArrayList<>();
    for (String[] each : STORED) {
      String properties = each[1].replace('\'', '"');
      sent.add(
          event(
              "s",
              "n",
              "2026-08-01T00:00:00Z",
              ",\"eventId\":\"%s\",\"properties\":%s".formatted(each[0], properties)));
    }
    events.store(sent);
  }

  private static Set<String> matching(String name, String filters) {
    return new TreeSet<>(events.ids(name, filters.replace('\'', '"')));
  }

  private static Set<String> set(String ids) {
    return ids.isEmpty() ? new TreeSet<>() : new TreeSet<>(Arrays.asList(ids.split(" ")));
  }

  private static Set<String> allBut(String ids) {
    Set<String> all = new TreeSet<>();
    for (String[] each : STORED) {
      all.add(each[0]);
    }
    all.removeAll(set(ids));
    return all;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'operator':'equals','value':1|one one0",
        "'operator':'equals','value':1.000|one one0",
        "'operator':'equals','value':'1'|text1",
        "'operator':'equals','value':''|empty",
        "'operator':'equals','value':true|true",
        "'operator':'equals','value':12345678901234567890123|big",
        "'operator':'equals','value':['Bern',1]|array",
        "'operator':'equals','value':{'x':{'y':2.0},'w':'deep'}|object",
        "'operator':'in','value':[1,'1',false]|one one0 text1 false",
        "'operator':'is_blank'|none missing null empty dotted",
        "'operator':'is_true'|true",
        "'operator':'is_false'|false",
        "'operator':'gt','value':0|one one0 big bigger",
        "'operator':'gte','value':1|one one0 big bigger",
        "'operator':'gt','value':12345678901234567890123|bigger",
        "'operator':'lt','value':0|neg",
        "'operator':'lte','value':1.0|one one0 neg",
        "'operator':'contains','value':'0% B'|bern",
        "'operator':'contains','value':'n_'|bern",
        "'operator':'contains','value':'%Bern'|``",
        "'operator':'contains','value':'bern'|``",
        "'operator':'contains','value':'Bern'|bern array",
        "'operator':'contains','value':'1'|text1 bern",
      })
  void aConditionMatches(String condition, String ids) {
    assertEquals(set(ids), matching("properties", "[{'property':'v'," + condition + "}]"));
    assertEquals(set(ids), matching("propertiesFilters", "[{'property':'v'," + condition + "}]"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'operator':'not_equals','value':1|one one0",
        "'operator':'not_in','value':[1,'1']|one one0 text1",
        "'operator':'is_not_blank'|none missing null empty dotted",
      },
      quoteCharacter = '`')
  void aConditionMatchesAllBut(String condition, String ids) {
    assertEquals(allBut(ids), matching("properties", "[{'property':'v'," + condition + "}]"));
  }

  @Test
  void dotsAddressNestedObjectsOnly() {
    assertEquals(
        set("object"), matching("properties", "[{'property':'v.w','operator':'is_not_blank'}]"));
    assertEquals(
        set("object"), matching("properties", "[{'property':'v.x.y','operator':'gt','value':1}]"));
    assertEquals(set(""), matching("properties", "[{'property':'v.0','operator':'is_not_blank'}]"));
  }

  @Test
  void allConditionsMustMatch() {
    assertEquals(
        set("one one0"),
        matching(
            "properties",
            "[{'property':'v','operator':'gt','value':0},"
                + "{'property':'v','operator':'lt','value':2}]"));
  }

  @Test
  void aHostileNameIsOnlyAName() {
    assertEquals(
        set(""),
        matching("properties", "[{'property':'v\\u0027 or true--','operator':'is_true'}]"));
  }

  @Test
  void anErrorNamesItsLocation() {
    Response response =
        events.list("properties", "[{\"property\":\"v\",\"operator\":\"like\",\"value\":1}]");
    assertFails(response, 422, "invalid_operator");
    assertEquals("properties", response.json().at("/errors/0/parameter").asText());
    assertTrue(
        response.json().at("/errors/0/message").asText().startsWith("properties/0/operator "),
        response::body);
  }
}
