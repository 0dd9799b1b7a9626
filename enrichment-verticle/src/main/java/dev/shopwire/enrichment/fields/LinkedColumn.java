package dev.shopwire.enrichment.fields;

import dev.shopwire.common.contracts.LinkedValueContracts;
import dev.shopwire.common.contracts.LinkedValueContracts.LinkField;
import dev.shopwire.common.contracts.LinkedValueContracts.LinkRequest;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A column of a linked query, with the field that it fills.
 *
 * @param index of the column
 * @param ownerApp of the field; 0 for a shared one
 */
record LinkedColumn(int index, String name, FieldType type, FieldScope scope, long ownerApp) {

  /**
   * The columns of a request.
   *
   * @throws Failure 422 with all errors that don't depend on which fields there are
   */
  static List<LinkedColumn> of(LinkRequest request) {
    List<ValidationError> errors = new ArrayList<>();
    List<LinkedColumn> columns = new ArrayList<>();
    Set<String> names = new HashSet<>();
    int count = request.fields().size();
    if (count == 0 || count > LinkedValueContracts.MAX_FIELDS) {
      throw Failure.invalid(
          "/columns",
          "invalid_columns",
          "must be 1 to %d columns, got %d".formatted(LinkedValueContracts.MAX_FIELDS, count));
    }
    for (int i = 0; i < count; i++) {
      LinkField field = request.fields().get(i);
      Optional<FieldType> type = FieldType.of(field.type());
      Optional<FieldScope> scope = FieldScope.of(field.scope());
      int before = errors.size();
      if (!FieldLimits.isName(field.name())) {
        errors.add(error(i, "field", "invalid_field_name", "is not a valid field name"));
      } else if (!names.add(field.name())) {
        errors.add(error(i, "field", "duplicate_field", "is filled by another column"));
      }
      if (type.isEmpty()) {
        errors.add(error(i, "type", "invalid_type", "must be text, number, boolean or json"));
      }
      if (scope.isEmpty()) {
        errors.add(error(i, "scope", "invalid_scope", "must be app, all-apps or customers"));
      } else if (scope.get() != FieldScope.CUSTOMERS && request.appId() == null) {
        errors.add(error(i, "scope", "app_required", "needs a database that belongs to an app"));
      }
      if (errors.size() == before) {
        columns.add(
            new LinkedColumn(
                i,
                field.name(),
                type.orElseThrow(),
                scope.orElseThrow(),
                scope.get() == FieldScope.APP && request.appId() != null
                    ? request.appId()
                    : Field.NO_APP));
      }
    }
    if (!errors.isEmpty()) {
      throw Failure.invalid(errors);
    }
    return columns;
  }

  /**
   * The field that the column means, if there is one: the one with its owner and name; or one that
   * the query fills and that was promoted since.
   */
  Optional<Field> find(FieldCatalog catalog, long queryId) {
    return catalog
        .owned(ownerApp, name)
        .or(
            () ->
                ownerApp == Field.NO_APP
                    ? Optional.empty()
                    : catalog
                        .owned(Field.NO_APP, name)
                        .filter(
                            shared ->
                                shared.link().filter(l -> l.queryId() == queryId).isPresent()));
  }

  /** Why a field can't be filled by the column. */
  List<ValidationError> errors(Field field) {
    List<ValidationError> errors = new ArrayList<>(0);
    if (field.type() != type) {
      errors.add(
          error(
              index,
              "type",
              "field_type_mismatch",
              "The field %s has the type %s".formatted(name, field.type().apiName())));
    }
    boolean isPromoted =
        scope == FieldScope.APP
            && field.scope() == FieldScope.CUSTOMERS
            && ownerApp != field.ownerApp();
    if (field.scope() != scope && !isPromoted) {
      errors.add(
          error(
              index,
              "scope",
              "field_scope_mismatch",
              "The field %s has the scope %s".formatted(name, field.scope().apiName())));
    }
    return errors;
  }

  ValidationError error(String part, String code, String message) {
    return error(index, part, code, message);
  }

  private static ValidationError error(int index, String part, String code, String message) {
    return new ValidationError("/columns/" + index + "/" + part, code, message);
  }
}
