package dev.shopwire.enrichment.search;

import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.TimeZones;
import dev.shopwire.enrichment.search.FilterReader.Unresolved;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The parameters of a list of customers, before the names in them are looked up.
 *
 * @param sort the field's name, with a hyphen in front if descending
 */
record ListParameters(
    String search, List<Unresolved> conditions, String sort, List<String> columns, ZoneId zone) {
  private static final int MAX_SEARCH = 1_000;
  private static final int MAX_COLUMNS = 20;
  private static final List<String> CRITERIA =
      List.of("search", FilterReader.NAME, "sort", "timezone");

  /** Reads the parameters; errors are recorded in {@code query}. */
  static ListParameters read(Query query) {
    return new ListParameters(
        query.trimmed("search", MAX_SEARCH),
        FilterReader.read(query),
        query.text("sort", FilterReader.MAX_NAME).map(String::strip).orElse(Sort.BY_ID),
        columns(query),
        zone(query));
  }

  /** The raw parameters that determine which customers are listed, and in which order. */
  static List<String> criteria(Query query, long workspaceId) {
    return Stream.concat(
            Stream.of("customers", Long.toString(workspaceId)), query.rawValues(CRITERIA).stream())
        .toList();
  }

  private static List<String> columns(Query query) {
    Set<String> columns = new LinkedHashSet<>();
    query
        .text("columns", FilterReader.MAX_LENGTH)
        .ifPresent(
            text ->
                Stream.of(text.split(",", -1))
                    .map(String::strip)
                    .filter(name -> !name.isEmpty())
                    .forEach(columns::add));
    if (columns.size() > MAX_COLUMNS) {
      query.addError("columns", "too_many", "must name at most " + MAX_COLUMNS + " fields");
      return List.of();
    }
    return List.copyOf(columns);
  }

  private static ZoneId zone(Query query) {
    return query
        .text("timezone", TimeZones.MAX_LENGTH)
        .flatMap(
            name -> {
              Optional<ZoneId> zone = TimeZones.find(name);
              return zone.isPresent()
                  ? zone
                  : query.addError("timezone", "invalid_timezone", TimeZones.EXPECTED);
            })
        .orElse(ZoneOffset.UTC);
  }

  /** Whether custom fields must be looked up. */
  boolean usesCustomFields() {
    return Stream.of(
            conditions.stream().map(Unresolved::field),
            columns.stream(),
            Stream.of(sort.startsWith("-") ? sort.substring(1) : sort))
        .flatMap(names -> names)
        .anyMatch(name -> name.startsWith(FieldNames.CUSTOM));
  }
}
