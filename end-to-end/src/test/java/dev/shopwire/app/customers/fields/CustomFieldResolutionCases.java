package dev.shopwire.app.customers.fields;

import static dev.shopwire.app.customers.fields.CustomFieldCase.TYPES;
import static dev.shopwire.app.customers.fields.CustomFieldCase.nextType;
import static dev.shopwire.app.customers.fields.CustomFieldCase.otherValue;
import static dev.shopwire.app.customers.fields.CustomFieldCase.value;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Cases of the field that a name resolves to, and of the types that it accepts. */
final class CustomFieldResolutionCases {
  private static final String NULL = "null";

  /** The fields with a name that exist when app 0 pushes it. */
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

    void create(CustomFieldFixture fixture, String name, String type) {
      if (isOwn()) {
        fixture.push(0, name, value(type));
      }
      // A shared field hidden by an own one has another type, so that a mix-up is detected.
      String sharedType = isOwn() ? nextType(type) : type;
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
                                .map(sent -> resolution(existing, type, sent))));
  }

  private static CustomFieldCase resolution(Existing existing, String type, String sent) {
    return new CustomFieldCase(
        sent + " to " + existing + (existing == Existing.NOTHING ? "" : " of " + type),
        fixture -> {
          String name = fixture.name("f");
          existing.create(fixture, name, type);
          // The companion shows whether a refused push writes anything.
          Map<String, @Nullable Object> fields = new LinkedHashMap<>();
          fields.put(fixture.name("companion"), "there");
          fields.put(name, sent.equals(NULL) ? null : otherValue(sent));
          fixture.push(0, fields);
          fixture.push(0, fields);
        });
  }
}
