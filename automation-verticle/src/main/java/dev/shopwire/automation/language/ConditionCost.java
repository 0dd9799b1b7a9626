package dev.shopwire.automation.language;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Condition.All;
import dev.shopwire.automation.conditions.Condition.Any;
import dev.shopwire.automation.conditions.Condition.Not;
import dev.shopwire.automation.conditions.Condition.Test;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.language.kinds.LeafWarning;
import dev.shopwire.automation.language.kinds.Warnings;
import dev.shopwire.automation.language.lookup.Labels;
import dev.shopwire.automation.names.Vocabulary;
import java.util.ArrayList;
import java.util.List;

/**
 * What a condition costs, as far as it alone says: the values of customers play no part.
 *
 * @param depth of the tree, a leaf being 1
 * @param scans whether it reads more than indexes select
 * @param warnings in the order of the text
 */
public record ConditionCost(int leaves, int depth, boolean scans, List<Warning> warnings) {
  private static final String ROOT = "/condition";

  public ConditionCost {
    warnings = List.copyOf(warnings);
  }

  /**
   * Something that the author should know.
   *
   * @param position of the leaf in the canonical text, in code points
   * @param pointer to the leaf in the canonical JSON
   */
  public record Warning(String code, String message, int position, String pointer) {}

  /**
   * @param vocabulary with all that the condition refers to. What nested segments cost counts as
   *     far as it has their definitions.
   */
  public static ConditionCost of(Condition condition, Vocabulary vocabulary) {
    Labels labels = new Labels(vocabulary);
    List<String> pointers = new ArrayList<>();
    int depth = walk(condition, ROOT, pointers);
    List<Integer> heads = ConditionText.heads(condition, labels);
    List<Leaf> leaves = condition.leaves().toList();
    Warnings warnings = new Warnings(vocabulary, labels);
    List<Warning> found = new ArrayList<>();
    boolean scans = false;
    for (int i = 0; i < leaves.size(); i++) {
      for (LeafWarning each : warnings.of(leaves.get(i))) {
        scans |= each.code().isScan();
        found.add(new Warning(each.code().id(), each.message(), heads.get(i), pointers.get(i)));
      }
    }
    return new ConditionCost(leaves.size(), depth, scans, found);
  }

  /** Collects the pointers to the leaves, and returns the depth. */
  private static int walk(Condition condition, String pointer, List<String> pointers) {
    if (condition instanceof Not not) {
      return 1 + walk(not.part(), pointer + "/not", pointers);
    }
    if (condition instanceof Test) {
      pointers.add(pointer);
      return 1;
    }
    boolean isAll = condition instanceof All;
    List<Condition> parts = isAll ? ((All) condition).parts() : ((Any) condition).parts();
    int deepest = 0;
    for (int i = 0; i < parts.size(); i++) {
      String at = pointer + (isAll ? "/all/" : "/any/") + i;
      deepest = Math.max(deepest, walk(parts.get(i), at, pointers));
    }
    return 1 + deepest;
  }
}
