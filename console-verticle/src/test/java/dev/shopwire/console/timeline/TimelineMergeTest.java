package dev.shopwire.console.timeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.shopwire.common.contracts.Timeline.Entry;
import dev.shopwire.common.contracts.Timeline.Part;
import dev.shopwire.common.json.Times;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Compares pages that are merged from the parts of several roles with one sorted list. */
class TimelineMergeTest {
  private static final List<List<String>> TYPES =
      List.of(
          List.of("usage_event", "page_view"),
          List.of("attribution"),
          List.of("webhook_delivery"),
          List.of("console"));

  /** The order that docs/api/console-lists.md describes; ids of a type are compared as numbers. */
  private static final Comparator<Entry> ORDER =
      Comparator.comparing((Entry entry) -> Instant.parse(entry.at()))
          .reversed()
          .thenComparing(Entry::type)
          .thenComparing(TimelineMergeTest::number);

  private static int number(Entry entry) {
    return Integer.parseInt(entry.id().substring(entry.type().length() + 1));
  }

  /** Few different times, so that many entries have the same, some of them whole milliseconds. */
  private static Entry entry(Random random, String type, int number) {
    Instant at = Instant.ofEpochSecond(1_700_000_000L, random.nextInt(4) * 500_000L);
    NullNode none = NullNode.getInstance();
    return new Entry(type + "-" + number, type, Times.format(at), none, "", none);
  }

  /** A role's part of the page after {@code last}: at most {@code take} entries, perhaps fewer. */
  private static Part part(List<Entry> all, int after, Random random, int take) {
    int size = Math.min(all.size() - after, 1 + random.nextInt(take));
    if (random.nextBoolean()) {
      size = Math.min(all.size() - after, take);
    }
    return new Part(all.subList(after, after + size), after + size < all.size());
  }

  @RepeatedTest(200)
  void pagesHaveEveryEntryOnceInOrder() {
    Random random = new Random();
    List<Entry> all = new ArrayList<>();
    List<List<Entry>> ofRoles = new ArrayList<>();
    for (List<String> types : TYPES) {
      List<Entry> entries = new ArrayList<>();
      int count = random.nextInt(15);
      for (int i = 0; i < count; i++) {
        entries.add(entry(random, types.get(random.nextInt(types.size())), i));
      }
      entries.sort(ORDER);
      ofRoles.add(entries);
      all.addAll(entries);
    }
    all.sort(ORDER);
    int take = 1 + random.nextInt(10);
    List<Entry> seen = new ArrayList<>();
    boolean more = true;
    while (more) {
      List<Part> parts = new ArrayList<>();
      for (List<Entry> entries : ofRoles) {
        int shown = (int) entries.stream().filter(seen::contains).count();
        parts.add(part(entries, shown, random, take));
      }
      TimelineMerge.Page page = TimelineMerge.merge(parts, take);
      assertTrue(page.entries().size() <= take);
      assertTrue(
          !page.hasMore() || !page.entries().isEmpty(), "a page that has a next one is not empty");
      seen.addAll(page.entries());
      more = page.hasMore();
    }
    assertEquals(all, seen);
  }

  @Test
  void nothingIsShownThatEntriesLeftOutByARoleMayPrecede() {
    Random random = new Random(1);
    Entry event = entry(random, "usage_event", 1);
    Instant at = Instant.parse(event.at());
    Entry older =
        new Entry(
            "attribution-1",
            "attribution",
            Times.format(at.minusSeconds(1)),
            event.app(),
            "",
            event.detail());
    TimelineMerge.Page page =
        TimelineMerge.merge(
            List.of(new Part(List.of(event), true), new Part(List.of(older), false)), 10);
    assertEquals(new TimelineMerge.Page(List.of(event), true), page);
    assertFalse(TimelineMerge.merge(List.of(), 10).hasMore());
  }
}
