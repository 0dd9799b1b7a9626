package dev.shopwire.enrichment.fields;

import static dev.shopwire.enrichment.fields.TestFields.APP;
import static dev.shopwire.enrichment.fields.TestFields.LIMITS;
import static dev.shopwire.enrichment.fields.TestFields.OTHER_APP;
import static dev.shopwire.enrichment.fields.TestFields.body;
import static dev.shopwire.enrichment.fields.TestFields.catalog;
import static dev.shopwire.enrichment.fields.TestFields.foreign;
import static dev.shopwire.enrichment.fields.TestFields.linked;
import static dev.shopwire.enrichment.fields.TestFields.own;
import static dev.shopwire.enrichment.fields.TestFields.plan;
import static dev.shopwire.enrichment.fields.TestFields.retyped;
import static dev.shopwire.enrichment.fields.TestFields.shared;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.enrichment.fields.FieldPlan.Target;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class FieldPlanTest {
  private static final Field OWN = own(1, "own", FieldType.TEXT);
  private static final Field CUSTOMERS =
      shared(3, "customers", FieldType.NUMBER, FieldScope.CUSTOMERS);
  private static final Field ALL_APPS =
      shared(4, "all_apps", FieldType.BOOLEAN, FieldScope.ALL_APPS);

  private static String summary(List<ValidationError> errors) {
    return errors.stream()
        .map(error -> error.pointer() + " " + error.code())
        .collect(Collectors.joining(", "));
  }

  private static List<String> missing(FieldPlan plan) {
    return plan.missing().stream().map(FieldInput::name).toList();
  }

  @Test
  void eachNameIsResolvedToItsFieldAndTheAppThatOwnsTheValue() {
    FieldPlan plan =
        plan(
            catalog(OWN, CUSTOMERS, ALL_APPS), "{\"own\":\"a\",\"customers\":1,\"all_apps\":true}");
    assertEquals(
        List.of(
            new Target(OWN, Field.NO_APP, Optional.of(new FieldValue(FieldType.TEXT, "a"))),
            new Target(CUSTOMERS, Field.NO_APP, Optional.of(new FieldValue(FieldType.NUMBER, "1"))),
            new Target(ALL_APPS, APP, Optional.of(new FieldValue(FieldType.BOOLEAN, "true")))),
        plan.targets());
    assertEquals(List.of(), plan.missing());
    assertEquals(List.of(), plan.errors());
  }

  @Test
  void anUnknownFieldIsCreatedUnlessItsValueIsNull() {
    FieldPlan plan = plan(catalog(foreign(2, "a", FieldType.TEXT)), "{\"a\":1,\"b\":null}");
    assertEquals(List.of("a"), missing(plan));
    assertEquals(List.of(), plan.targets());
    assertEquals(List.of(), plan.errors());
  }

  @Test
  void aValueOfAnotherTypeIsAnErrorThatNamesBothTypes() {
    FieldPlan plan = plan(catalog(OWN, CUSTOMERS), "{\"own\":5,\"customers\":\"5\",\"x\":[]}");
    assertEquals(
        List.of(
            new ValidationError(
                "/customFields/own", "field_type_mismatch", "own is a text field, got number"),
            new ValidationError(
                "/customFields/customers",
                "field_type_mismatch",
                "customers is a number field, got text")),
        plan.errors());
  }

  @Test
  void nullMatchesEveryType() {
    FieldPlan plan = plan(catalog(OWN, CUSTOMERS), "{\"own\":null,\"customers\":null}");
    assertEquals(List.of(), plan.errors());
    assertEquals(
        List.of(Optional.empty(), Optional.empty()),
        plan.targets().stream().map(Target::value).toList());
  }

  @Test
  void anEmptyStringCreatesNoFieldAndDoesNotCountTowardsTheLimit() {
    FieldPlan plan = plan(catalog(OWN), "{\"a\":\"\",\"b\":\"\",\"own\":\"\"}");
    assertEquals(List.of(), missing(plan));
    assertEquals(List.of(), plan.errors());
    assertEquals(1, plan.targets().size());
    assertEquals(List.of("c"), missing(plan(catalog(OWN), "{\"a\":\"\",\"b\":\"\",\"c\":1}")));
  }

  @Test
  void valuesThatDoNotConvertAreReportedToTheFieldsCheck() {
    Field checked = retyped(OWN, FieldType.NUMBER);
    assertEquals(List.of(), plan(catalog(OWN), "{\"own\":\"x\"}").missed());
    assertEquals(List.of(OWN.id()), plan(catalog(checked), "{\"own\":\"x\"}").missed());
    assertEquals(List.of(), plan(catalog(checked), "{\"own\":\"5\"}").missed());
    assertEquals(List.of(), plan(catalog(checked), "{\"own\":null}").missed());
    // Until the check has finished, the field keeps its type.
    assertEquals(
        "/customFields/own field_type_mismatch",
        summary(plan(catalog(checked), "{\"own\":5}").errors()));
  }

  @Test
  void aFieldWhoseTypeHasChangedIsConverting() {
    Field converting = retyped(CUSTOMERS, FieldType.NUMBER);
    FieldPlan plan = plan(catalog(OWN, converting), "{\"own\":\"x\",\"customers\":5}");
    assertEquals(List.of(converting), plan.converting());
    assertEquals(List.of(), plan.missed());
    assertEquals(List.of(), plan.errors());
  }

  @Test
  void theDefinitionsOfAnAppAreLimited() {
    assertEquals("", summary(plan(catalog(), "{\"a\":1,\"b\":1,\"c\":null}").errors()));
    assertEquals(
        "/customFields/c field_limit_reached",
        summary(plan(catalog(), "{\"a\":1,\"b\":1,\"c\":1}").errors()));
    assertEquals(
        "/customFields/b field_limit_reached",
        summary(plan(catalog(OWN, CUSTOMERS), "{\"own\":\"x\",\"a\":1,\"b\":1}").errors()));
    Field foreignField = foreign(2, "theirs", FieldType.TEXT);
    Field otherForeignField = foreign(5, "theirs_too", FieldType.TEXT);
    assertEquals(
        "", summary(plan(catalog(foreignField, otherForeignField), "{\"a\":1,\"b\":1}").errors()));
  }

  @Test
  void aValueBeyondItsLimitsIsAnErrorOfKnownAndNewFields() {
    assertEquals(
        "/customFields/own too_long, /customFields/x too_long",
        summary(plan(catalog(OWN), "{\"own\":\"abcdef\",\"x\":\"abcdef\"}").errors()));
  }

  @Test
  void aLinkedFieldTakesNothingWhateverIsPushed() {
    FieldCatalog catalog = catalog(linked(OWN), CUSTOMERS);
    for (String value : List.of("\"a\"", "5", "null", "\"abcdef\"", "1e400", "[[[[]]]]")) {
      FieldPlan plan = plan(catalog, "{\"own\":" + value + ",\"customers\":1}");
      assertEquals(List.of(), plan.errors(), value);
      assertEquals(List.of(), plan.missing(), value);
      assertEquals(List.of(CUSTOMERS), plan.targets().stream().map(Target::field).toList(), value);
      assertFalse(plan.changes(List.of(new StoredValue(3, Field.NO_APP, "1"))), value);
    }
  }

  @Test
  void aLinkedFieldIsNamedInAWarning() {
    FieldCatalog catalog = catalog(linked(OWN), CUSTOMERS);
    JsonInput body = body("{\"own\":5,\"customers\":1}");
    List<ValidationError> warnings =
        FieldInput.of(body, LIMITS).stream()
            .flatMap(field -> field.warning(catalog, APP).stream())
            .toList();
    assertEquals("/customFields/own linked_field", summary(warnings));
  }

  @Test
  void onlyDifferentValuesAreChanges() {
    FieldCatalog catalog = catalog(OWN, CUSTOMERS, ALL_APPS);
    List<StoredValue> stored =
        List.of(
            new StoredValue(1, Field.NO_APP, "a"),
            new StoredValue(3, Field.NO_APP, "1"),
            new StoredValue(4, OTHER_APP, "true"));
    assertFalse(plan(catalog, "{}").changes(stored));
    assertFalse(plan(catalog, "{\"own\":\"a\",\"customers\":1.0}").changes(stored));
    assertTrue(plan(catalog, "{\"own\":\"b\"}").changes(stored));
    assertTrue(plan(catalog, "{\"own\":null}").changes(stored));
    assertFalse(plan(catalog, "{\"all_apps\":null}").changes(stored));
    assertTrue(plan(catalog, "{\"all_apps\":true}").changes(stored));
    assertTrue(plan(catalog, "{\"new\":1}").changes(stored));
    assertFalse(plan(catalog, "{\"new\":null}").changes(stored));
  }
}
