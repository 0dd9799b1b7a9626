package dev.shopwire.app.customers.fields;

import dev.shopwire.app.customers.fields.CustomFieldWorkspace.App;
import dev.shopwire.testing.ConcurrentTest;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests {@code POST /identify} and {@code GET /customer} against {@link CustomFieldModel} with
 * tables of cases, each with its own shops and names in a workspace of two apps that it shares with
 * earlier and later ones.
 */
@Tag("everywhere-long")
class CustomFieldCasesIT {
  /** Well below the limit of fields of an app, at which all cases would have the same result. */
  private static final int MAX_FIELDS = 100;

  private static final AtomicInteger NUMBERS = new AtomicInteger();

  /** Those that no case is using. */
  private static final Queue<SharedWorkspace> WORKSPACES = new ConcurrentLinkedQueue<>();

  private record SharedWorkspace(CustomFieldWorkspace workspace, List<App> apps) {
    static SharedWorkspace create() {
      CustomFieldWorkspace workspace = new CustomFieldWorkspace();
      return new SharedWorkspace(workspace, twoApps(workspace));
    }
  }

  private static List<App> twoApps(CustomFieldWorkspace target) {
    return List.of(target.app(), target.app());
  }

  private static void run(String label, Consumer<CustomFieldFixture> action) {
    SharedWorkspace idle = WORKSPACES.poll();
    SharedWorkspace shared = idle == null ? SharedWorkspace.create() : idle;
    new CustomFieldFixture(NUMBERS.incrementAndGet(), shared.apps()).run(label, action);
    // Not reused after a failure, which must not make later cases fail.
    if (shared.workspace().model().names().size() > MAX_FIELDS) {
      shared.workspace().checkFields();
    } else {
      WORKSPACES.add(shared);
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
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("resolutions")
  void aNameResolvesToTheAppsOwnFieldElseTheSharedOneElseANewOne(CustomFieldCase testCase) {
    run(testCase);
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("lifecycles")
  void fieldsAreSetUnsetHiddenPromotedAndDeleted(CustomFieldCase testCase) {
    run(testCase);
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("values")
  void valuesAreAcceptedUpToTheLimitsAndNotBeyond(CustomFieldCase testCase) {
    run(testCase);
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("bodies")
  void everyErrorOfABodyIsReportedAndNothingIsWritten(CustomFieldCase testCase) {
    run(testCase);
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("caps")
  void anAppCannotExceedItsLimitOfFields(CustomFieldCase testCase) {
    CustomFieldWorkspace own = new CustomFieldWorkspace();
    new CustomFieldFixture(0, twoApps(own)).run(testCase.label(), testCase.action());
    own.checkFields();
  }

  @ConcurrentTest
  void ifAFieldIsSentTwiceTheLastOneCounts() {
    pushRaw("{\"%1$s\":\"x\",\"%1$s\":7}", new BigDecimal("7"));
  }

  @ConcurrentTest
  void anExponentOutOfRangeIsAnErrorOfItsField() {
    pushRaw("{\"%s\":1e9999999999}", new BigDecimal("1e9999"));
  }

  @ConcurrentTest
  void whiteSpaceInAValueIsNoChange() {
    pushRaw(
        "{ \"%s\" : { \"a\" : [ 1 , 2 ] } }",
        Map.of("a", List.of(BigDecimal.ONE, new BigDecimal(2))));
  }

  @ConcurrentTest
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
    WORKSPACES.forEach(shared -> shared.workspace().checkFields());
  }
}
