package dev.shopwire.automation.language;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Leaf.SegmentLeaf;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.draft.DraftNode;
import dev.shopwire.automation.language.draft.Faults;
import dev.shopwire.automation.language.draft.Limits;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.lookup.Affiliates;
import dev.shopwire.automation.language.lookup.Nesting;
import dev.shopwire.automation.language.lookup.VocabularyNames;
import dev.shopwire.automation.names.Mentions;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.StorableText;
import java.util.List;
import java.util.Optional;

/** A condition as it was sent: its names are not looked up yet. Immutable. */
public final class Draft {
  private final DraftNode root;
  private final Faults faults;
  private final Place place;

  /**
   * @param faults what was found so far
   */
  Draft(DraftNode root, Faults faults, Place place) {
    this.root = root;
    this.faults = faults;
    this.place = place;
  }

  /** What the vocabulary must know beside the fields, apps and segments of the workspace. */
  public Mentions mentions() {
    return Affiliates.mentions(root.leaves().flatMap(DraftLeaf::affiliates));
  }

  /**
   * Looks up the names and checks the types.
   *
   * @param vocabulary with what is mentioned
   * @param ownSegment the id of the segment whose condition it is to be; 0 if it has none yet
   * @throws Failure 422 with everything that is wrong
   */
  public Condition resolve(Vocabulary vocabulary, long ownSegment) {
    Faults all = faults.copy();
    Nesting nesting = new Nesting(vocabulary, ownSegment);
    Optional<Condition> resolved = root.resolve(new VocabularyNames(vocabulary, nesting, all));
    all.throwIfAny();
    Condition condition = resolved.orElseThrow();
    checkNesting(condition, nesting, all);
    all.throwIfAny();
    if (!place.isInText()) {
      checkLength(condition, vocabulary);
    }
    return condition;
  }

  private void checkNesting(Condition condition, Nesting nesting, Faults all) {
    List<Long> nested =
        condition
            .leaves()
            .filter(SegmentLeaf.class::isInstance)
            .map(leaf -> ((SegmentLeaf) leaf).segment())
            .toList();
    nesting.check((int) condition.leaves().count(), nested, place, all);
  }

  /** JSON may be as long as its text may be. */
  private void checkLength(Condition condition, Vocabulary vocabulary) {
    int length = StorableText.length(ConditionText.print(condition, vocabulary));
    if (length > Limits.TEXT_LENGTH) {
      throw ConditionReader.tooLong(place, length);
    }
  }
}
