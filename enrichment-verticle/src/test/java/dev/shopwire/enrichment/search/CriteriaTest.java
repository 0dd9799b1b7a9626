package dev.shopwire.enrichment.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.Query;
import dev.shopwire.enrichment.fields.Field;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.fields.FieldScope;
import dev.shopwire.enrichment.fields.FieldType;
import dev.shopwire.enrichment.search.SearchField.Custom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how the parameters of a list of customers are read: names, types and errors. */
class CriteriaTest {
  private static final long WORKSPACE = 3;
  private static final long ONE = 7;
  private static final long TWO = 8;
  private static final Map<Long, String> SLUGS = Map.of(ONE, "one", TWO, "two");

  private static final FieldCatalog CATALOG =
      new FieldCatalog(
          1,
          List.of(
              shared(1, "tier", FieldType.TEXT, FieldScope.CUSTOMERS, false),
              own(2, ONE, "tier", FieldType.NUMBER),
              shared(3, "note", FieldType.TEXT, FieldScope.ALL_APPS, false),
              own(4, ONE, "plan", FieldType.TEXT),
              own(5, ONE, "both", FieldType.TEXT),
              own(6, TWO, "both", FieldType.TEXT),
              shared(7, "secret", FieldType.TEXT, FieldScope.CUSTOMERS, true),
              shared(8, "seats", FieldType.NUMBER, FieldScope.CUSTOMERS, false),
              shared(9, "active", FieldType.BOOLEAN, FieldScope.CUSTOMERS, false),
              shared(10, "setup", FieldType.JSON, FieldScope.CUSTOMERS, false)));

  private static Field shared(
      long id, String name, FieldType type, FieldScope scope, boolean isPrivate) {
    return new Field(id, Field.NO_APP, name, type, scope, isPrivate);
  }

  private static Field own(long id, long app, String name, FieldType type) {
    return new Field(id, app, name, type, FieldScope.APP, false);
  }

  private static Criteria read(Map<String, String> parameters, boolean seesPrivateFields) {
    Query query = new Query(parameters);
    ListParameters read = ListParameters.read(query);
    FieldNames names = new FieldNames(CATALOG.visible(seesPrivateFields), SLUGS);
    return Criteria.resolve(WORKSPACE, read, names, query);
  }

  private static String errors(Map<String, String> parameters, boolean seesPrivateFields) {
    Failure failure = assertThrows(Failure.class, () -> read(parameters, seesPrivateFields));
    return failure.errors().stream()
        .map(
            error ->
                (error.pointer() == null ? error.parameter() : error.pointer())
                    + " "
                    + error.code())
        .collect(Collectors.joining(", "));
  }

  private static Map<String, String> filter(String... conditions) {
    return Map.of("filter", "[" + String.join(",", conditions) + "]");
  }

  private static String condition(String field, String operator, String value) {
    return "{\"field\":\"%s\",\"operator\":\"%s\"%s}"
        .formatted(field, operator, value.isEmpty() ? "" : ",\"value\":" + value);
  }

  @ParameterizedTest
  @CsvSource({
    "cf:tier, 1, 0",
    "cf:one/tier, 2, 0",
    "cf:two/tier, 1, 0",
    "cf:note, 3, 0",
    "cf:one/note, 3, 7",
    "cf:plan, 4, 0",
    "cf:one/plan, 4, 0",
    "cf:two/both, 6, 0",
  })
  void aNameMeansTheSharedFieldTheOnlyAppsOrWhatAPushWouldWriteTo(
      String name, long field, long app) {
    Optional<SearchField> found = new FieldNames(CATALOG, SLUGS).find(name).field();
    Custom custom = (Custom) found.orElseThrow();
    assertEquals(field + " " + app, custom.field().id() + " " + custom.app());
  }

  @ParameterizedTest
  @CsvSource({
    "cf:both, ambiguous_field",
    "cf:two/plan, unknown_field",
    "cf:three/tier, unknown_field",
    "cf:Tier, unknown_field",
    "cf:, unknown_field",
    "cf:/tier, unknown_field",
    "tier, unknown_field",
    "domain, unknown_field",
    "cf:\u0000, unknown_field",
  })
  void aNameOfNoFieldIsRejectedInConditionsSortAndColumns(String name, String code) {
    String escaped = name.replace("\u0000", "\\u0000");
    assertEquals(
        "/filter/0/field " + code, errors(filter(condition(escaped, "is_blank", "")), true));
    if (name.indexOf('\0') < 0) {
      assertEquals("sort " + code, errors(Map.of("sort", "-" + name), true));
      assertEquals(
          "columns " + (name.startsWith("cf:") ? code : "unknown_field"),
          errors(Map.of("columns", "cf:tier," + name), true));
    }
  }

  @Test
  void aPrivateFieldDoesNotExistForAnalysts() {
    Map<String, String> condition = filter(condition("cf:secret", "equals", "\"a\""));
    assertEquals(1, read(condition, true).conditions().size());
    assertEquals("/filter/0/field unknown_field", errors(condition, false));
    assertEquals("sort unknown_field", errors(Map.of("sort", "cf:secret"), false));
    assertEquals("columns unknown_field", errors(Map.of("columns", "cf:secret"), false));
    Failure hidden = assertThrows(Failure.class, () -> read(Map.of("sort", "cf:secret"), false));
    Failure unknown = assertThrows(Failure.class, () -> read(Map.of("sort", "cf:nothing"), false));
    assertEquals(unknown.message().replace("nothing", "secret"), hidden.message());
  }

