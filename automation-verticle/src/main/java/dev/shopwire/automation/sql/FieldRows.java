package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.Leaf.FieldLeaf;
import dev.shopwire.common.events.PropertyPath;

/**
 * Writes the SQL that reads the values {@code v} of the custom field of a leaf.
 *
 * @param field placeholder of the field's id
 * @param app a condition on the app, or empty
 */
public record FieldRows(SqlScope scope, String field, String app) {

  public static FieldRows of(SqlScope scope, FieldLeaf leaf) {
    return new FieldRows(
        scope,
        scope.add(leaf.field()),
        leaf.app() == 0 ? "" : " and v.app_id = " + scope.add(leaf.app()));
  }

  /** A from clause with a condition: the values of all customers in one column. */
  String all(String column, String joins) {
    return "customer_field_values v %s where v.workspace_id = %s and v.field_id = %s%s and %s is not null"
        .formatted(joins, scope.workspace(), field, app, column);
  }

  /** The values of the customer {@code k.id}. */
  public String ofCustomer(String joins) {
    return "customer_field_values v %s where v.workspace_id = %s and v.customer_id = k.id and v.field_id = %s%s"
        .formatted(joins, scope.workspace(), field, app);
  }

  /** SQL for what is at a path in a long value. */
  public String atPath(PropertyPath path) {
    return JsonTest.path(scope, "json_or_null(v.long_value)", path.names());
  }

  /**
   * Tests whether the customer {@code k.id} has such a value, by primary key: "offset 0" keeps the
   * planner from joining with all values.
   */
  String exists(String joins, String test) {
    return "exists (select from %s and %s offset 0)".formatted(ofCustomer(joins), test);
  }

  /**
   * A join that reads long values as JSON {@code j.item}: null unless the field's type is json, so
   * that no text of another field is read as JSON, whatever is evaluated first. "offset 0" keeps it
   * from being evaluated several times.
   *
   * @param item writes SQL for what is to be read of the JSON
   */
  public String asJson(String item) {
    return """
        cross join lateral (
          select case when v.field_id = %s and %s = 'json' then %s end as item offset 0) j"""
        .formatted(field, type(), item);
  }

  /** SQL for the type of the field: read once per statement. */
  public String type() {
    return "(select d.type from custom_field_definitions d where d.workspace_id = %s and d.id = %s)"
        .formatted(scope.workspace(), field);
  }
}
