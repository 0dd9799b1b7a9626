package dev.shopwire.benchmarks.console;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.benchmarks.population.EventShape;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.pages.ConsolePage;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Every read of the console API, from its OpenAPI document, and every page, each with parameters
 * that refer to the generated data.
 */
final class ConsoleReads {
  private static final String STEPS =
      "steps=" + String.join(",", EventShape.VIEWED, EventShape.EXPORTED, EventShape.SENT);
  private static final String NAMED = "eventName=" + EventShape.EXPORTED;

  /** An explanation counts all events of its customer, here the busiest one. */
  private static final Set<String> HEAVY =
      Set.of(
          "getFunnel",
          "listDropouts",
          "getRetention",
          "getSessionsSummary",
          "listPageViews",
          "explainSegment");

  private static final Set<ConsolePage> HEAVY_PAGES =
      EnumSet.of(
          ConsolePage.WEB_ANALYTICS,
          ConsolePage.PAGE_VIEWS,
          ConsolePage.FUNNEL,
          ConsolePage.RETENTION);
  private static final Set<ConsolePage> LEADING =
      EnumSet.of(ConsolePage.ROOT, ConsolePage.HOME, ConsolePage.CHOSEN_WORKSPACE);

  private final ConsoleData data;

  ConsoleReads(ConsoleData data) {
    this.data = data;
  }

  /** What is asked of a read. */
  enum Kind {
    USUAL,
    /** It may take seconds on many events, or be refused. */
    HEAVY,
    /** A page for callers who are not signed in. */
    OPEN
  }

  /**
   * One of them.
   *
   * @param expected text of the response
   */
  record Read(String name, String path, Kind kind, String expected) {}

  /**
   * @param document the served OpenAPI document
   */
  List<Read> ofApi(JsonNode document) {
    List<Read> reads = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      JsonNode get = path.getValue().path("get");
      if (get.isObject()) {
        String operation = get.path("operationId").asText();
        reads.add(
            new Read(
                operation,
                filled(path.getKey()) + parameters(operation),
                HEAVY.contains(operation) ? Kind.HEAVY : Kind.USUAL,
                "{"));
      }
    }
    reads.add(report("report: sum by day", "calculation=sum&overProperty=rows", Kind.USUAL));
    reads.add(
        report("report: count by plan and day", "calculation=count&groupBy=plan", Kind.USUAL));
    reads.add(report("report: unique shops by day", "calculation=unique", Kind.USUAL));
    reads.add(report("report: median by day", "calculation=median&overProperty=rows", Kind.HEAVY));
    reads.add(audit("audit log of a user", "actor=user/1"));
    reads.add(audit("audit log of an action", "action=saved_view.created"));
    reads.add(audit("audit log of an object", "object=affiliate/7"));
    reads.add(audit("audit log of a user and an action", "actor=user/1&action=key.created"));
    for (String zone : List.of("Europe/Zurich", "Asia/Kathmandu")) {
      reads.add(new Read("overview in " + zone, overview(zone), Kind.USUAL, "\"activeShops\":{"));
    }
    return reads;
  }

  /** All pages of the console's list of pages but those that only lead to others. */
  List<Read> ofPages() {
    List<Read> pages = new ArrayList<>();
    for (ConsolePage page : ConsolePage.values()) {
      if (page.reader().isPresent() && !LEADING.contains(page)) {
        pages.add(ofPage(page));
      }
    }
    return pages;
  }

  private Read ofPage(ConsolePage page) {
    long workspace = Long.parseLong(data.ids().get("workspaces"));
    String path =
        page.resource().isEmpty()
            ? page.path(workspace)
            : page.path(workspace, data.id(page.resource()));
    Kind kind =
        page.reader().orElseThrow() == AccessLevel.NONE
            ? Kind.OPEN
            : HEAVY_PAGES.contains(page) ? Kind.HEAVY : Kind.USUAL;
    return new Read("page " + page.path(), path + parameters(page), kind, "<h1");
  }

  /** Those of behavior and the overview show thirty days. */
  private String parameters(ConsolePage page) {
    return switch (page) {
      case OVERVIEW, WEB_ANALYTICS, PAGE_VIEWS, SESSIONS -> "?" + data.thirtyDays();
      case EVENTS, RETENTION -> "?" + NAMED + range();
      case REPORT -> "?calculation=count&interval=daily&" + NAMED + range();
      case FUNNEL -> "?window=7d&" + STEPS + range();
      default -> "";
    };
  }

  private Read report(String name, String parameters, Kind kind) {
    String path = "/usage-events/report?" + NAMED + "&interval=daily&" + parameters;
    return new Read(name, data.appPath(path) + "&" + data.thirtyDays(), kind, "{");
  }

  private Read audit(String name, String parameters) {
    return new Read(name, data.workspacePath("/audit-log?take=50&" + parameters), Kind.USUAL, "{");
  }

  private String overview(String zone) {
    return data.workspacePath("/overview?" + data.thirtyDays().replace("UTC", zone));
  }

  /** The resource before a parameter says whose id it is. */
  private String filled(String path) {
    StringBuilder filled = new StringBuilder();
    String before = "";
    for (String part : path.substring(1).split("/", -1)) {
      filled.append('/').append(part.startsWith("{") ? data.id(before) : part);
      before = part;
    }
    return filled.toString();
  }

  private String parameters(String operation) {
    return switch (operation) {
      case "getUsageReport" -> "?calculation=count&interval=daily&" + NAMED + range();
      case "getOverview", "listSessions", "listPageViews" -> "?" + data.thirtyDays();
      case "getSessionsSummary" -> "?interval=daily" + range();
      case "getFunnel" -> "?window=7d&" + STEPS + range();
      case "listDropouts" -> "?window=7d&step=2&" + STEPS + range();
      case "getRetention" -> "?" + NAMED + range();
      case "getPartnerReport", "getWorkspacePartnerReport" -> "?" + data.thirtyDays();
      case "listPartnerReportRows", "listWorkspacePartnerReportRows" ->
          "?metric=active_installs&date=2026-03-01";
      case "listEventProperties" -> "?" + NAMED;
      case "explainWebhook" -> "?topic=contacts/updated";
      case "explainSegment", "explainFlow" -> "?customerId=" + data.id("customers");
      default -> "";
    };
  }

  private String range() {
    return "&" + data.thirtyDays();
  }
}
