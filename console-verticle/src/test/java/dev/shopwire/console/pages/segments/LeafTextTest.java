package dev.shopwire.console.pages.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests the text of single tests, against the examples of the language. */
class LeafTextTest {
  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text.replace('\'', '"'));
    } catch (JsonProcessingException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertTexts(Map<String, String> expected) {
    expected.forEach((leaf, text) -> assertEquals(text, LeafText.of(json(leaf))));
  }

  @Test
  void testsOfLifecycles() {
    assertTexts(
        Map.of(
            "{'type':'lifecycle','app':'app-one','name':'state','op':'=','value':'trial'}",
            "app:app-one state = \"trial\"",
            "{'type':'lifecycle','app':null,'name':'installed','op':'within','value':'30d'}",
            "app:any installed within 30d",
            "{'type':'lifecycle','app':null,'name':'paying'}",
            "app:any paying",
            "{'type':'lifecycle','app':'any','name':'mrr','currency':'USD','op':'gte','value':50}",
            "app:\"any\" mrr:USD gte 50"));
  }

  @Test
  void testsOfFieldsAndMembers() {
    assertTexts(
        Map.of(
            "{'type':'field','id':'17','name':'seats','app':null,'op':'gte','value':100}",
            "cf:seats gte 100",
            "{'type':'field','name':'my plan','app':'app-one','op':'not_in','value':['a','b']}",
            "cf:app-one/\"my plan\" not in (\"a\", \"b\")",
            "{'type':'field','name':'setup','app':null,'path':'address.city','op':'=','value':'x'}",
            "cf:setup[address.city] = \"x\"",
            "{'type':'field','name':'seats','app':null,'op':'between','value':[1,5]}",
            "cf:seats between 1 and 5",
            "{'type':'field','name':'renews_on','app':null,'op':'within_next','value':'7d'}",
            "cf:renews_on within next 7d",
            "{'type':'member','name':'email','op':'contains','value':'@acme'}",
            "email contains \"@acme\"",
            "{'type':'member','name':'lastSeenAt','op':'before','value':'30d ago'}",
            "lastSeenAt before 30d ago",
            "{'type':'member','name':'name','op':'is_unset'}",
            "name is unset",
            "{'type':'member','name':'name','op':'starts_with','value':'A'}",
            "name starts_with \"A\""));
  }

  @Test
  void testsOfWhatShopsDid() {
    assertTexts(
        Map.of(
            "{'type':'event','name':'export','app':'app-one','measure':'count','op':'gte','value':3,"
                + "'window':{'op':'within','value':'30d'},"
                + "'where':[{'property':'format','op':'=','value':'csv'}]}",
            "event:app-one/export count gte 3 within 30d where (format = \"csv\")",
            "{'type':'event','name':'Report exported','app':null,'measure':'not_performed'}",
            "event:\"Report exported\" not performed",
            "{'type':'event','name':'a','app':null,'measure':'sum','property':'rows','op':'gt',"
                + "'value':5,'window':{'op':'between','value':['2026-11-01','now']}}",
            "event:a sum(rows) gt 5 between 2026-11-01 and now",
            "{'type':'event','name':'a','app':null,'measure':'last','op':'before','value':'14d ago'}",
            "event:a last before 14d ago",
            "{'type':'page','path':'/reports/*','app':null,'measure':'viewed'}",
            "page:\"/reports/*\" viewed",
            "{'type':'sessions','app':'a','measure':'count','op':'gte','value':2}",
            "sessions:a count gte 2"));
  }

  @Test
  void testsOfOthers() {
    assertTexts(
        Map.of(
            "{'type':'contact','op':'gte','value':2,'where':[{'name':'role','op':'=','value':'owner'}]}",
            "contact count gte 2 where (role = \"owner\")",
            "{'type':'contact'}",
            "contact",
            "{'type':'credit','app':null,'where':[{'name':'affiliate','op':'in','value':['3','4']},"
                + "{'name':'creditedAt','op':'since','value':'2026-11-01'}]}",
            "credit where (affiliate in (#3, #4) AND creditedAt since 2026-11-01)",
            "{'type':'segment','id':'12','name':'VIP shops'}",
            "segment:\"VIP shops\"",
            "{'type':'everyone'}",
            "everyone"));
  }

  @Test
  void theValueOfAnExplanationIsNotThatOfTheTest() {
    assertEquals(
        "cf:seats gte …",
        LeafText.withoutValue(
            json("{'type':'field','name':'seats','app':null,'op':'gte','value':57}")));
  }
}
