package dev.shopwire.app;

import static dev.shopwire.app.CustomFieldCase.many;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** An app that has made all the definitions it may, or all but one. */
final class CustomFieldCapCases {
  private static final int MAX = CustomFieldModel.FIELDS_AN_APP;
  private static final int CALL = CustomFieldModel.FIELDS_A_CALL;

  private CustomFieldCapCases() {}

  static Stream<CustomFieldCase> all() {
    return Stream.of(
        at(MAX - 1, "the last one", stage -> stage.push(0, "last", true)),
        at(MAX - 1, "one too many", stage -> stage.push(0, many("new", 2, "x"))),
        at(MAX - 1, "three too many, and a wrong type", CustomFieldCapCases::severalFaults),
        at(MAX, "one more", stage -> stage.push(0, "new", "x")),
        at(MAX, "many more", stage -> stage.push(0, many("new", CALL, "x"))),
        at(MAX, "null for an unknown name", stage -> stage.push(0, "new", null)),
        at(MAX, "known names", stage -> stage.push(0, many("f", CALL, "y"))),
        at(MAX, "known names unset", stage -> stage.push(0, many("f", CALL, null))),
        at(MAX, "shared names", CustomFieldCapCases::shared),
        at(MAX, "unset fields still count", CustomFieldCapCases::unset),
        at(MAX, "a deleted field makes room", CustomFieldCapCases::deleted),
        at(MAX, "a promoted field makes room", CustomFieldCapCases::promoted),
        at(MAX, "other apps have room", stage -> stage.push(1, many("f", CALL, "x"))));
  }

  private static CustomFieldCase at(int count, String label, Consumer<CustomFieldStage> play) {
    return new CustomFieldCase(
        count + " fields: " + label,
        stage -> {
          Map<String, @Nullable Object> fields = many("f", count, "x");
          while (!fields.isEmpty()) {
            Map<String, @Nullable Object> part = new LinkedHashMap<>();
            fields.keySet().stream().limit(CALL).forEach(name -> part.put(name, "x"));
            stage.push(0, part);
            fields.keySet().removeAll(part.keySet());
          }
          play.accept(stage);
        });
  }

  private static void severalFaults(CustomFieldStage stage) {
    Map<String, @Nullable Object> fields = many("new", 4, "x");
    fields.put("f7", true);
    fields.put("f8", "y");
    fields.put("unknown", null);
    stage.push(0, fields);
  }

  private static void shared(CustomFieldStage stage) {
    stage.share(0, "all", "text", "all-apps");
    stage.share(0, "one", "number", "customers");
    stage.push(0, Map.of("all", "x", "one", CustomFieldCase.value("number")));
  }

  private static void unset(CustomFieldStage stage) {
    stage.push(0, "f0", null);
    stage.push(0, "new", "x");
  }

  private static void deleted(CustomFieldStage stage) {
    stage.delete(0, stage.app(0).slug(), "f0");
    stage.push(0, "new", "x");
    stage.push(0, "f0", "x");
  }

  private static void promoted(CustomFieldStage stage) {
    stage.promote(0, stage.app(0).slug(), "f0");
    stage.push(0, "new", "x");
    stage.push(0, many("newer", 1, "x"));
    stage.push(0, "f0", "z");
  }
}
