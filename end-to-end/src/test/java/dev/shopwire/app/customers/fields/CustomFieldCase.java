package dev.shopwire.app.customers.fields;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A case of the tables of cases.
 *
 * @param action the steps; the model provides the expected results
 */
record CustomFieldCase(String label, Consumer<CustomFieldFixture> action) {
  static final List<String> TYPES = List.of("text", "number", "boolean", "json");
  static final List<String> SHARED_SCOPES = List.of("all-apps", "customers");
  static final List<String> SCOPES = List.of("app", "all-apps", "customers");

  /** A value of the type. */
  static Object value(String type) {
    return switch (type) {
      case "text" -> "one";
      case "number" -> new BigDecimal("12345678901234567890");
      case "boolean" -> true;
      default -> Map.of("list", Arrays.asList(BigDecimal.ONE, null, "ü"));
    };
  }

  /** Another value of the type. */
  static Object otherValue(String type) {
    return switch (type) {
      case "text" -> "";
      case "number" -> new BigDecimal("-0.25");
      case "boolean" -> false;
      default -> List.of();
    };
  }

  static String nextType(String type) {
    return TYPES.get((TYPES.indexOf(type) + 1) % TYPES.size());
  }

  /** Creates a field of this scope; one of the scope app belongs to app 0 and has a value. */
  static void createField(CustomFieldFixture fixture, String scope, String name, String type) {
    if (scope.equals("app")) {
      fixture.push(0, name, value(type));
    } else {
      fixture.share(0, name, type, scope);
    }
  }

  /** The owner that the console shows for a field that {@link #createField} created. */
  static String owner(CustomFieldFixture fixture, String scope) {
    return scope.equals("app") ? fixture.app(0).slug() : CustomFieldModel.NO_APP;
  }

  /** Fields with the names {@code prefix}0, {@code prefix}1, … and one value. */
  static Map<String, @Nullable Object> many(String prefix, int count, @Nullable Object value) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    IntStream.range(0, count).forEach(i -> fields.put(prefix + i, value));
    return fields;
  }

  /** A case for each scope and type. */
  static Stream<CustomFieldCase> forScopesAndTypes(String label, ScopeAndType action) {
    return SCOPES.stream()
        .flatMap(
            scope ->
                TYPES.stream()
                    .map(
                        type ->
                            new CustomFieldCase(
                                label + ": " + scope + ", " + type,
                                fixture -> action.run(fixture, scope, type))));
  }

  /** Steps with a field of a scope and a type. */
  interface ScopeAndType {
    void run(CustomFieldFixture fixture, String scope, String type);
  }

  @Override
  public String toString() {
    return label;
  }
}
