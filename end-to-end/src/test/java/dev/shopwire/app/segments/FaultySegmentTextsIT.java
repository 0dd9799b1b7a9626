package dev.shopwire.app.segments;

import static dev.shopwire.app.segments.SegmentTenant.text;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A text with any fault is refused with the place of it. */
@Tag("everywhere")
class FaultySegmentTextsIT {
  /** A leaf of every kind, with most operators. */
  private static final String VALID =
      "cf:field_own = \"a\" AND (NOT name in (\"a\", \"b\") OR cf:field_own before 2026-11-21) AND"
          + " lastSeenAt within 7d AND event:page_view count gte 1 within 30d where (p = \"x\") AND"
          + " event:a sum(b.c) between 1 and 2 OR page:\"/a/*\" viewed AND sessions count < 3 AND"
          + " contact count != 2 where (role = \"owner\" AND tag not in (\"a\")) OR credit where"
          + " (creditedAt since 3d ago AND code = \"x\") AND segment:\"Segment own\" AND everyone"
          + " AND firstSeenAt between 2026-01-01 and 2026-11-21T09:30Z";

  private final SegmentTenant tenant = new SegmentTenant("own");

  @Test
  void everyBeginningOfATextIsReadOrRefusedWithAPosition() {
    assertEquals(200, tenant.call("/check", text(VALID)).status());
    for (int length = 0; length < VALID.length(); length++) {
      assertReadOrRefused(VALID.substring(0, length));
    }
  }

  @Test
  void textsWithRandomFaultsAreReadOrRefusedWithAPosition() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> tokens = new ArrayList<>(List.of(VALID.split("(?<=\\W)|(?=\\W)", -1)));
    tokens.addAll(
        List.of("\"", "\\", "'", "%", "$1", "#", "[", "]", "{", "\uD83D\uDE00", "\t", "1e5"));
    for (int i = 0; i < 400; i++) {
      List<String> changed = new ArrayList<>(tokens.subList(0, tokens.size() - 12));
      for (int faults = random.nextInt(3); faults >= 0; faults--) {
        int at = random.nextInt(changed.size());
        switch (random.nextInt(3)) {
          case 0 -> changed.remove(at);
          case 1 -> changed.add(at, tokens.get(random.nextInt(tokens.size())));
          default -> changed.set(at, tokens.get(random.nextInt(tokens.size())));
        }
      }
      try {
        assertReadOrRefused(String.join("", changed));
      } catch (AssertionError e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
    }
  }

  private void assertReadOrRefused(String text) {
    Response response = tenant.call("/check", text(text));
    if (response.status() == 200) {
      return;
    }
    assertEquals(422, response.status(), () -> text + response.body());
    response
        .json()
        .path("errors")
        .forEach(
            error -> {
              assertEquals("/text", error.path("pointer").asText(), () -> text + error);
              int position = error.path("position").asInt(-1);
              int length = text.codePointCount(0, text.length());
              assertTrue(position >= 0 && position <= length, () -> text + error);
              assertTrue(position + error.path("length").asInt() <= length, () -> text + error);
            });
  }
}
