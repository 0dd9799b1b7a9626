package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.definitions.Entry;
import dev.shopwire.automation.definitions.Exit;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.definitions.ZoneChoice;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads a definition, in the form that {@link References} understands. The result counts only if
 * there are no faults. For one definition.
 */
final class DefinitionReader {
  private static final int MAX_EXITS = 20;
  private static final ZoneId DEFAULT_ZONE = ZoneId.of("UTC");
  private static final String TRIGGER = "trigger";
  private static final String EXIT = "exit";

  private final References references;
  private final DefinitionFaults faults;

  private DefinitionReader(References references, DefinitionFaults faults) {
    this.references = references;
    this.faults = faults;
  }

  /**
   * @param pointer to the definition, for faults
   * @return empty if it is no object
   */
  static Optional<FlowDefinition> read(
      JsonNode definition, String pointer, References references, DefinitionFaults faults) {
    return Part.of(definition, pointer, faults)
        .map(part -> new DefinitionReader(references, faults).read(part));
  }

  private FlowDefinition read(Part definition) {
    TriggerReader triggers = new TriggerReader(references);
    Part triggerPart = definition.object(TRIGGER, "what starts runs");
    Trigger trigger = triggers.read(triggerPart);
    EntryReader entries = new EntryReader(references, triggers.isKnown(), trigger);
    Entry entry = entries.read(definition);
    List<Exit> exits = exits(definition, entries);
    ZoneChoice zone = zone(definition);
    boolean ignoresQuietHours = definition.flag("ignoreQuietHours");
    boolean ignoresCap = definition.flag("ignoreFrequencyCap");
    List<Step> steps = new StepsReader(references, entries.hasKey()).read(definition);
    definition.end();
    return new FlowDefinition(trigger, entry, exits, zone, ignoresQuietHours, ignoresCap, steps);
  }

  private List<Exit> exits(Part definition, EntryReader entry) {
    List<Exit> exits = new ArrayList<>();
    List<JsonNode> items = definition.items(EXIT, MAX_EXITS);
    for (int i = 0; i < items.size(); i++) {
      Part.of(items.get(i), definition.itemPointer(EXIT, i), faults)
          .ifPresent(part -> exit(part, entry).ifPresent(exits::add));
    }
    return exits;
  }

  private Optional<Exit> exit(Part part, EntryReader entry) {
    Optional<Exit> exit = Optional.empty();
    List<String> present = part.present("event", "condition", "noLongerMatches");
    if (present.size() != 1) {
      faults.add(
          part.pointer(),
          present.isEmpty() ? Part.MISSING_MEMBER : "one_of",
          "expected exactly one of event, condition and noLongerMatches");
    } else if (present.contains("event")) {
      Part event = part.object("event", "a usage event");
      exit = Optional.of(new Exit.OnEvent(Events.match(event, references, entry.hasKey())));
    } else if (present.contains("condition")) {
      exit = Optional.of(new Exit.OnCondition(references.condition(part, "condition")));
    } else {
      checkMatches(part, entry);
      exit = Optional.of(new Exit.NoLongerMatches());
    }
    part.end();
    return exit;
  }

  private static void checkMatches(Part part, EntryReader entry) {
    if (!part.flag("noLongerMatches")) {
      part.fault("noLongerMatches", Part.INVALID_VALUE, "must be true");
    } else if (!entry.hasMatch()) {
      part.fault(
          "noLongerMatches",
          Part.INVALID_VALUE,
          "needs a condition of the entry or a trigger with a segment");
    }
  }

  private ZoneChoice zone(Part definition) {
    Optional<Part> zone = definition.optionalObject("timezone");
    return zone.map(this::zoneOf).orElse(new ZoneChoice(Optional.empty(), DEFAULT_ZONE));
  }

  private ZoneChoice zoneOf(Part zone) {
    Optional<FieldRef> field = Optional.empty();
    if (zone.has("field")) {
      field = Optional.of(references.field(zone, References.FieldUse.ZONE));
    } else {
      zone.value("app");
      zone.refuse("can't be given without field", "app");
    }
    ZoneId fallback = Times.zone(zone, "fallback");
    zone.end();
    return new ZoneChoice(field, fallback);
  }
}
