package dev.shopwire.app.customers.fields;

import static dev.shopwire.app.customers.fields.CustomFieldCase.SHARED_SCOPES;
import static dev.shopwire.app.customers.fields.CustomFieldCase.TYPES;
import static dev.shopwire.app.customers.fields.CustomFieldCase.createField;
import static dev.shopwire.app.customers.fields.CustomFieldCase.forScopesAndTypes;
import static dev.shopwire.app.customers.fields.CustomFieldCase.nextType;
import static dev.shopwire.app.customers.fields.CustomFieldCase.otherValue;
import static dev.shopwire.app.customers.fields.CustomFieldCase.owner;
import static dev.shopwire.app.customers.fields.CustomFieldCase.value;

import java.util.List;
import java.util.stream.Stream;

/** Cases of fields and values that are set, unset, hidden, promoted, retyped and deleted. */
final class CustomFieldLifecycleCases {
  private CustomFieldLifecycleCases() {}

  static Stream<CustomFieldCase> all() {
    return Stream.of(
            forScopesAndTypes(
                "set, repeated, changed, unset", CustomFieldLifecycleCases::setAndUnset),
            forScopesAndTypes(
                "hidden before the first value", CustomFieldLifecycleCases::hiddenFirst),
            forScopesAndTypes(
                "hidden after the first value", CustomFieldLifecycleCases::hiddenLater),
            forScopesAndTypes(
                "unset by one app of two", CustomFieldLifecycleCases::unsetByTheOtherApp),
            forScopesAndTypes("retyped to every type", CustomFieldLifecycleCases::retyped),
            deletions(),
            promotions(),
            refusedPromotions())
        .flatMap(cases -> cases);
  }

  private static void setAndUnset(CustomFieldFixture fixture, String scope, String type) {
    String name = fixture.name("f");
    createField(fixture, scope, name, type);
    fixture.push(0, name, value(type));
    fixture.push(0, name, value(type));
    fixture.push(0, name, otherValue(type));
    fixture.push(0, name, null);
    fixture.push(0, name, null);
    fixture.push(0, name, value(nextType(type)));
    fixture.push(0, name, otherValue(type));
  }

  private static void hiddenFirst(CustomFieldFixture fixture, String scope, String type) {
    String name = fixture.name("f");
    createField(fixture, scope, name, type);
    fixture.hide(0, owner(fixture, scope), name, true);
    fixture.push(0, name, otherValue(type));
    fixture.push(1, name, value(type));
    fixture.push(1, name, null);
    fixture.hide(0, owner(fixture, scope), name, false);
  }

  private static void hiddenLater(CustomFieldFixture fixture, String scope, String type) {
    String name = fixture.name("f");
    createField(fixture, scope, name, type);
    fixture.push(1, name, value(type));
    fixture.push(0, name, otherValue(type));
    fixture.hide(0, owner(fixture, scope), name, true);
    fixture.push(0, name, value(nextType(type)));
    fixture.hide(0, owner(fixture, scope), name, true);
    fixture.hide(0, owner(fixture, scope), name, false);
  }

  private static void unsetByTheOtherApp(CustomFieldFixture fixture, String scope, String type) {
    String name = fixture.name("f");
    createField(fixture, scope, name, type);
    fixture.push(0, name, value(type));
    fixture.push(1, name, null);
    fixture.push(1, name, otherValue(type));
    fixture.push(0, name, null);
  }

  /** Changes each type to the next, which is refused at first if a value does not convert. */
  private static void retyped(CustomFieldFixture fixture, String scope, String type) {
    String name = fixture.name("f");
    createField(fixture, scope, name, type);
    fixture.push(1, name, value(type));
    fixture.push(0, name, otherValue(type));
    for (String next : List.of("text", nextType(type), type)) {
      fixture.retype(0, owner(fixture, scope), name, next, false);
      fixture.push(0, name, value(type));
      fixture.retype(0, owner(fixture, scope), name, next, true);
      fixture.push(0, name, otherValue(next));
    }
  }

  private static Stream<CustomFieldCase> deletions() {
    return TYPES.stream()
        .flatMap(
            next ->
                forScopesAndTypes(
                    "deleted, then a first value of " + next,
                    (fixture, scope, type) -> {
                      String name = fixture.name("f");
                      createField(fixture, scope, name, type);
                      fixture.push(0, name, otherValue(type));
                      fixture.push(1, name, value(type));
                      fixture.delete(0, owner(fixture, scope), name);
                      fixture.push(0, name, null);
                      fixture.push(0, name, value(next));
                    }));
  }

  private static Stream<CustomFieldCase> promotions() {
    return TYPES.stream()
        .flatMap(
            type ->
                Stream.of(true, false)
                    .flatMap(
                        hasNamesake ->
                            Stream.of(true, false)
                                .map(isHidden -> promotion(type, hasNamesake, isHidden))));
  }

  private static CustomFieldCase promotion(String type, boolean hasNamesake, boolean isHidden) {
    return new CustomFieldCase(
        "promoted: "
            + type
            + (hasNamesake ? ", the other app has its own" : "")
            + (isHidden ? ", private" : ""),
        fixture -> {
          String name = fixture.name("f");
          String owner = fixture.app(0).slug();
          fixture.push(0, name, value(type));
          if (hasNamesake) {
            fixture.push(1, name, otherValue(nextType(type)));
          }
          if (isHidden) {
            fixture.hide(0, owner, name, true);
          }
          fixture.promote(0, owner, name);
          fixture.push(0, name, value(type));
          fixture.push(1, name, otherValue(type));
          fixture.push(1, name, null);
          fixture.promote(0, CustomFieldModel.NO_APP, name);
          fixture.hide(0, CustomFieldModel.NO_APP, name, false);
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
                                fixture -> {
                                  String name = fixture.name("f");
                                  fixture.push(0, name, value(type));
                                  fixture.share(0, name, type, scope);
                                  fixture.push(1, name, otherValue(type));
                                  fixture.promote(0, fixture.app(0).slug(), name);
                                  fixture.promote(0, CustomFieldModel.NO_APP, name);
                                  fixture.share(0, name, nextType(type), "customers");
                                  fixture.delete(0, CustomFieldModel.NO_APP, name);
                                  fixture.promote(0, fixture.app(0).slug(), name);
                                  fixture.push(1, name, value(type));
                                })));
  }
}
