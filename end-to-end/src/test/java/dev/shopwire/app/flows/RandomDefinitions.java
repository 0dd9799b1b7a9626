package dev.shopwire.app.flows;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes random definitions of flows that {@code e0} starts, with all kinds of steps, as JSON. Waits
 * take seconds, but for those until a local time. Not thread-safe.
 */
final class RandomDefinitions {
  static final ZoneId ZONE = ZoneId.of("Asia/Kathmandu");

  /** Conditions of the form {@code cf:c1 = "yes"}, with numbers from 0. */
  static final int CONDITIONS = 3;

  static final int NAMES = 4;
  private static final int MAX_DEPTH = 3;

  /** Few enough that a definition keeps to its limit of 100. */
  private static final int MAX_STEPS = 90;

  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss");

  private final Random random;
  private final String template;
  private final List<String> waits = new ArrayList<>();
  private boolean hasKey;
  private int steps;

  /**
   * @param template id of the template of mails
   */
  RandomDefinitions(Random random, String template) {
    this.random = random;
    this.template = template;
  }

  ObjectNode next() {
    waits.clear();
    steps = 0;
    ObjectNode definition = Json.MAPPER.createObjectNode();
    ObjectNode trigger = definition.putObject("trigger");
    trigger.put("type", "usage_event").put("eventName", "e0");
    maybeProperties(trigger);
    addEntry(definition.putObject("entry"));
    ArrayNode exits = definition.putArray("exit");
    if (random.nextInt(2) == 0) {
      exits.addObject().set("event", event());
    }
    if (random.nextInt(10) == 0) {
      exits.addObject().put("condition", condition());
    }
    if (definition.at("/entry/condition").isTextual() && random.nextBoolean()) {
      exits.addObject().put("noLongerMatches", true);
    }
    definition.putObject("timezone").put("fallback", ZONE.getId());
    addSteps(definition.putArray("steps"), 0);
    return definition;
  }

  private void addEntry(ObjectNode entry) {
    hasKey = false;
    switch (random.nextInt(5)) {
      case 0 -> entry.put("frequency", "once");
      case 1 -> entry.put("frequency", "interval").put("interval", seconds());
      case 2 -> entry.put("frequency", "always");
      default -> {
        entry.put("frequency", "key").put("key", "k");
        hasKey = true;
      }
    }
    if (random.nextInt(4) == 0) {
      entry.put("condition", condition()).put("grace", "0s");
    }
  }

  private String condition() {
    return "cf:c" + random.nextInt(CONDITIONS) + " = \"yes\"";
  }

  private String seconds() {
    return random.nextInt(1, 5) + "s";
  }

  private ObjectNode event() {
    ObjectNode event = Json.MAPPER.createObjectNode();
    event.put("eventName", "e" + random.nextInt(1, NAMES));
    maybeProperties(event);
    if (hasKey && random.nextBoolean()) {
      event.put("sameKey", true);
    }
    return event;
  }

  private void maybeProperties(ObjectNode of) {
    if (random.nextInt(3) == 0) {
      of.putArray("properties")
          .addObject()
          .put("property", "n")
          .put("operator", "lte")
          .put("value", random.nextInt(1, 10));
    }
  }

  private void addSteps(ArrayNode sequence, int depth) {
    int count = random.nextInt(depth == 0 ? 1 : 0, 5);
    for (int i = 0; i < count && steps < MAX_STEPS; i++) {
      addStep(sequence.addObject().put("id", "s" + steps++), depth);
    }
  }

  private void addStep(ObjectNode step, int depth) {
    switch (random.nextInt(depth < MAX_DEPTH ? 14 : 11)) {
      case 0 -> {
        step.put("type", "filter").put("condition", condition());
        maybeProperties(step);
      }
      case 1, 2, 3, 4 -> addWait(step);
      case 5, 6 -> step.put("type", "email").put("template", template).putArray("to").add("shop");
      case 7 ->
          step.put("type", "set_field").put("field", "touched").put("value", random.nextInt(5));
      case 8 -> {
        step.put("type", random.nextBoolean() ? "add_tag" : "remove_tag").put("tag", "t");
        step.putArray("to").add("contacts");
      }
      case 9 -> step.put("type", random.nextInt(4) == 0 ? "exit" : "webhook");
      case 10 -> step.put("type", "webhook");
      default -> addBranch(step, depth);
    }
  }

  private void addBranch(ObjectNode step, int depth) {
    step.put("type", "branch");
    ArrayNode arms = step.putArray("arms");
    int count = random.nextInt(1, 4);
    List<String> before = List.copyOf(waits);
    for (int i = 0; i < count; i++) {
      ObjectNode arm = arms.addObject().put("name", "arm" + i);
      if (!before.isEmpty() && random.nextBoolean()) {
        arm.putObject("outcome")
            .put("step", before.get(random.nextInt(before.size())))
            .put("is", "timeout");
      } else {
        arm.put("condition", condition());
      }
      maybeProperties(arm);
      addSteps(arm.putArray("steps"), depth + 1);
      onlyWaitsOf(before);
    }
    addSteps(step.putArray("else"), depth + 1);
    onlyWaitsOf(before);
  }

  /** A branch may only ask for waits that every run has passed. */
  private void onlyWaitsOf(List<String> before) {
    waits.clear();
    waits.addAll(before);
  }

  private void addWait(ObjectNode step) {
    step.put("type", "wait");
    switch (random.nextInt(6)) {
      case 0, 1 -> step.put("for", seconds());
      case 2 -> {
        LocalTime soon = LocalTime.now(ZONE).plusSeconds(random.nextInt(2, 20));
        step.putObject("until").put("time", soon.format(TIME));
      }
      case 3 -> addTimeout(step.put("condition", condition()));
      default -> addTimeout(step.<ObjectNode>set("event", event()));
    }
    if (step.has("timeout")) {
      waits.add(step.path("id").asText());
    }
  }

  private void addTimeout(ObjectNode step) {
    step.put("timeout", seconds());
    if (random.nextInt(4) == 0) {
      step.put("onTimeout", "exit");
    }
  }
}
