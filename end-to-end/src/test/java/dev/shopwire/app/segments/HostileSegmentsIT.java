package dev.shopwire.app.segments;

import static dev.shopwire.app.segments.SegmentTenant.condition;
import static dev.shopwire.app.segments.SegmentTenant.text;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A condition that cannot be saved is refused with the place of the fault, and nothing is saved.
 */
@Tag("everywhere")
class HostileSegmentsIT {
  private final RefusedConditions refused = new RefusedConditions();

  @Test
  void textsThatCannotBeStoredAreRefused() {
    for (String part : List.of("\\u0000", "\\ud800", "\\udc00x", "a\\ud83d")) {
      for (String condition :
          List.of(
              "\"text\":\"" + part + "\"",
              "\"text\":\"name = \\\"" + part + "\\\"\"",
              // Escaped once more: the escape is one of the text's own string.
              "\"text\":\"name = \\\"" + part.replace("\\", "\\\\") + "\\\"\"",
              "\"text\":\"cf:\\\"" + part + "\\\" is set\"",
              condition(
                  "{\"type\":\"member\",\"name\":\"name\",\"op\":\"=\",\"value\":\""
                      + part
                      + "\"}"),
              condition(
                  "{\"type\":\"member\",\"name\":\"name\",\"op\":\"in\",\"value\":[\""
                      + part
                      + "\"]}"),
              condition("{\"type\":\"event\",\"name\":\"" + part + "\",\"measure\":\"performed\"}"),
              condition("{\"type\":\"page\",\"path\":\"" + part + "\",\"measure\":\"viewed\"}"),
              condition("{\"" + part + "\":1}"),
              condition("{\"type\":\"" + part + "\"}"),
              condition(
                  "{\"type\":\"event\",\"name\":\"a\",\"measure\":\"sum\",\"property\":\""
                      + part
                      + "\",\"op\":\"gt\",\"value\":1}"),
              text("everyone") + ",\"timezone\":\"" + part + "\"",
              text("everyone") + ",\"" + part + "\":1")) {
        refused.assertRefusedEverywhere(condition);
      }
    }
  }

  @Test
  void numbersThatNothingCanHoldAreRefused() {
    for (String number :
        List.of(
            "1e309",
            "-1e400",
            "1e999999999",
            "1e99999999999999999999",
            "-1e-99999999999999999999",
            "1e2147483648",
            "NaN",
            "Infinity",
            "01",
            "1.",
            ".5",
            "+1",
            "0x10",
            "1e",
            "--1")) {
      refused.assertRefusedEverywhere(text("event:a count gt " + number));
      refused.assertRefusedEverywhere(text("event:a sum(b) between 1 and " + number));
      refused.assertRefusedEverywhere(
          condition(
              "{\"type\":\"event\",\"name\":\"a\",\"measure\":\"count\",\"op\":\"gt\",\"value\":"
                  + number
                  + "}"));
    }
  }

  @Test
  void timesThatAreNoneAreRefused() {
    for (String time :
        List.of(
            "before 2026-02-30",
            "before 2026-13-01",
            "before 2026-11-21T25:00",
            "before 2026-11-21T09:30+14:01",
            "before 2026-11-21T09:30+15:00",
            "before 99999-01-01",
            "before -2026-01-01",
            "before 20261121",
            "before tomorrow",
            "before 30d",
            "within 0m",
            "within 3651d",
            "within 87601h",
            "within 999999h",
            "within 1234567m",
            "within 1.5d",
            "within -1d",
            "within 1y",
            "within 1D",
            "within 30d ago",
            "within next",
            "since 5255999999m ago",
            "since 3651d ago",
            "after 1d ago ahead",
            "between 2026-11-21",
            "between 2026-11-21 and",
            "between now and 5",
            "= 2026-11-21",
            "is set",
            "gt 5")) {
      refused.assertRefusedEverywhere(text("lastSeenAt " + time));
    }
    for (String zone :
        List.of("+02:00", "CEST", "Mars/Olympus", "", "UTC+2", "' or 1=1 --", "\u0130")) {
      refused.assertRefusedEverywhere(text("everyone") + ",\"timezone\":\"" + zone + "\"");
    }
  }

