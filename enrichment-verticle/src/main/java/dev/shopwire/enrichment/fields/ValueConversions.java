package dev.shopwire.enrichment.fields;

import dev.shopwire.common.tenancy.Shops.CustomerRef;
import dev.shopwire.enrichment.fields.FieldValues.Converted;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;

/**
 * Converts one customer's values to their fields' new types. Methods run on the caller's event
 * loop.
 */
public final class ValueConversions {
  private ValueConversions() {}

  /**
   * Converts one customer's values of {@code fields}, before a push is compared with them. The
   * caller has locked the customer, and holds the catalog's lock, at least shared.
   *
   * @param catalogVersion the version of {@code fields}; if they have changed since, nothing is
   *     written
   */
  public static Future<Void> writeOf(
      SqlConnection connection,
      CustomerRef customer,
      List<Field> fields,
      long catalogVersion,
      FieldLimits limits) {
    if (fields.isEmpty()) {
      return Future.succeededFuture();
    }
    return FieldValues.ofCustomer(connection, customer, fields, catalogVersion)
        .map(
            stored ->
                stored.stream()
                    .map(value -> converted(value, customer.customerId(), fields, limits))
                    .toList())
        .compose(values -> FieldValues.convert(connection, customer.workspaceId(), values));
  }

  private static Converted converted(
      StoredValue value, long customerId, List<Field> fields, FieldLimits limits) {
    Field field =
        fields.stream().filter(each -> each.id() == value.fieldId()).findFirst().orElseThrow();
    return new Converted(
        customerId,
        FieldPlan.Key.of(value),
        value.text(),
        Conversion.of(value.text(), field.type(), limits));
  }
}
