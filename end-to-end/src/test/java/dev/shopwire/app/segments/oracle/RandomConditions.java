package dev.shopwire.app.segments.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.ZoneId;
import java.util.stream.Stream;

/** Generates condition trees with leaves of every kind, nested and negated. */
final class RandomConditions {
  /** Far below what a condition may have with all that it nests. */
  private static final int MAX_NESTED_LEAVES = 60;

  private static final int MAX_NESTED_DEPTH = 3;

  private static final int MANY_LEAVES = 60;

  /** How deep groups are nested; with a NOT or two before each, a leaf is at most 16 deep. */
  private static final int MAX_GROUPS = 4;

  private final Dice dice;
  private final ModelWorkspace workspace;

  /** How many leaves of nested segments the condition may still have. */
  private int remaining;

  RandomConditions(Dice dice, ModelWorkspace workspace) {
    this.dice = dice;
    this.workspace = workspace;
  }

  ZoneId zone() {
    return ZoneId.of(dice.any(Zones.ALL));
  }

  /** A tree of mostly few leaves. */
  JsonNode next(ZoneId zone) {
    int leaves = dice.oneIn(3) ? 1 : 1 + dice.below(dice.oneIn(4) ? 12 : 4);
    return ofSize(dice.oneIn(200) ? MANY_LEAVES : leaves, zone);
  }

  JsonNode ofSize(int leaves, ZoneId zone) {
    remaining = MAX_NESTED_LEAVES;
    return tree(leaves, 0, new RandomLeaves(dice, workspace, zone));
  }

  private JsonNode tree(int leaves, int depth, RandomLeaves random) {
    JsonNode group = group(leaves, depth, random);
    if (!dice.oneIn(6)) {
      return group;
    }
    return dice.oneIn(8) ? not(not(group)) : not(group);
  }

  private static ObjectNode not(JsonNode part) {
    ObjectNode not = RandomTests.NODES.objectNode();
    not.set("not", part);
    return not;
  }

  private JsonNode group(int leaves, int depth, RandomLeaves random) {
    if (leaves == 1) {
      JsonNode leaf = leaf(random);
      return dice.oneIn(12) ? inGroup(leaf) : leaf;
    }
    ObjectNode group = RandomTests.NODES.objectNode();
    ArrayNode parts = group.putArray(dice.oneIn(2) ? "all" : "any");
    int rest = leaves;
    while (rest > 0) {
      int most = rest == leaves ? leaves - 1 : rest;
      int size = depth < MAX_GROUPS ? 1 + dice.below(most) : 1;
      parts.add(tree(size, depth + 1, random));
      rest -= size;
    }
    return group;
  }

  /** A group of one, which is that one. */
  private JsonNode inGroup(JsonNode leaf) {
    ObjectNode group = RandomTests.NODES.objectNode();
    group.putArray(dice.oneIn(2) ? "all" : "any").add(leaf);
    return group;
  }

  private JsonNode leaf(RandomLeaves random) {
    if (!workspace.segments().isEmpty() && dice.oneIn(12)) {
      ModelSegment segment = dice.any(workspace.segments());
      if (segment.leaves() <= remaining && segment.depth() <= MAX_NESTED_DEPTH) {
        remaining -= segment.leaves();
        return random.segment(segment);
      }
    }
    return random.any();
  }

  /** The same tree, in which no group has a single part. */
  static JsonNode simplified(JsonNode condition) {
    if (condition.has("type")) {
      return condition;
    }
    if (condition.has("not")) {
      return not(simplified(condition.path("not")));
    }
    String kind = condition.has("all") ? "all" : "any";
    if (condition.path(kind).size() == 1) {
      return simplified(condition.path(kind).path(0));
    }
    ObjectNode group = RandomTests.NODES.objectNode();
    ArrayNode parts = group.putArray(kind);
    condition.path(kind).forEach(part -> parts.add(simplified(part)));
    return group;
  }

  /** The leaves of a condition and of all that it nests. */
  int leaves(JsonNode condition) {
    return Reference.leaves(condition).size()
        + nested(condition).mapToInt(ModelSegment::leaves).sum();
  }

  /** How many segments are nested in each other if the condition is that of one. */
  int depth(JsonNode condition) {
    return 1 + nested(condition).mapToInt(ModelSegment::depth).max().orElse(0);
  }

  private Stream<ModelSegment> nested(JsonNode condition) {
    Reference reference = new Reference(workspace);
    return Reference.leaves(condition).stream()
        .filter(leaf -> leaf.path("type").asText().equals("segment"))
        .map(reference::segmentOf);
  }
}
