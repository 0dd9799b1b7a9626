package dev.shopwire.console.exports;

import dev.shopwire.common.docs.ApiOperation;
import dev.shopwire.common.docs.RowField;
import dev.shopwire.common.role.Role;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;

/**
 * A list that can be exported.
 *
 * @param operation the id of its operation
 * @param role the role that reads it
 * @param fields of its rows, in the order of the OpenAPI document
 */
public record ExportedList(String operation, Role role, List<RowField> fields) {
  public static ExportedList of(ApiOperation operation, Role role) {
    return new ExportedList(operation.id(), role, operation.rows());
  }

  /** The name of a file: that of the list, and the date. */
  String fileName(ListFormat format, LocalDate date) {
    String name =
        operation
            .replaceFirst("^[a-z]+", "")
            .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
            .toLowerCase(Locale.ROOT);
    return name + "-" + date + "." + format.id();
  }
}
