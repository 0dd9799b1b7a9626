package dev.shopwire.app.customers.fields;

import dev.shopwire.app.customers.fields.CustomFieldWorkspace.App;
import dev.shopwire.testing.RunSize;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that after random steps of three apps in two workspaces every app reads what {@link
 * CustomFieldModel} expects. A failure prints the seed; {@code -Dshopwire.seed=…} repeats its
 * steps.
 */
@Tag("everywhere-long")
class CustomFieldModelIT {
  private static final int ROUNDS = RunSize.of("customFieldModel.rounds", 3, 60);
  private static final int STEPS = 60;
  private static final List<String> SHOPS =
      List.of("a.example.com", "b.example.com", " A.Example.COM ");
  private static final List<String> NAMES = List.of("a", "A", "b.c", "_d-9");
  private static final List<String> BAD_NAMES = List.of("", "9", "a/b", "~");
  private static final List<String> TYPES = CustomFieldCase.TYPES;

  /** Few values, so that they repeat; one list per type, in the order of {@code TYPES}. */
  private static final List<List<Object>> VALUES =
      List.of(
          List.of("x", "y", "", "long".repeat(50)),
          List.of(
              new BigDecimal("1"), new BigDecimal("1.0"), new BigDecimal("12345678901234567890")),
          List.of(true, false),
          List.of(List.of(BigDecimal.ONE), Map.of("k", "v"), Map.of()));

  private static final List<Object> BAD_VALUES =
      List.of("x".repeat(4_097), "\0", new BigDecimal("1e400"), List.of("\uD800"));

  /** A sequence of random steps. */
  private static final class Sequence {
    private final Random random;
    private final CustomFieldFixture fixture;

    private Sequence(long seed) {
      random = new Random(seed);
      CustomFieldWorkspace one = new CustomFieldWorkspace();
      CustomFieldWorkspace other = new CustomFieldWorkspace();
      fixture = new CustomFieldFixture(0, List.of(one.app(), one.app(), other.app()));
    }

    private <T extends @Nullable Object> T pick(List<T> list) {
      return list.get(random.nextInt(list.size()));
    }

    private boolean oneIn(int count) {
      return random.nextInt(count) == 0;
    }

    /** Mostly the same for one name, so that some pushes are accepted and some are refused. */
    private String type(String name) {
      return oneIn(8) ? pick(TYPES) : TYPES.get(NAMES.indexOf(name) % TYPES.size());
    }

    private void step() {
      int app = random.nextInt(fixture.apps().size());
      CustomFieldWorkspace workspace = fixture.app(app).workspace();
      if (random.nextInt(10) < 7) {
        fixture.identify(app, body());
      } else if (oneIn(4) || workspace.model().names().isEmpty()) {
        String name = pick(NAMES);
        fixture.share(app, name, type(name), pick(CustomFieldCase.SHARED_SCOPES));
      } else {
        change(app, pick(workspace.model().names()));
      }
      fixture.apps().stream()
          .map(App::workspace)
          .distinct()
          .forEach(CustomFieldWorkspace::checkFields);
    }

    private void change(int app, List<String> ownerAndName) {
      String owner = ownerAndName.get(0);
      String name = ownerAndName.get(1);
      switch (random.nextInt(9)) {
        case 0, 1 -> fixture.promote(app, owner, name);
        case 2, 3, 4 -> fixture.hide(app, owner, name, random.nextInt(3) == 0);
        case 5, 6, 7 -> fixture.retype(app, owner, name, pick(TYPES), oneIn(2));
        default -> fixture.delete(app, owner, name);
      }
    }

    private Map<String, @Nullable Object> body() {
      Map<String, @Nullable Object> body = new LinkedHashMap<>();
      body.put("myplatformDomain", oneIn(40) ? "no domain" : pick(SHOPS));
      if (oneIn(3)) {
        body.put("name", oneIn(3) ? null : pick(List.of("One", "Two")));
      }
      if (oneIn(3)) {
        body.put("email", oneIn(3) ? null : pick(List.of("one@a.example", "two@a.example")));
      }
      if (!oneIn(10)) {
        body.put("customFields", fields());
      }
      return body;
    }

    private Map<String, @Nullable Object> fields() {
      Map<String, @Nullable Object> fields = new LinkedHashMap<>();
      int count = random.nextInt(5);
      for (int i = 0; i < count; i++) {
        String name = pick(NAMES);
        fields.put(name, oneIn(4) ? null : pick(VALUES.get(TYPES.indexOf(type(name)))));
      }
      if (oneIn(20)) {
        fields.put(pick(BAD_NAMES), "x");
      }
      if (oneIn(20)) {
        fields.put(pick(NAMES), pick(BAD_VALUES));
      }
      return fields;
    }
  }

  @Test
  void everyAppReadsWhatTheModelExpectsAfterRandomSteps() {
    Long fixedSeed = Long.getLong("shopwire.seed");
    long first = fixedSeed == null ? new Random().nextLong() : fixedSeed;
    int rounds = fixedSeed == null ? ROUNDS : 1;
    for (long seed = first; seed < first + rounds; seed++) {
      Sequence sequence = new Sequence(seed);
      sequence.fixture.run(
          "repeat with -Dshopwire.seed=" + seed,
          fixture -> {
            for (int i = 0; i < STEPS; i++) {
              sequence.step();
            }
          });
    }
  }
}
