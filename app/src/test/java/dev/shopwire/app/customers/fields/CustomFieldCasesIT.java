package dev.shopwire.app.customers.fields;

import dev.shopwire.app.customers.fields.CustomFieldWorkspace.App;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests {@code POST /identify} and {@code GET /customer} against {@link CustomFieldModel} with
 * tables of cases, each with its own shops and names in a workspace of two apps that it shares with
 * others.
 */
@Tag("everywhere-long")
class CustomFieldCasesIT {
  /** Well below the limit of fields of an app, at which all cases would have the same result. */
  private static final int MAX_FIELDS = 100;

  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static CustomFieldWorkspace workspace = new CustomFieldWorkspace();
  private static List<App> apps = twoApps(workspace);

  private static List<App> twoApps(CustomFieldWorkspace target) {
    return List.of(target.app(), target.app());
  }

  private static CustomFieldFixture fixture() {
    if (workspace.model().names().size() > MAX_FIELDS) {
      CustomFieldWorkspace full = workspace;
      renew();
      full.checkFields();
    }
    return new CustomFieldFixture(NUMBERS.incrementAndGet(), apps);
  }

  private static void renew() {
    workspace = new CustomFieldWorkspace();
    apps = twoApps(workspace);
  }

  private static void run(String label, Consumer<CustomFieldFixture> action) {
    boolean passed = false;
    try {
      fixture().run(label, action);
      passed = true;
    } finally {
      // One failure must not make later cases fail.
      if (!passed) {
        renew();
      }
    }
  }

  private static void run(CustomFieldCase testCase) {
    run(testCase.label(), testCase.action());
  }

  static Stream<CustomFieldCase> resolutions() {
    return CustomFieldResolutionCases.all();
  }

  static Stream<CustomFieldCase> lifecycles() {
    return CustomFieldLifecycleCases.all();
  }

  static Stream<CustomFieldCase> values() {
    return CustomFieldValueCases.all();
  }

  static Stream<CustomFieldCase> bodies() {
    return CustomFieldBodyCases.all();
  }

  static Stream<CustomFieldCase> caps() {
    return CustomFieldCapCases.all();
  }

  @ParameterizedTest
  @MethodSource("resolutions")
  void aNameResolvesToTheAppsOwnFieldElseTheSharedOneElseANewOne(CustomFieldCase testCase) {
    run(testCase);
  }

  @ParameterizedTest
  @MethodSource("lifecycles")
  void fieldsAreSetUnsetHiddenPromotedAndDeleted(CustomFieldCase testCase) {
    run(testCase);
  }

  @ParameterizedTest
  @MethodSource("values")
  void valuesAreAcceptedUpToTheLimitsAndNotBeyond(CustomFieldCase testCase) {
    run(testCase);
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void everyErrorOfABodyIsReportedAndNothingIsWritten(CustomFieldCase testCase) {
    run(testCase);
  }

  @ParameterizedTest
  @MethodSource("caps")
  void anAppCannotExceedItsLimitOfFields(CustomFieldCase testCase) {
    CustomFieldWorkspace own = new CustomFieldWorkspace();
    new CustomFieldFixture(0, twoApps(own)).run(testCase.label(), testCase.action());
    own.checkFields();
  }

  @Test
  void ifAFieldIsSentTwiceTheLastOneCounts() {
    pushRaw("{\"%1$s\":\"x\",\"%1$s\":7}", new BigDecimal("7"));
  }

  @Test
  void anExponentOutOfRangeIsAnErrorOfItsField() {
    pushRaw("{\"%s\":1e9999999999}", new BigDecimal("1e9999"));
  }

  @Test
  void whiteSpaceInAValueIsNoChange() {
    pushRaw(
        "{ \"%s\" : { \"a\" : [ 1 , 2 ] } }",
        Map.of("a", List.of(BigDecimal.ONE, new BigDecimal(2))));
  }

  @Test
  void anotherFormOfTheSameNumberIsNoChange() {
    run(
        "forms of a number",
        fixture -> {
          for (String digits : List.of("100", "100.0", "1e2", "1.000E+2", "100.01", "100")) {
            fixture.push(0, fixture.name("f"), new BigDecimal(digits));
          }
        });
  }

  /** Sends {@code fields} unchanged, twice; then the same value in the usual form. */
  private static void pushRaw(String fields, @Nullable Object value) {
    run(
        fields,
        fixture -> {
          String name = fixture.name("f");
          Map<String, @Nullable Object> body =
              Map.of(
                  CustomFieldFaults.DOMAIN,
                  fixture.shop(),
                  "customFields",
                  Collections.singletonMap(name, value));
          String json =
              "{\"myplatformDomain\":\"%s\",\"customFields\":%s}"
                  .formatted(fixture.shop(), fields.formatted(name));
          fixture.identify(0, json, body);
          fixture.identify(0, json, body);
          fixture.push(0, name, value);
        });
  }

  @AfterAll
  static void theConsoleListsEveryFieldOfTheModel() {
    workspace.checkFields();
  }
}
