package dev.shopwire.app.customers.fields;

import static dev.shopwire.app.customers.fields.CustomFieldCase.TYPES;
import static dev.shopwire.app.customers.fields.CustomFieldCase.otherValue;
import static dev.shopwire.app.customers.fields.CustomFieldCase.typeAfter;
import static dev.shopwire.app.customers.fields.CustomFieldCase.value;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Which field a name means, and what that field takes: every type sent to everything there is. */
final class CustomFieldResolutionCases {
  private static final String NULL = "null";

  /** What a name stands for when app 0 pushes it. */
  private enum Existing {
    NOTHING,
    OWN,
    ALL_APPS,
    CUSTOMERS,
    OWN_AND_ALL_APPS,
    OWN_AND_CUSTOMERS,
    OF_THE_OTHER_APP;

    boolean isOwn() {
      return name().startsWith("OWN");
    }

    void make(CustomFieldFixture fixture, String name, String type) {
      if (isOwn()) {
        fixture.push(0, name, value(type));
      }
      // The shared field that an own one shadows is of another type, so that a mix-up shows.
      String sharedType = isOwn() ? typeAfter(type) : type;
      if (name().endsWith("ALL_APPS")) {
        fixture.share(0, name, sharedType, "all-apps");
      } else if (name().endsWith("CUSTOMERS")) {
        fixture.share(0, name, sharedType, "customers");
      }
      if (this != NOTHING && this != OWN) {
        fixture.push(1, name, value(sharedType));
      }
    }
  }

  private CustomFieldResolutionCases() {}

  static Stream<CustomFieldCase> all() {
    return Arrays.stream(Existing.values())
        .flatMap(
            existing ->
                (existing == Existing.NOTHING ? Stream.of("text") : TYPES.stream())
                    .flatMap(
                        type ->
                            Stream.concat(TYPES.stream(), Stream.of(NULL))
                                .map(sent -> one(existing, type, sent))));
  }

  private static CustomFieldCase one(Existing existing, String type, String sent) {
    return new CustomFieldCase(
        sent + " to " + existing + (existing == Existing.NOTHING ? "" : " of " + type),
        fixture -> {
          String name = fixture.name("f");
          existing.make(fixture, name, type);
          // The companion tells whether a refused push leaves anything behind.
          Map<String, @Nullable Object> fields = new LinkedHashMap<>();
          fields.put(fixture.name("companion"), "there");
          fields.put(name, sent.equals(NULL) ? null : otherValue(sent));
          fixture.push(0, fields);
          fixture.push(0, fields);
        });
  }
}
