package dev.shopwire.enrichment.fields;

import static dev.shopwire.enrichment.fields.TestFields.APP;
import static dev.shopwire.enrichment.fields.TestFields.catalog;
import static dev.shopwire.enrichment.fields.TestFields.linked;
import static dev.shopwire.enrichment.fields.TestFields.own;
import static dev.shopwire.enrichment.fields.TestFields.shared;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Actor;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.contracts.LinkedValueContracts.LinkField;
import dev.shopwire.common.contracts.LinkedValueContracts.LinkRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LinkedColumnTest {
  private static final long QUERY = 5;
  private static final Field OWN = own(1, "plan", FieldType.TEXT);
  private static final Field SHARED = shared(2, "plan", FieldType.TEXT, FieldScope.CUSTOMERS);

  private static LinkRequest request(@Nullable Long app, LinkField... fields) {
    Caller caller = new Caller(Actor.SYSTEM, AccessLevel.ADMIN, 1, "", "");
    return new LinkRequest(1, QUERY, "Accounts", app, caller, List.of(fields));
  }

  private static String errors(@Nullable Long app, LinkField... fields) {
    LinkRequest request = request(app, fields);
    return summary(assertThrows(Failure.class, () -> LinkedColumn.of(request)).errors());
  }

  private static String summary(List<ValidationError> errors) {
    return errors.stream()
        .map(error -> error.pointer() + " " + error.code())
        .collect(Collectors.joining(", "));
  }

  private static LinkedColumn column(String name, String type, String scope) {
    return LinkedColumn.of(request(APP, new LinkField(name, type, scope))).get(0);
  }

  @Test
  void allErrorsOfARequestAreReportedTogether() {
    assertEquals(
        "/columns/0/field invalid_field_name, /columns/0/type invalid_type,"
            + " /columns/1/scope invalid_scope, /columns/2/field duplicate_field",
        errors(
            APP,
            new LinkField("9", "date", "app"),
            new LinkField("a", "text", "all"),
            new LinkField("a", "text", "app")));
    assertEquals(
        "/columns/0/scope app_required, /columns/1/scope app_required",
        errors(null, new LinkField("a", "text", "app"), new LinkField("b", "text", "all-apps")));
  }

  @Test
  void aQueryHasOneToFiftyColumns() {
    assertEquals("/columns invalid_columns", errors(APP));
    LinkField[] many =
        Collections.nCopies(51, new LinkField("a", "text", "app")).toArray(LinkField[]::new);
    assertEquals("/columns invalid_columns", errors(APP, many));
  }

  @Test
  void aColumnMeansTheFieldOfItsScope() {
    FieldCatalog both = catalog(OWN, SHARED);
    assertEquals(Optional.of(OWN), column("plan", "text", "app").find(both, QUERY));
    assertEquals(Optional.of(SHARED), column("plan", "text", "customers").find(both, QUERY));
    assertEquals(Optional.empty(), column("plan", "text", "app").find(catalog(SHARED), QUERY));
    assertEquals(Optional.empty(), column("plan", "text", "customers").find(catalog(OWN), QUERY));
  }

  @Test
  void aFieldThatWasPromotedIsStillTheOneOfItsQuery() {
    Field promoted = linked(SHARED);
    LinkedColumn column = column("plan", "text", "app");
    assertEquals(Optional.of(promoted), column.find(catalog(promoted), QUERY));
    assertEquals(List.of(), column.errors(promoted));
    assertEquals(Optional.empty(), column.find(catalog(promoted), QUERY + 1));
  }

  @Test
  void typeAndScopeMustBeThoseOfTheField() {
    assertEquals(
        "/columns/0/type field_type_mismatch",
        summary(column("plan", "number", "app").errors(OWN)));
    assertEquals(
        "/columns/0/scope field_scope_mismatch",
        summary(column("plan", "text", "all-apps").errors(SHARED)));
  }
}
