package dev.shopwire.app.segments;

import static dev.shopwire.app.segments.SegmentTenant.condition;
import static dev.shopwire.app.segments.SegmentTenant.text;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** No condition is a server error because it is large or deep. */
@Tag("everywhere")
class LargeSegmentsIT {
  private static final int MEBIBYTE = 1 << 20;
  private static final int DEEP = 16_000;
  private static final int DEEPER = 100_000;

  private final RefusedConditions refused = new RefusedConditions();

  @Test
  void deepTextsAreRefused() {
    for (String text :
        List.of(
            "(".repeat(DEEP),
            "(".repeat(DEEP / 2) + "everyone" + ")".repeat(DEEP / 2 - 10),
            "NOT ".repeat(DEEP / 4) + "everyone",
            "NOT(".repeat(DEEP / 5) + "everyone" + ")".repeat(DEEP / 5),
            "(".repeat(16) + "everyone" + ")".repeat(16),
            "NOT ".repeat(16) + "everyone",
            ")".repeat(DEEP),
            "everyone " + "AND (everyone OR ".repeat(900),
            "event:a performed where (".repeat(600),
            "cf:a in (".repeat(1_500))) {
      refused.assertRefusedEverywhere(text(text));
    }
  }

  @Test
  void deepTreesAreRefused() {
    String everyone = "{\"type\":\"everyone\"}";
    for (String tree :
        List.of(
            "{\"not\":".repeat(DEEPER) + everyone + "}".repeat(DEEPER),
            "{\"all\":[".repeat(DEEPER) + everyone + "]}".repeat(DEEPER),
            "[".repeat(DEEPER) + "]".repeat(DEEPER),
            "{\"type\":\"field\",\"name\":\"field_own\",\"op\":\"=\",\"value\":"
                + "[".repeat(DEEPER)
                + "]".repeat(DEEPER)
                + "}",
            "{\"a\":".repeat(DEEPER) + "1" + "}".repeat(DEEPER),
            "{\"not\":".repeat(DEEPER),
            "{\"not\":".repeat(16) + everyone + "}".repeat(16),
            "{\"any\":[" + everyone + ",".repeat(3))) {
      refused.assertRefusedEverywhere(condition(tree));
    }
  }

  @Test
  void largeConditionsAreRefused() {
    String leaf = "{\"type\":\"everyone\"}";
    int almost = MEBIBYTE - 200;
    for (String condition :
        List.of(
            text("x".repeat(almost)),
            text("\uD83D\uDE00".repeat(almost / 4)),
            text(" ".repeat(almost)),
            text("everyone AND ".repeat(1_200) + "everyone"),
            text("everyone AND ".repeat(100) + "everyone"),
            text("cf:field_own in (" + "1, ".repeat(4_000) + "1)"),
            text("cf:field_own in (" + "a, ".repeat(100) + "a)"),
            text("cf:" + "x".repeat(16_000) + " is set"),
            text("cf:field_own gt " + "9".repeat(16_000)),
            condition("{\"all\":[" + (leaf + ",").repeat(40_000) + leaf + "]}"),
            condition("{\"any\":[" + (leaf + ",").repeat(100) + leaf + "]}"),
            condition(
                "{\"type\":\"field\",\"name\":\"field_own\",\"op\":\"in\",\"value\":["
                    + "\"a\",".repeat(150_000)
                    + "\"a\"]}"),
            condition(
                "{\"type\":\"member\",\"name\":\"name\",\"op\":\"=\",\"value\":\""
                    + "x".repeat(almost)
                    + "\"}"),
            condition("{\"" + "x".repeat(almost) + "\":1}"),
            text("x".repeat(2 * MEBIBYTE)))) {
      refused.assertRefusedEverywhere(condition);
    }
  }
}
