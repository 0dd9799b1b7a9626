package dev.shopwire.benchmarks.console;

import static dev.shopwire.benchmarks.measure.Output.progress;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.benchmarks.measure.Verdicts;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Walks through the whole timeline of the busiest shop, page by page, and measures its first,
 * middle and last pages again.
 *
 * @param runs of each page
 */
record TimelineWalk(ConsoleSession session, ConsoleData data, int runs) {
  private static final int PAGE = 50;
  private static final int LARGEST_PAGE = 1_000;
  private static final double PAGE_MILLIS = 100;

  void measure(Verdicts verdicts) {
    String path = "/console/api/customers/" + data.shop() + "/timeline";
    List<String> cursors = new ArrayList<>(List.of(""));
    long entries = 0;
    while (true) {
      String cursor = cursors.get(cursors.size() - 1);
      JsonNode page = session.require(path + "?take=" + LARGEST_PAGE + cursor).json();
      entries += page.path("timeline").size();
      if (!page.path("hasNextPage").asBoolean()) {
        break;
      }
      cursors.add(
          "&cursor=" + URLEncoder.encode(page.path("cursor").asText(), StandardCharsets.UTF_8));
    }
    progress("  walked %,d entries, %,d a page", entries, LARGEST_PAGE);
    String page = path + "?take=" + PAGE;
    judge(verdicts, "first", page);
    judge(verdicts, "middle", page + cursors.get(cursors.size() / 2));
    judge(verdicts, "last", page + cursors.get(cursors.size() - 1));
    judge(verdicts, "first page views", page + "&types=page_view");
    judge(verdicts, "first deliveries", page + "&types=webhook_delivery");
    judge(verdicts, "first changes", page + "&types=console");
  }

  private void judge(Verdicts verdicts, String which, String path) {
    Repeated.of(session, path, runs).judge(verdicts, "timeline: " + which, PAGE_MILLIS);
  }
}
