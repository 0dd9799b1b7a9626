package dev.shopwire.automation.language.kinds;

import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.conditions.Operator;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.conditions.Value.TextValue;
import dev.shopwire.automation.conditions.ValueTest;
import dev.shopwire.automation.language.lookup.Labels;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.common.json.StorableText;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Finds the warnings of leaves in a workspace as it is now. For one condition. */
public final class Warnings {
  /** Longer texts are in no index. */
  private static final int INDEXED_LENGTH = 100;

  private final Vocabulary vocabulary;
  private final Labels labels;

  /** The segments whose definitions are being looked at: ends rings, which there should not be. */
  private final Set<Long> open = new HashSet<>();

  public Warnings(Vocabulary vocabulary, Labels labels) {
    this.vocabulary = vocabulary;
    this.labels = labels;
  }

  public List<LeafWarning> of(Leaf leaf) {
    return Kinds.warnings(leaf, this);
  }

  Labels labels() {
    return labels;
  }

  /** What the leaves of a nested segment are warned of, as far as its definition is known. */
  Set<LeafWarning.Code> nested(long segment) {
    Set<LeafWarning.Code> codes = EnumSet.noneOf(LeafWarning.Code.class);
    SegmentDefinition definition = vocabulary.definitions().get(segment);
    if (definition != null && open.add(segment)) {
      definition
          .condition()
          .leaves()
          .forEach(leaf -> of(leaf).forEach(warning -> codes.add(warning.code())));
      open.remove(segment);
    }
    return codes;
  }

  /** Whether no index finds the values that satisfy a test. */
  static boolean scansValues(ValueTest test) {
    return test.operator().positive() == Operator.CONTAINS
        || test.values().stream()
            .anyMatch(
                value ->
                    value instanceof TextValue text
                        && StorableText.length(text.text()) > INDEXED_LENGTH);
  }
}
