package dev.shopwire.app.customers.fields;

import static dev.shopwire.app.customers.fields.CustomFieldCase.many;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Cases of an app that has as many fields as the limit allows, or one less. */
final class CustomFieldCapCases {
  private static final int MAX = CustomFieldModel.MAX_FIELDS_PER_APP;
  private static final int CALL = CustomFieldModel.MAX_FIELDS_PER_CALL;

  private CustomFieldCapCases() {}

  static Stream<CustomFieldCase> all() {
    return Stream.of(
        at(MAX - 1, "the last one", fixture -> fixture.push(0, "last", true)),
        at(MAX - 1, "one too many", fixture -> fixture.push(0, many("new", 2, "x"))),
        at(MAX - 1, "three too many, and a wrong type", CustomFieldCapCases::severalErrors),
        at(MAX, "one more", fixture -> fixture.push(0, "new", "x")),
        at(MAX, "many more", fixture -> fixture.push(0, many("new", CALL, "x"))),
        at(MAX, "null for an unknown name", fixture -> fixture.push(0, "new", null)),
        at(MAX, "known names", fixture -> fixture.push(0, many("f", CALL, "y"))),
        at(MAX, "known names unset", fixture -> fixture.push(0, many("f", CALL, null))),
        at(MAX, "shared names", CustomFieldCapCases::shared),
        at(MAX, "unset fields still count", CustomFieldCapCases::unset),
        at(MAX, "a deleted field no longer counts", CustomFieldCapCases::deleted),
        at(MAX, "a promoted field no longer counts", CustomFieldCapCases::promoted),
        at(
            MAX,
            "other apps are below the limit",
            fixture -> fixture.push(1, many("f", CALL, "x"))));
  }

  private static CustomFieldCase at(int count, String label, Consumer<CustomFieldFixture> action) {
    return new CustomFieldCase(
        count + " fields: " + label,
        fixture -> {
          Map<String, @Nullable Object> fields = many("f", count, "x");
          while (!fields.isEmpty()) {
            Map<String, @Nullable Object> part = new LinkedHashMap<>();
            fields.keySet().stream().limit(CALL).forEach(name -> part.put(name, "x"));
            fixture.push(0, part);
            fields.keySet().removeAll(part.keySet());
          }
          action.accept(fixture);
        });
  }

  private static void severalErrors(CustomFieldFixture fixture) {
    Map<String, @Nullable Object> fields = many("new", 4, "x");
    fields.put("f7", true);
    fields.put("f8", "y");
    fields.put("unknown", null);
    fixture.push(0, fields);
  }

  private static void shared(CustomFieldFixture fixture) {
    fixture.share(0, "all", "text", "all-apps");
    fixture.share(0, "one", "number", "customers");
    fixture.push(0, Map.of("all", "x", "one", CustomFieldCase.value("number")));
  }

  private static void unset(CustomFieldFixture fixture) {
    fixture.push(0, "f0", null);
    fixture.push(0, "new", "x");
  }

  private static void deleted(CustomFieldFixture fixture) {
    fixture.delete(0, fixture.app(0).slug(), "f0");
    fixture.push(0, "new", "x");
    fixture.push(0, "f0", "x");
  }

  private static void promoted(CustomFieldFixture fixture) {
    fixture.promote(0, fixture.app(0).slug(), "f0");
    fixture.push(0, "new", "x");
    fixture.push(0, many("newer", 1, "x"));
    fixture.push(0, "f0", "z");
  }
}
