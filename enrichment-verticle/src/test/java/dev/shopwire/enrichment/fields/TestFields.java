package dev.shopwire.enrichment.fields;

import dev.shopwire.common.json.JsonInput;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Creates fields and request bodies for tests, with small limits. */
final class TestFields {
  static final FieldLimits LIMITS = new FieldLimits(3, 2, 5, 20, 3, 1_000);
  static final long APP = 7;
  static final long OTHER_APP = 8;

  private TestFields() {}

  static Field own(long id, String name, FieldType type) {
    return new Field(id, APP, name, type, FieldScope.APP, false);
  }

  static Field foreign(long id, String name, FieldType type) {
    return new Field(id, OTHER_APP, name, type, FieldScope.APP, false);
  }

  static Field shared(long id, String name, FieldType type, FieldScope scope) {
    return new Field(id, Field.NO_APP, name, type, scope, false);
  }

  static Field hidden(Field field) {
    return new Field(field.id(), field.ownerApp(), field.name(), field.type(), field.scope(), true);
  }

  /** A field that is being checked for {@code to} or, if it has that type already, converted. */
  static Field retyped(Field field, FieldType to) {
    return new Field(
        field.id(),
        field.ownerApp(),
        field.name(),
        field.type(),
        field.scope(),
        field.hidden(),
        Optional.of(to),
        Optional.empty());
  }

  /** A field that the query 5, "Accounts", fills. */
  static Field linked(Field field) {
    return new Field(
        field.id(),
        field.ownerApp(),
        field.name(),
        field.type(),
        field.scope(),
        field.hidden(),
        Optional.empty(),
        Optional.of(new FieldLink(5, "Accounts")));
  }

  static FieldCatalog catalog(Field... fields) {
    return new FieldCatalog(1, List.of(fields));
  }

  /** {@code fields} as a body's custom fields. */
  static JsonInput body(String fields) {
    return JsonInput.of("{\"customFields\":" + fields + "}", Map.of());
  }

  /** The plan for an app's push of {@code fields}. */
  static FieldPlan plan(FieldCatalog catalog, String fields) {
    JsonInput body = body(fields);
    List<FieldInput> inputs = FieldInput.of(body, LIMITS);
    body.throwIfInvalid();
    return FieldPlan.of(catalog, APP, inputs, LIMITS);
  }
}
