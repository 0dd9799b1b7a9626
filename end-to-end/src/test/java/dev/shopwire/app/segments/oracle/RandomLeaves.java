package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Generates leaves of every kind, mostly about what some customer has. */
final class RandomLeaves {
  private static final List<String> LIFECYCLE_NAMES =
      List.of(
          "state",
          "state",
          "plan",
          "mrr",
          "mrr",
          "installed",
          "uninstalled",
          "reinstalled",
          "paying",
          "paying",
          "trial",
          "canceled",
          "canceled",
          "trial_ends");
  private static final List<String> STATES =
      List.of(
          "installed",
          "trial",
          "subscribed",
          "canceling",
          "frozen",
          "unsubscribed",
          "deactivated",
          "uninstalled");

  /** Around the prices of {@link RandomLifecycles} by month. */
  private static final List<String> AMOUNTS =
      List.of(
          "0", "0.01", "3.33", "4.17", "8.33", "9.99", "9.990", "50", "50.01", "1e2", "125",
          "1500");

  private final Dice dice;
  private final ModelWorkspace workspace;
  private final RandomTimes times;
  private final RandomTests tests;

  RandomLeaves(Dice dice, ModelWorkspace workspace, ZoneId zone) {
    this.dice = dice;
    this.workspace = workspace;
    this.times = new RandomTimes(dice, zone);
    this.tests = new RandomTests(dice, times);
  }

  private static ObjectNode leaf(String type) {
    return RandomTests.NODES.objectNode().put("type", type);
  }

  /** A leaf of any kind but {@code segment}. */
  ObjectNode any() {
    ModelCustomer focus = dice.any(workspace.customers());
    return switch (dice.below(24)) {
      case 0, 1, 2, 3, 4, 5, 6 -> field(focus);
      case 7, 8 -> member(focus);
      case 9, 10, 11, 12, 13 -> event(focus);
      case 14, 15 -> page(focus);
      case 16 -> sessions(focus);
      case 17 -> contact(focus);
      case 18 -> credit(focus);
      case 19, 20, 21, 22 -> lifecycle(focus);
      default -> dice.oneIn(3) ? leaf("everyone") : field(focus);
    };
  }

  ObjectNode segment(ModelSegment segment) {
    ObjectNode leaf = leaf("segment");
    return dice.oneIn(2) ? leaf.put("id", segment.id()) : leaf.put("name", segment.name());
  }

  private ObjectNode field(ModelCustomer focus) {
    ModelField field = dice.any(workspace.fields());
    List<String> apps = FieldNames.apps(workspace, field);
    ObjectNode leaf = leaf("field");
    String app = dice.any(apps);
    boolean isById = dice.oneIn(2);
    if (isById) {
      leaf.put("id", field.id());
      if (dice.oneIn(3)) {
        leaf.put("name", dice.oneIn(3) ? "another" : field.name());
      }
    } else {
      leaf.put("name", field.name());
    }
    if (!app.isEmpty() && (!isById || field.isPerApp())) {
      leaf.put("app", app);
    } else if (dice.oneIn(3)) {
      leaf.putNull("app");
    }
    putTest(
        leaf,
        field,
        focus.values(field, Reference.app(leaf)).stream().map(ModelValue::value).toList());
    return leaf;
  }

  private void putTest(ObjectNode leaf, ModelField field, List<Object> known) {
    switch (field.type()) {
      case "number" -> tests.number(leaf, RandomTests.numbers(known));
      case "boolean" -> tests.bool(leaf);
      case "json" -> {
        if (dice.oneIn(4)) {
          tests.document(leaf);
        } else {
          String path = dice.any(ModelValues.PATHS_OF_FIELDS);
          leaf.put("path", path);
          List<Object> found =
              known.stream().flatMap(value -> EventRule.at(value, path).stream()).toList();
          tests.within(leaf, found.isEmpty() ? null : found.get(0));
        }
      }
      default -> {
        List<String> texts = RandomTests.texts(known);
        boolean isDate = texts.stream().anyMatch(text -> TimeTexts.stored(text).isPresent());
        if (isDate ? !dice.oneIn(4) : dice.oneIn(8)) {
          tests.time(leaf, texts);
        } else {
          tests.text(leaf, texts);
        }
      }
    }
  }

