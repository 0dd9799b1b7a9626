package dev.shopwire.enrichment.search;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.Query;
import dev.shopwire.enrichment.search.FilterReader.Unresolved;
import dev.shopwire.enrichment.search.SearchField.Custom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which customers are listed, in which order, with which custom fields.
 *
 * @param search a part of the domain, name or e-mail address in any letter case; empty for all
 * @param columns each for one value per customer
 */
record Criteria(
    long workspaceId, String search, List<Condition> conditions, Sort sort, List<Custom> columns) {
  private static final Duration CONVERSION_TIME = Duration.ofSeconds(5);

  /**
   * Looks up the names in {@code parameters}.
   *
   * @throws Failure 422 with all errors; 503 while the values of a field that is compared are being
   *     converted to another type
   */
  static Criteria resolve(
      long workspaceId, ListParameters parameters, FieldNames names, Query query) {
    ConditionReader reader = new ConditionReader(query, names, parameters.zone());
    List<Condition> conditions = new ArrayList<>();
    for (Unresolved condition : parameters.conditions()) {
      reader.read(condition).ifPresent(conditions::add);
    }
    Sort sort = sort(parameters.sort(), names, query);
    List<Custom> columns = new ArrayList<>();
    for (String name : parameters.columns()) {
      column(name, names, query).ifPresent(columns::add);
    }
    query.throwIfInvalid();
    Criteria criteria = new Criteria(workspaceId, parameters.search(), conditions, sort, columns);
    criteria.rejectConverting();
    return criteria;
  }

  private static Sort sort(String text, FieldNames names, Query query) {
    boolean isDescending = text.startsWith("-");
    String name = isDescending ? text.substring(1) : text;
    if (name.equals(Sort.BY_ID)) {
      return new Sort(Optional.empty(), isDescending);
    }
    FieldNames.Found found = names.findSingle(name);
    Optional<SearchField> field = found.field().filter(each -> each.kind() != Kind.AFFILIATE);
    if (found.field().isEmpty()) {
      query.addError("sort", found.code(), ": " + found.message());
    } else if (field.isEmpty()) {
      query.addError("sort", "unknown_field", "must not be affiliate: a customer may have several");
    }
    return new Sort(field, isDescending);
  }

  private static Optional<Custom> column(String name, FieldNames names, Query query) {
    if (!FilterReader.isName(name) || !name.startsWith(FieldNames.CUSTOM)) {
      return query.addError("columns", "unknown_field", "must be names of fields such as cf:plan");
    }
    FieldNames.Found found = names.findSingle(name);
    if (found.field().isEmpty()) {
      return query.addError("columns", found.code(), ": " + found.message());
    }
    return found.field().map(Custom.class::cast);
  }

  /** Until all values are converted, some are stored in a column of the former type. */
  private void rejectConverting() {
    Stream.concat(conditions.stream().map(Condition::field), sort.field().stream())
        .filter(field -> field instanceof Custom custom && custom.field().isConverting())
        .findFirst()
        .ifPresent(
            field -> {
              throw Failure.unavailable(
                  "field_converting",
                  "The values of %s are being converted to another type: try again later"
                      .formatted(field.name()),
                  CONVERSION_TIME);
            });
  }
}
