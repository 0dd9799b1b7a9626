package dev.shopwire.app.customers.fields;

import static dev.shopwire.app.customers.fields.CustomFieldCase.many;

import dev.shopwire.app.support.PlainJson;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Cases of field names, domains, names and e-mail addresses, and several errors at once. */
final class CustomFieldBodyCases {
  private static final Object ABSENT = new Object();

  private CustomFieldBodyCases() {}

  static Stream<CustomFieldCase> all() {
    return Stream.of(names(), domains(), profiles(), errors()).flatMap(cases -> cases);
  }

  private static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      if (namesAndValues[i + 1] != ABSENT) {
        fields.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
      }
    }
    return fields;
  }

  private static Stream<CustomFieldCase> names() {
    int max = CustomFieldRules.NAME_LENGTH;
    Stream<String> names =
        Stream.of(
            "a",
            "Z",
            "_",
            "__proto__",
            "a.b-c_9",
            "constructor",
            "select",
            "A",
            "x".repeat(max),
            "_" + ".".repeat(max - 1),
            "x".repeat(max + 1),
            "",
            " ",
            "9a",
            ".a",
            "-a",
            "a b",
            "a ",
            " a",
            "a\n",
            "a/b",
            "a~b",
            "~1/~0",
            "a$b",
            "a'b",
            "ä",
            "aé",
            "😀",
            "a\0",
            "a:b",
            "0");
    return names.flatMap(
        name ->
            Stream.of("text", "null")
                .map(
                    sent ->
                        new CustomFieldCase(
                            sent + " in " + PlainJson.write(name),
                            fixture ->
                                fixture.push(
                                    0,
                                    object(
                                        name,
                                        sent.equals("null") ? null : sent,
                                        fixture.name("companion"),
                                        "there")))));
  }

  private static Stream<CustomFieldCase> domains() {
    List<CustomFieldCase> cases = new ArrayList<>();
    for (String form : List.of("%s", " %s ", "\t%s\n", "WWW.%s", "https://%s", "%s/", "%s/a", "")) {
      cases.add(domain("domain '" + form.strip() + "'", form));
    }
    for (String form : List.of("a b.%s", "-%s", "%s:8080", "..%s", "%s..", "a_b.%s", "ü.%s")) {
      cases.add(domain("domain '" + form + "'", form));
    }
    cases.add(ofBody("no domain", fixture -> object("customFields", object("a", "b"))));
    cases.add(ofBody("a null domain", fixture -> object("myplatformDomain", null)));
    cases.add(ofBody("a domain that is not text", fixture -> object("myplatformDomain", true)));
    return cases.stream();
  }

  private static CustomFieldCase domain(String label, String form) {
    return ofBody(
        label,
        fixture ->
            object(
                "myplatformDomain",
                form.formatted(fixture.shop().toUpperCase(java.util.Locale.ROOT)),
                "customFields",
                object(fixture.name("f"), "x")));
  }

  private interface Body {
    Map<String, @Nullable Object> of(CustomFieldFixture fixture);
  }

  private static CustomFieldCase ofBody(String label, Body body) {
    return new CustomFieldCase(
        label,
        fixture -> {
          fixture.identify(0, body.of(fixture));
          fixture.identify(1, body.of(fixture));
        });
  }

  /** Names and e-mail addresses: absent, null or a text, which may be empty or invalid. */
  private static Stream<CustomFieldCase> profiles() {
    List<CustomFieldCase> cases = new ArrayList<>();
    for (boolean isKnown : List.of(true, false)) {
      for (String name : List.of("absent", "null", "", "Acme ü😀")) {
        for (String email : List.of("absent", "null", " ", "nobody", " new@acme.example ")) {
          cases.add(
              new CustomFieldCase(
                  "name %s, email %s, %s".formatted(name, email, isKnown ? "known" : "new"),
                  fixture -> {
                    if (isKnown) {
                      fixture.identify(
                          1,
                          object(
                              "myplatformDomain", fixture.shop(),
                              "name", "Old",
                              "email", "old@acme.example"));
                    }
                    Map<String, @Nullable Object> body =
                        object(
                            "myplatformDomain", fixture.shop(),
                            "name", sentValue(name),
                            "email", sentValue(email),
                            "customFields", isKnown ? null : ABSENT);
                    fixture.identify(0, body);
                    fixture.identify(0, body);
                  }));
        }
      }
    }
    return cases.stream();
  }

  private static @Nullable Object sentValue(String text) {
    return text.equals("absent") ? ABSENT : text.equals("null") ? null : text;
  }

  private static Stream<CustomFieldCase> errors() {
    return Stream.of(
        ofBody(
            "an e-mail that is not text",
            fixture -> object("myplatformDomain", fixture.shop(), "name", "Acme", "email", true)),
        ofBody("fields that are a list", fixture -> withFields(fixture, List.of("a"))),
        ofBody("fields that are a text", fixture -> withFields(fixture, "a")),
        ofBody("no fields", fixture -> withFields(fixture, Map.of())),
        ofBody(
            "one error in every field",
            fixture ->
                object(
                    "myplatformDomain",
                    "https://x.example.com",
                    "name",
                    true,
                    "email",
                    List.of(),
                    "customFields",
                    object("9", "x", "ok", "y", "l", "x".repeat(5_000)))),
        ofBody("100 fields", fixture -> withFields(fixture, many(fixture.name("f"), 100, "x"))),
        ofBody("101 fields", fixture -> withFields(fixture, many(fixture.name("f"), 101, "x"))),
        ofBody("100 nulls", fixture -> withFields(fixture, many(fixture.name("f"), 100, null))),
        ofBody("101 nulls", fixture -> withFields(fixture, many(fixture.name("f"), 101, null))),
        ofBody("many wrong names", fixture -> withFields(fixture, many("9", 40, "x"))),
        new CustomFieldCase(
            "every field is of another type",
            fixture -> {
              fixture.push(0, many(fixture.name("f"), 30, "x"));
              fixture.push(0, many(fixture.name("f"), 31, true));
            }));
  }

  private static Map<String, @Nullable Object> withFields(
      CustomFieldFixture fixture, Object fields) {
    return object("myplatformDomain", fixture.shop(), "name", "Acme", "customFields", fields);
  }
}
