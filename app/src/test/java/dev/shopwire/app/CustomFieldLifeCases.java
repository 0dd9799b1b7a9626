package dev.shopwire.app;

import static dev.shopwire.app.CustomFieldCase.SHARED_SCOPES;
import static dev.shopwire.app.CustomFieldCase.TYPES;
import static dev.shopwire.app.CustomFieldCase.forScopesAndTypes;
import static dev.shopwire.app.CustomFieldCase.make;
import static dev.shopwire.app.CustomFieldCase.otherValue;
import static dev.shopwire.app.CustomFieldCase.owner;
import static dev.shopwire.app.CustomFieldCase.typeAfter;
import static dev.shopwire.app.CustomFieldCase.value;

import java.util.List;
import java.util.stream.Stream;

/** What becomes of fields and values: set, unset, hidden, promoted, deleted. */
final class CustomFieldLifeCases {
  private CustomFieldLifeCases() {}

  static Stream<CustomFieldCase> all() {
    return Stream.of(
            forScopesAndTypes("set, repeated, changed, unset", CustomFieldLifeCases::setAndUnset),
            forScopesAndTypes("hidden before the first value", CustomFieldLifeCases::hiddenFirst),
            forScopesAndTypes("hidden after the first value", CustomFieldLifeCases::hiddenLater),
            forScopesAndTypes("unset by one app of two", CustomFieldLifeCases::unsetByTheOther),
            forScopesAndTypes("retyped to every type", CustomFieldLifeCases::retyped),
            deletions(),
            promotions(),
            refusedPromotions())
        .flatMap(cases -> cases);
  }

  private static void setAndUnset(CustomFieldStage stage, String scope, String type) {
    String name = stage.name("f");
    make(stage, scope, name, type);
    stage.push(0, name, value(type));
    stage.push(0, name, value(type));
    stage.push(0, name, otherValue(type));
    stage.push(0, name, null);
    stage.push(0, name, null);
    stage.push(0, name, value(typeAfter(type)));
    stage.push(0, name, otherValue(type));
  }

  private static void hiddenFirst(CustomFieldStage stage, String scope, String type) {
    String name = stage.name("f");
    make(stage, scope, name, type);
    stage.hide(0, owner(stage, scope), name, true);
    stage.push(0, name, otherValue(type));
    stage.push(1, name, value(type));
    stage.push(1, name, null);
    stage.hide(0, owner(stage, scope), name, false);
  }

  private static void hiddenLater(CustomFieldStage stage, String scope, String type) {
    String name = stage.name("f");
    make(stage, scope, name, type);
    stage.push(1, name, value(type));
    stage.push(0, name, otherValue(type));
    stage.hide(0, owner(stage, scope), name, true);
    stage.push(0, name, value(typeAfter(type)));
    stage.hide(0, owner(stage, scope), name, true);
    stage.hide(0, owner(stage, scope), name, false);
  }

  private static void unsetByTheOther(CustomFieldStage stage, String scope, String type) {
    String name = stage.name("f");
    make(stage, scope, name, type);
    stage.push(0, name, value(type));
    stage.push(1, name, null);
    stage.push(1, name, otherValue(type));
    stage.push(0, name, null);
  }

  /** Each type becomes the next; what does not convert refuses that at first. */
  private static void retyped(CustomFieldStage stage, String scope, String type) {
    String name = stage.name("f");
    make(stage, scope, name, type);
    stage.push(1, name, value(type));
    stage.push(0, name, otherValue(type));
    for (String next : List.of("text", typeAfter(type), type)) {
      stage.retype(0, owner(stage, scope), name, next, false);
      stage.push(0, name, value(type));
      stage.retype(0, owner(stage, scope), name, next, true);
      stage.push(0, name, otherValue(next));
    }
  }

  private static Stream<CustomFieldCase> deletions() {
    return TYPES.stream()
        .flatMap(
            next ->
                forScopesAndTypes(
                    "deleted, then a first value of " + next,
                    (stage, scope, type) -> {
                      String name = stage.name("f");
                      make(stage, scope, name, type);
                      stage.push(0, name, otherValue(type));
                      stage.push(1, name, value(type));
                      stage.delete(0, owner(stage, scope), name);
                      stage.push(0, name, null);
                      stage.push(0, name, value(next));
                    }));
  }

  private static Stream<CustomFieldCase> promotions() {
    return TYPES.stream()
        .flatMap(
            type ->
                Stream.of(true, false)
                    .flatMap(
                        isNamesake ->
                            Stream.of(true, false)
                                .map(isHidden -> promotion(type, isNamesake, isHidden))));
  }

  private static CustomFieldCase promotion(String type, boolean isNamesake, boolean isHidden) {
    return new CustomFieldCase(
        "promoted: "
            + type
            + (isNamesake ? ", the other app has its own" : "")
            + (isHidden ? ", private" : ""),
        stage -> {
          String name = stage.name("f");
          String owner = stage.app(0).slug();
          stage.push(0, name, value(type));
          if (isNamesake) {
            stage.push(1, name, otherValue(typeAfter(type)));
          }
          if (isHidden) {
            stage.hide(0, owner, name, true);
          }
          stage.promote(0, owner, name);
          stage.push(0, name, value(type));
          stage.push(1, name, otherValue(type));
          stage.push(1, name, null);
          stage.promote(0, CustomFieldModel.NO_APP, name);
          stage.hide(0, CustomFieldModel.NO_APP, name, false);
        });
  }

  private static Stream<CustomFieldCase> refusedPromotions() {
    return TYPES.stream()
        .flatMap(
            type ->
                SHARED_SCOPES.stream()
                    .map(
                        scope ->
                            new CustomFieldCase(
                                "not promoted beside a shared one: " + scope + ", " + type,
                                stage -> {
                                  String name = stage.name("f");
                                  stage.push(0, name, value(type));
                                  stage.share(0, name, type, scope);
                                  stage.push(1, name, otherValue(type));
                                  stage.promote(0, stage.app(0).slug(), name);
                                  stage.promote(0, CustomFieldModel.NO_APP, name);
                                  stage.share(0, name, typeAfter(type), "customers");
                                  stage.delete(0, CustomFieldModel.NO_APP, name);
                                  stage.promote(0, stage.app(0).slug(), name);
                                  stage.push(1, name, value(type));
                                })));
  }
}