  @Test
  void anAllAppsFieldNeedsItsAppInSortAndColumns() {
    assertTrue(
        ((Custom)
                read(filter(condition("cf:note", "is_blank", "")), true)
                    .conditions()
                    .get(0)
                    .field())
            .isOfAllApps());
    assertEquals("sort app_required", errors(Map.of("sort", "cf:note"), true));
    assertEquals("columns app_required", errors(Map.of("columns", "cf:note"), true));
    assertEquals(
        List.of("cf:two/note", "cf:tier"),
        read(Map.of("columns", "cf:two/note, cf:tier,cf:two/note"), true).columns().stream()
            .map(Custom::name)
            .toList());
  }

  @ParameterizedTest
  @CsvSource({
    "cf:seats, equals, '\"1\"', /filter/0/value field_type_mismatch",
    "cf:seats, in, '[1,true]', /filter/0/value/1 field_type_mismatch",
    "cf:tier, equals, 1, /filter/0/value field_type_mismatch",
    "cf:tier, gt, 1, /filter/0/value field_type_mismatch",
    "cf:tier, gt, '\"a\"', /filter/0/operator invalid_operator",
    "cf:seats, contains, 1, /filter/0/operator invalid_operator",
    "cf:active, not_equals, '\"true\"', /filter/0/value field_type_mismatch",
    "cf:setup, equals, '\"a\"', /filter/0/value field_type_mismatch",
    "cf:setup, starts_with, '\"a\"', /filter/0/value field_type_mismatch",
    "name, equals, 1, /filter/0/value field_type_mismatch",
    "firstSeenAt, gt, 1, /filter/0/value field_type_mismatch",
    "firstSeenAt, gt, '\"soon\"', /filter/0/value invalid_value",
    "firstSeenAt, lt, '\"2026-02-30\"', /filter/0/value invalid_value",
    "affiliate, equals, '\"Ada\"', /filter/0/value invalid_value",
    "affiliate, equals, 3, /filter/0/value field_type_mismatch",
    "cf:seats, equals, 1e999, /filter/0/value invalid_value",
    "cf:seats, equals, null, /filter/0/value invalid_value",
    "cf:seats, equals, , /filter/0/value invalid_value",
    "cf:seats, is_blank, 1, /filter/0/value invalid_value",
    "cf:seats, in, 1, /filter/0/value invalid_value",
    "cf:seats, in, '[]', /filter/0/value invalid_value",
    "cf:seats, between, 1, /filter/0/operator invalid_operator",
  })
  void aConditionThatDoesNotFitItsFieldIsRejectedWithItsPointer(
      String field, String operator, String value, String expected) {
    assertEquals(
        expected, errors(filter(condition(field, operator, value == null ? "" : value)), true));
  }

  @ParameterizedTest
  @CsvSource({
    "cf:setup, contains, '\"a\"'",
    "cf:setup, equals, '{\"a\":[1]}'",
    "cf:active, is_true, ",
    "cf:tier, is_true, ",
    "lastSeenAt, lte, '\"2026-11-23\"'",
    "lastSeenAt, in, '[\"2026-11-23\",\"2026-11-23T10:00:00+01:00\"]'",
    "myplatformDomain, starts_with, '\"a\"'",
    "affiliate, not_in, '[\"1\",\"2\"]'",
  })
  void aConditionThatFitsItsFieldIsAccepted(String field, String operator, String value) {
    Criteria criteria = read(filter(condition(field, operator, value == null ? "" : value)), true);
    assertEquals(1, criteria.conditions().size());
  }

  @Test
  void allErrorsAreReportedAtOnce() {
    Map<String, String> parameters =
        Map.of(
            "filter",
            "[" + condition("cf:no", "equals", "1") + "," + condition("name", "in", "[1]") + "]",
            "sort",
            "affiliate",
            "columns",
            "name");
    assertEquals(
        "/filter/0/field unknown_field, /filter/1/value/0 field_type_mismatch, sort unknown_field,"
            + " columns unknown_field",
        errors(parameters, true));
  }

  @ParameterizedTest
  @CsvSource({
    "filter, x, filter invalid_filter",
    "filter, '{}', filter invalid_filter",
    "filter, '[1]', /filter/0 invalid_type",
    "filter, '[{}]', '/filter/0/field required, /filter/0/operator invalid_operator'",
    "timezone, Mars/Olympus, timezone invalid_timezone",
  })
  void aMalformedParameterIsRejected(String name, String value, String expected) {
    assertEquals(expected, errors(Map.of(name, value), true));
  }

  @Test
  void moreThanTwentyConditionsOrColumnsAreRejected() {
    String[] conditions = new String[21];
    java.util.Arrays.fill(conditions, condition("cf:tier", "is_blank", ""));
    assertEquals("filter too_many", errors(filter(conditions), true));
    String columns =
        java.util.stream.IntStream.range(0, 21)
            .mapToObj(i -> "cf:f" + i)
            .collect(Collectors.joining(","));
    assertEquals("columns too_many", errors(Map.of("columns", columns), true));
  }

  @Test
  void aFieldWhoseValuesAreBeingConvertedCanBeShownButNotCompared() {
    Field converting =
        new Field(
            1,
            Field.NO_APP,
            "size",
            FieldType.NUMBER,
            FieldScope.CUSTOMERS,
            false,
            Optional.of(FieldType.NUMBER),
            Optional.empty());
    FieldNames names = new FieldNames(new FieldCatalog(1, List.of(converting)), SLUGS);
    Query query = new Query(Map.of("columns", "cf:size"));
    assertEquals(
        1, Criteria.resolve(WORKSPACE, ListParameters.read(query), names, query).columns().size());
    Query sorted = new Query(Map.of("sort", "cf:size"));
    Failure failure =
        assertThrows(
            Failure.class,
            () -> Criteria.resolve(WORKSPACE, ListParameters.read(sorted), names, sorted));
    assertEquals("field_converting", failure.reason());
  }
}