  private ObjectNode member(ModelCustomer focus) {
    String name = dice.of("name", "email", "domain", "firstSeenAt", "lastSeenAt");
    ObjectNode leaf = leaf("member").put("name", name);
    List<Object> known = focus.member(name).stream().toList();
    if (name.endsWith("SeenAt")) {
      times.put(leaf, known.stream().map(Instant.class::cast).toList());
    } else {
      tests.text(leaf, RandomTests.texts(known));
    }
    return leaf;
  }

  private void putApp(ObjectNode leaf) {
    if (dice.oneIn(3)) {
      leaf.put("app", dice.any(workspace.apps()));
    } else if (dice.oneIn(3)) {
      leaf.putNull("app");
    }
  }

  private ObjectNode event(ModelCustomer focus) {
    String name =
        focus.events().isEmpty() || dice.oneIn(5)
            ? dice.of("exported", "nobody sends this", "not")
            : dice.any(focus.events()).name();
    List<ModelEvent> known =
        focus.events().stream().filter(event -> event.name().equals(name)).toList();
    ObjectNode leaf = leaf("event").put("name", name);
    putApp(leaf);
    switch (dice.below(8)) {
      case 0, 1 -> leaf.put("measure", dice.of("performed", "not_performed"));
      case 2, 3, 4 -> tests.count(leaf.put("measure", "count"), known.size());
      case 5, 6 -> {
        String property = dice.of("amount", "amount", "deep.a.b", "plan", "mixed");
        leaf.put("measure", "sum").put("property", property);
        List<Object> values = valuesAt(known, property);
        tests.compare(leaf, () -> tests.near(RandomTests.numbers(values), 1));
      }
      default -> putFirstOrLast(leaf, known);
    }
    putWindowAndFilters(leaf, known);
    return leaf;
  }

  private void putFirstOrLast(ObjectNode leaf, List<ModelEvent> known) {
    leaf.put("measure", dice.of("first", "last"));
    times.put(leaf, known.stream().map(ModelEvent::time).toList());
  }

  private void putWindowAndFilters(ObjectNode leaf, List<ModelEvent> known) {
    String measure = leaf.path("measure").asText();
    if (!measure.equals("first") && !measure.equals("last") && dice.oneIn(2)) {
      putWindow(leaf, known.stream().map(ModelEvent::time).toList());
    }
    while (dice.oneIn(3)) {
      String property = dice.any(ModelValues.PROPERTIES);
      List<Object> values = valuesAt(known, property);
      ObjectNode filter = leaf.withArray("where").addObject().put("property", property);
      tests.property(filter, values.isEmpty() ? null : dice.any(values));
    }
  }

  private void putWindow(ObjectNode leaf, List<Instant> known) {
    times.putWindow(leaf.putObject("window"), known);
  }

  private static List<Object> valuesAt(List<ModelEvent> events, String property) {
    return events.stream()
        .flatMap(event -> EventRule.at(event.properties(), property).stream())
        .toList();
  }

  private ObjectNode page(ModelCustomer focus) {
    List<ModelEvent> views = focus.events().stream().filter(ModelEvent::isPageView).toList();
    List<String> paths = new ArrayList<>(ModelValues.PATHS);
    views.forEach(view -> addPath(paths, view.path()));
    String path = dice.any(paths);
    ObjectNode leaf = leaf("page").put("path", dice.oneIn(2) ? path : beginning(path) + "*");
    putApp(leaf);
    switch (dice.below(4)) {
      case 0 -> leaf.put("measure", dice.of("viewed", "not_viewed"));
      case 1, 2 -> tests.count(leaf.put("measure", "count"), 1 + dice.below(2));
      default -> putFirstOrLast(leaf, views);
    }
    putWindowAndFilters(leaf, views);
    return leaf;
  }

  private String beginning(String path) {
    int length = Math.min(path.codePointCount(0, path.length()), dice.below(12));
    return path.substring(0, path.offsetByCodePoints(0, length));
  }

