package dev.shopwire.sources.dialects;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A list of records at the platform, and how it is read. Immutable.
 *
 * @param query the text that each request sends
 * @param pageSize records that a request asks for
 * @param window the longest range of one pass
 * @param overlap how far before the watermark each sync begins
 * @param reread how far before the present one sync a day begins
 * @param types by the platform's name; types that are missing are unknown
 */
public record StreamRule(
    String name,
    String query,
    VariablesTemplate variables,
    int pageSize,
    Duration window,
    Duration overlap,
    Duration reread,
    PageRule page,
    RecordRule record,
    Map<String, TypeRule> types) {
  /** What placeholders in variables may be called in addition to parameters. */
  static final Set<String> PLACEHOLDERS = Set.of("from", "to", "pageSize", "cursor");

  private static final Set<String> NAMES =
      Set.of(
          "name",
          "query",
          "variables",
          "pageSize",
          "maxDays",
          "overlapHours",
          "rereadDays",
          "page",
          "record",
          "types");
  private static final int MAX_DAYS = 36_500;

  /**
   * @param parameters the names of the dialect's parameters
   * @throws DialectFault if {@code node} is no stream
   */
  static StreamRule read(DialectNode node, Set<String> parameters) {
    node.object(NAMES);
    Set<String> known = new TreeSet<>(parameters);
    known.addAll(PLACEHOLDERS);
    Map<String, TypeRule> types = new LinkedHashMap<>();
    DialectNode typesNode = node.required("types");
    typesNode.entries(1_000).forEach((type, rule) -> types.put(type, TypeRule.read(rule)));
    if (types.isEmpty()) {
      throw typesNode.fault("must have at least one type");
    }
    return new StreamRule(
        node.required("name")
            .text("[a-z][a-z0-9_-]{0,62}", "a name of lower-case letters, digits, - and _"),
        node.required("query").text(50_000),
        VariablesTemplate.read(node.required("variables"), known),
        node.required("pageSize").integer(1, 10_000),
        Duration.ofDays(node.required("maxDays").integer(1, MAX_DAYS)),
        Duration.ofHours(node.required("overlapHours").integer(0, MAX_DAYS)),
        Duration.ofDays(node.required("rereadDays").integer(0, MAX_DAYS)),
        PageRule.read(node.required("page")),
        RecordRule.read(node.required("record")),
        types);
  }
}
