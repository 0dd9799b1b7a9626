package dev.shopwire.automation.language;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.language.draft.DraftNode;
import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Faults;
import dev.shopwire.automation.language.draft.Limits;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Shown;
import dev.shopwire.automation.language.json.JsonMembers;
import dev.shopwire.automation.language.kinds.Kinds;
import dev.shopwire.common.json.JsonTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads a condition in JSON; what is invalid is recorded. For one tree. */
final class ConditionTreeReader {
  private static final String NOT = "not";
  private static final List<String> GROUPS = List.of("all", "any");

  private final Faults faults;
  private int leaves;

  ConditionTreeReader(Faults faults) {
    this.faults = faults;
  }

  DraftNode read(JsonNode json, String pointer) {
    return node(json, pointer, 1);
  }

  /** Whatever was sent, no more than so many levels and leaves are looked at. */
  private DraftNode node(JsonNode json, String pointer, int depth) {
    if (leaves > Limits.LEAVES) {
      return new DraftNode.Faulty();
    }
    if (depth > Limits.DEPTH) {
      return faulty(
          pointer,
          FaultCode.TOO_DEEP,
          "expected a tree at most " + Limits.DEPTH + " deep, a leaf being 1");
    }
    if (!json.isObject()) {
      leaves++;
      return faulty(
          pointer,
          FaultCode.INVALID_VALUE,
          "expected an object with all, any, not or type, got " + JsonTypes.name(json));
    }
    JsonMembers members = new JsonMembers(json, pointer, faults);
    DraftNode node = node(members, depth);
    members.finish();
    return node;
  }

  private DraftNode node(JsonMembers members, int depth) {
    Optional<String> group = GROUPS.stream().filter(members::has).findFirst();
    if (group.isPresent()) {
      return group(group.get(), members, depth);
    }
    return members.has(NOT)
        ? new DraftNode.Negation(node(members.value(NOT), members.place(NOT).pointer(), depth + 1))
        : leaf(members);
  }

  private DraftNode group(String kind, JsonMembers members, int depth) {
    JsonNode array = members.value(kind);
    String pointer = members.place(kind).pointer();
    if (!array.isArray() || array.isEmpty()) {
      return faulty(
          pointer,
          FaultCode.INVALID_VALUE,
          "expected an array of conditions, got "
              + (array.isArray() ? "an empty one" : JsonTypes.name(array)));
    }
    List<DraftNode> parts = new ArrayList<>();
    for (int i = 0; i < array.size() && leaves <= Limits.LEAVES; i++) {
      parts.add(node(array.get(i), pointer + "/" + i, depth + 1));
    }
    return parts.size() == 1 ? parts.get(0) : new DraftNode.Group(kind.equals("all"), parts);
  }

  private DraftNode leaf(JsonMembers members) {
    leaves++;
    if (leaves > Limits.LEAVES) {
      members.readAll();
      return faulty(
          members.place().pointer(),
          FaultCode.TOO_MANY_CONDITIONS,
          "expected at most " + Limits.LEAVES + " conditions");
    }
    Optional<String> type = members.required("type", "all, any, not or type");
    if (type.isPresent() && !Kinds.isType(type.get())) {
      members.readAll();
      return faulty(
          members.place("type").pointer(),
          FaultCode.UNKNOWN_CONDITION,
          Shown.text(type.get()) + " is not a condition: expected one of " + Kinds.TYPES);
    }
    return type.flatMap(found -> Kinds.read(found, members))
        .<DraftNode>map(DraftNode.Single::new)
        .orElseGet(DraftNode.Faulty::new);
  }

  private DraftNode faulty(String pointer, FaultCode code, String message) {
    faults.add(Place.ofMember(pointer), code, message);
    return new DraftNode.Faulty();
  }
}