  /** Those of the customer count more. */
  private static void addPath(List<String> paths, @Nullable String path) {
    if (path != null) {
      paths.add(path);
      paths.add(path);
    }
  }

  private ObjectNode sessions(ModelCustomer focus) {
    ObjectNode leaf = leaf("sessions");
    putApp(leaf);
    leaf.put("measure", "count");
    tests.count(leaf, 1 + dice.below(3));
    if (dice.oneIn(2)) {
      putWindow(leaf, SessionStarts.of(focus.events()));
    }
    return leaf;
  }

  private ObjectNode contact(ModelCustomer focus) {
    ObjectNode leaf = leaf("contact");
    if (dice.oneIn(2)) {
      tests.count(leaf, focus.contacts().size());
    }
    while (dice.oneIn(2)) {
      String name = dice.of("role", "tag", "email");
      ObjectNode filter = leaf.withArray("where").addObject().put("name", name);
      switch (name) {
        case "role" ->
            tests.word(filter, List.of("owner", "installer", "staff", dice.any(ModelValues.TAGS)));
        case "tag" -> tests.word(filter, ModelValues.TAGS);
        default -> tests.text(filter, ModelValues.EMAILS);
      }
    }
    return leaf;
  }

  private ObjectNode credit(ModelCustomer focus) {
    ObjectNode leaf = leaf("credit");
    putApp(leaf);
    while (dice.oneIn(2)) {
      String name = dice.of("affiliate", "code", "carrier", "creditedAt");
      ObjectNode filter = leaf.withArray("where").addObject().put("name", name);
      switch (name) {
        case "affiliate" -> putAffiliate(filter);
        case "code" -> tests.word(filter, List.of("ADA10", "Bob-%", "zoe_1", "Twin1", "twin2"));
        case "carrier" -> tests.word(filter, List.of("api", "script", "code_entry", "manual"));
        default ->
            times.put(filter, focus.credits().stream().map(ModelCredit::creditedAt).toList());
      }
    }
    return leaf;
  }

  private ObjectNode lifecycle(ModelCustomer focus) {
    String name = dice.any(LIFECYCLE_NAMES);
    ObjectNode leaf = leaf("lifecycle").put("name", name);
    putApp(leaf);
    switch (name) {
      case "state" -> putState(leaf);
      case "plan" -> tests.text(leaf, RandomLifecycles.PLANS);
      case "mrr" -> {
        if (dice.oneIn(2)) {
          leaf.put("currency", dice.any(RandomLifecycles.CURRENCIES));
        }
        tests.compare(leaf, () -> new BigDecimal(dice.any(AMOUNTS)));
      }
      default -> {
        if (name.equals("trial_ends") || dice.oneIn(2)) {
          times.put(leaf, lifecycleTimes(focus));
        }
      }
    }
    return leaf;
  }

  private void putState(ObjectNode leaf) {
    switch (dice.below(4)) {
      case 0 -> leaf.put("op", dice.of("is_set", "is_unset"));
      case 1 -> {
        leaf.put("op", dice.of("in", "not_in"));
        leaf.withArray("value").add(dice.any(STATES)).add(dice.any(STATES));
      }
      default -> leaf.put("op", dice.of("=", "!=")).put("value", dice.any(STATES));
    }
  }

  private static List<Instant> lifecycleTimes(ModelCustomer focus) {
    return focus.lifecycles().stream()
        .flatMap(
            each ->
                Stream.concat(
                    each.ends().stream(),
                    Stream.of(
                            Optional.ofNullable(each.times().installed()),
                            Optional.ofNullable(each.times().uninstalled()),
                            Optional.ofNullable(each.times().reinstalled()),
                            Optional.ofNullable(each.times().paying()),
                            Optional.ofNullable(each.times().canceled()))
                        .flatMap(Optional::stream)))
        .toList();
  }

  private void putAffiliate(ObjectNode filter) {
    List<String> ids = List.copyOf(workspace.affiliates().keySet());
    if (dice.oneIn(3)) {
      filter.put("op", dice.of("in", "not_in"));
      filter.withArray("value").add(dice.any(ids)).add(dice.any(ids));
    } else {
      filter.put("op", dice.of("=", "!=")).put("value", dice.any(ids));
    }
  }
}
