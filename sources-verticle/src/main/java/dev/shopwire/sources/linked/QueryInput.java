package dev.shopwire.sources.linked;

import dev.shopwire.common.json.JsonInput;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A query and what its columns mean, as the console sends it.
 *
 * @param keyColumn names each row's customer
 */
public record QueryInput(String sql, String keyColumn, KeyKind key, List<MappedColumn> columns) {
  static final int MAX_SQL = 20_000;
  static final int MAX_COLUMNS = 50;

  private static final int MAX_COLUMN_NAME = 256;
  private static final int MAX_FIELD_NAME = 100;
  private static final int MAX_WORD = 20;
  private static final Pattern FIELD = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]{0,99}");

  /**
   * Reads it.
   *
   * @param hasApp whether the database belongs to an app
   * @throws dev.shopwire.common.failure.Failure 422 with all faults
   */
  static QueryInput read(String body, boolean hasApp) {
    JsonInput input = JsonInput.strict(body);
    Optional<QueryInput> read = read(input, hasApp);
    input.throwIfInvalid();
    return read.orElseThrow();
  }

  /** The same from a larger object, which gets the faults; empty if there are some. */
  public static Optional<QueryInput> read(JsonInput input, boolean hasApp) {
    String sql = input.requiredString("sql", MAX_SQL);
    String keyColumn = input.requiredString("keyColumn", MAX_COLUMN_NAME);
    Optional<KeyKind> key = key(input);
    List<JsonInput> objects = input.requiredObjects("columns", MAX_COLUMNS);
    if (objects.isEmpty() && input.value("columns").isArray()) {
      input.addError("columns", "too_few", "must have 1 to " + MAX_COLUMNS + " items");
    }
    List<MappedColumn> columns = new ArrayList<>();
    Set<String> fields = new HashSet<>();
    objects.forEach(object -> column(object, hasApp, fields).ifPresent(columns::add));
    return input.errors().isEmpty() && key.isPresent()
        ? Optional.of(new QueryInput(sql, keyColumn, key.get(), columns))
        : Optional.empty();
  }

  private static Optional<KeyKind> key(JsonInput input) {
    String text = input.requiredString("key", MAX_WORD);
    Optional<KeyKind> key = KeyKind.of(text);
    if (key.isEmpty() && !text.isEmpty()) {
      input.addError("key", "invalid_key", "must be domain or customerId");
    }
    return key;
  }

  private static Optional<MappedColumn> column(
      JsonInput input, boolean hasApp, Set<String> fields) {
    String column = input.requiredString("column", MAX_COLUMN_NAME);
    String field = input.requiredString("field", MAX_FIELD_NAME);
    String typeText = input.requiredString("type", MAX_WORD);
    String scopeText = input.requiredString("scope", MAX_WORD);
    Optional<ValueType> type = ValueType.of(typeText);
    Optional<ValueScope> scope = ValueScope.of(scopeText);
    if (!field.isEmpty() && !FIELD.matcher(field).matches()) {
      input.addError(
          "field",
          "invalid_name",
          "must begin with a letter or underscore, followed by letters, digits, _, . or -");
    } else if (!field.isEmpty() && !fields.add(field)) {
      input.addError("field", "duplicate_field", "is filled by another column too");
    }
    if (type.isEmpty() && !typeText.isEmpty()) {
      input.addError("type", "invalid_type", "must be text, number, boolean or json");
    }
    if (scope.isEmpty() && !scopeText.isEmpty()) {
      input.addError("scope", "invalid_scope", "must be app, all-apps or customers");
    }
    if (!hasApp && scope.filter(ValueScope::needsApp).isPresent()) {
      input.addError("scope", "app_required", "needs a database that belongs to an app");
    }
    return type.isPresent() && scope.isPresent()
        ? Optional.of(new MappedColumn(column, field, type.get(), scope.get()))
        : Optional.empty();
  }
}