  @Test
  void unknownNamesAreRefusedWhateverTheyContain() {
    for (String name :
        List.of(
            "it's",
            "%",
            "_",
            "$1",
            "$1::text",
            "\\",
            "\"; drop table customers; --",
            "{0}",
            "%s",
            "field_ow_",
            "FIELD_OWN",
            "field_own ",
            "'||'",
            "\uD83D\uDE00",
            "x".repeat(5_000))) {
      String quoted = TextNode.valueOf(name).toString();
      for (String text :
          List.of(
              "cf:" + quoted + " is set",
              "cf:" + quoted + "/field_own is set",
              "segment:" + quoted,
              "event:" + quoted + "/a performed",
              "credit:" + quoted,
              "sessions:" + quoted + " count gt 1",
              "credit where (affiliate = " + quoted + ")",
              quoted + " is set",
              "cf:field_own " + quoted)) {
        refused.assertRefusedEverywhere(text(text));
      }
      for (String leaf :
          List.of(
              "{\"type\":\"field\",\"name\":%s,\"op\":\"is_set\"}",
              "{\"type\":\"field\",\"id\":%s,\"op\":\"is_set\"}",
              "{\"type\":\"segment\",\"id\":%s}",
              "{\"type\":\"segment\",\"name\":%s}",
              "{\"type\":\"credit\",\"app\":%s}",
              "{\"type\":\"member\",\"name\":%s,\"op\":\"is_set\"}",
              "{\"type\":\"member\",\"name\":\"name\",\"op\":%s}",
              "{\"type\":%s}",
              "{%s:[]}",
              "{\"type\":\"everyone\",%s:1}")) {
        refused.assertRefusedEverywhere(condition(leaf.formatted(quoted)));
      }
    }
  }

  @Test
  void idsThatAreNoneAreUnknown() {
    for (String id :
        List.of(
            "\"0\"",
            "\"-1\"",
            "\"9223372036854775808\"",
            "\"99999999999\"",
            "\"1e3\"",
            "\" 1\"",
            "\"\"",
            "true",
            "[]",
            "{}",
            "1.5",
            "null")) {
      refused.assertRefusedEverywhere(
          condition("{\"type\":\"field\",\"id\":" + id + ",\"op\":\"is_set\"}"));
      refused.assertRefusedEverywhere(condition("{\"type\":\"segment\",\"id\":" + id + "}"));
      refused.assertRefusedEverywhere(
          condition(
              "{\"type\":\"credit\",\"where\":[{\"name\":\"affiliate\",\"op\":\"=\",\"value\":"
                  + id
                  + "}]}"));
    }
    for (String text : List.of("segment:#0", "segment:#", "segment:#99999999999999999999")) {
      refused.assertRefusedEverywhere(text(text));
    }
  }

  @Test
  void bodiesOfAnotherFormAreRefused() {
    String everyone = "{\"type\":\"everyone\"}";
    for (String members :
        List.of(
            text("everyone") + "," + condition(everyone),
            "\"text\":5",
            "\"text\":\"\"",
            "\"text\":\"  \"",
            "\"text\":[\"everyone\"]",
            condition("\"everyone\""),
            condition("[]"),
            condition("{}"),
            condition("[" + everyone + "]"),
            condition("{\"all\":[]}"),
            condition("{\"all\":" + everyone + "}"),
            condition("{\"all\":[null]}"),
            condition("{\"not\":[" + everyone + "]}"),
            condition("{\"not\":" + everyone + ",\"all\":[" + everyone + "]}"),
            condition("{\"type\":\"everyone\",\"op\":\"is_set\"}"),
            condition("{\"type\":5}"),
            condition("{\"type\":\"member\",\"name\":\"name\"}"),
            condition("{\"type\":\"member\",\"name\":\"name\",\"op\":\"=\"}"),
            condition("{\"type\":\"member\",\"name\":\"name\",\"op\":\"=\",\"value\":null}"),
            condition("{\"type\":\"member\",\"name\":\"name\",\"op\":\"=\",\"value\":{\"a\":1}}"),
            condition("{\"type\":\"member\",\"name\":\"name\",\"op\":\"in\",\"value\":[]}"),
            condition("{\"type\":\"member\",\"name\":\"name\",\"op\":\"in\",\"value\":\"a\"}"),
            condition("{\"type\":\"member\",\"name\":\"name\",\"op\":\"is_set\",\"value\":\"a\"}"),
            condition("{\"type\":\"event\",\"name\":\"a\"}"),
            condition("{\"type\":\"event\",\"name\":\"a\",\"measure\":\"often\"}"),
            condition(
                "{\"type\":\"event\",\"name\":\"a\",\"measure\":\"performed\",\"op\":\"gt\",\"value\":1}"),
            condition(
                "{\"type\":\"event\",\"name\":\"a\",\"measure\":\"performed\",\"window\":[]}"),
            condition("{\"type\":\"event\",\"name\":\"a\",\"measure\":\"performed\",\"where\":{}}"),
            condition(
                "{\"type\":\"event\",\"name\":\"a\",\"measure\":\"performed\",\"where\":[[]]}"),
            text("everyone") + ",\"timezone\":5",
            text("everyone") + ",\"tmezone\":\"UTC\"")) {
      refused.assertRefusedEverywhere(members);
    }
    // A change may leave the condition as it is, the others need one.
    for (String call : List.of("", "/check", "/preview", "/explain")) {
      for (String none : List.of("\"timezone\":\"UTC\"", "\"text\":null", condition("null"))) {
        RefusedConditions.assertRefused(none, refused.tenant().call(call, none));
      }
    }
    for (String take : List.of("-1", "101", "1.5", "\"x\"", "1e99", "99999999999999999999")) {
      RefusedConditions.assertRefused(
          take, refused.tenant().call("/preview", text("everyone") + ",\"take\":" + take));
    }
  }
}
