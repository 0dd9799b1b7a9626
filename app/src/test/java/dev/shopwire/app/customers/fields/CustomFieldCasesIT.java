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
 * {@code POST /identify} and {@code GET /customer} against {@link CustomFieldModel}: tables of
 * cases, each with shops and names of its own in a workspace of two apps that it shares with some
 * others.
 */
@Tag("everywhere-long")
class CustomFieldCasesIT {
  /** Well before an app has made all the fields it may, where every case would end alike. */
  private static final int FULL = 100;

  private static final AtomicInteger NUMBERS = new AtomicInteger();
  private static CustomFieldWorkspace workspace = new CustomFieldWorkspace();
  private static List<App> apps = twoApps(workspace);

  private static List<App> twoApps(CustomFieldWorkspace of) {
    return List.of(of.app(), of.app());
  }

  private static CustomFieldFixture fixture() {
    if (workspace.model().names().size() > FULL) {
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

  private static void play(String label, Consumer<CustomFieldFixture> play) {
    boolean agreed = false;
    try {
      fixture().play(label, play);
      agreed = true;
    } finally {
      // One disagreement must not make those who come later fail.
      if (!agreed) {
        renew();
      }
    }
  }

  private static void play(CustomFieldCase row) {
    play(row.label(), row.play());
  }

  static Stream<CustomFieldCase> resolutions() {
    return CustomFieldResolutionCases.all();
  }

  static Stream<CustomFieldCase> lives() {
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
  void aNameMeansTheAppsOwnFieldElseTheSharedOneElseANewOne(CustomFieldCase row) {
    play(row);
  }

  @ParameterizedTest
  @MethodSource("lives")
  void fieldsAreSetUnsetHiddenPromotedAndDeleted(CustomFieldCase row) {
    play(row);
  }

  @ParameterizedTest
  @MethodSource("values")
  void valuesAreTakenUpToTheLimitsAndNotBeyond(CustomFieldCase row) {
    play(row);
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void everyFaultOfABodyIsNamedAndNothingIsWritten(CustomFieldCase row) {
    play(row);
  }

  @ParameterizedTest
  @MethodSource("caps")
  void anAppMakesSoManyFieldsAndNoMore(CustomFieldCase row) {
    CustomFieldWorkspace own = new CustomFieldWorkspace();
    new CustomFieldFixture(0, twoApps(own)).play(row.label(), row.play());
    own.checkFields();
  }

  @Test
  void ofAFieldThatComesTwiceTheLastOneCounts() {
    raw("{\"%1$s\":\"x\",\"%1$s\":7}", new BigDecimal("7"));
  }

  @Test
  void anExponentThatNoNumberHoldsIsAFaultOfItsField() {
    raw("{\"%s\":1e9999999999}", new BigDecimal("1e9999"));
  }

  @Test
  void whiteSpaceInAValueIsNoChange() {
    raw(
        "{ \"%s\" : { \"a\" : [ 1 , 2 ] } }",
        Map.of("a", List.of(BigDecimal.ONE, new BigDecimal(2))));
  }

  @Test
  void anotherFormOfTheSameNumberIsNoChange() {
    play(
        "forms of a number",
        fixture -> {
          for (String digits : List.of("100", "100.0", "1e2", "1.000E+2", "100.01", "100")) {
            fixture.push(0, fixture.name("f"), new BigDecimal(digits));
          }
        });
  }

  /** Sends {@code fields} as it is, twice; then what it means in the usual form. */
  private static void raw(String fields, @Nullable Object value) {
    play(
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
