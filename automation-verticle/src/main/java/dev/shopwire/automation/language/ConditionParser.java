package dev.shopwire.automation.language;

import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.draft.DraftNode;
import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Faults;
import dev.shopwire.automation.language.draft.Limits;
import dev.shopwire.automation.language.kinds.Kinds;
import dev.shopwire.automation.language.text.SyntaxError;
import dev.shopwire.automation.language.text.TextReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Parses a text by recursive descent: {@code NOT} binds before {@code AND}, {@code AND} before
 * {@code OR}. For one text.
 */
final class ConditionParser {
  private final TextReader text;
  private final Faults faults;
  private int leaves;

  /**
   * @param faults where faults are recorded
   */
  ConditionParser(String text, String pointer, Faults faults) {
    this.text = new TextReader(text, pointer, faults);
    this.faults = faults;
  }

  /**
   * @throws SyntaxError if the text is not a condition, which is recorded
   */
  DraftNode parse() {
    DraftNode condition = condition(1);
    if (!text.isEnd()) {
      throw text.fail("AND, OR or the end of the text");
    }
    checkDepth(condition, 1);
    return condition;
  }

  /**
   * @param depth of a leaf that stands here, by open parentheses and {@code NOT}
   */
  private DraftNode condition(int depth) {
    List<DraftNode> terms = new ArrayList<>(1);
    do {
      terms.add(term(depth));
    } while (text.acceptWord("or"));
    return terms.size() == 1 ? terms.get(0) : new DraftNode.Group(false, terms);
  }

  private DraftNode term(int depth) {
    List<DraftNode> factors = new ArrayList<>(1);
    do {
      factors.add(factor(depth));
    } while (text.acceptWord("and"));
    return factors.size() == 1 ? factors.get(0) : new DraftNode.Group(true, factors);
  }

  private DraftNode factor(int depth) {
    boolean goesDeeper = text.isWord("not") || text.isSymbol("(");
    if (goesDeeper && depth == Limits.DEPTH) {
      throw text.tooDeep(
          "expected conditions at most "
              + Limits.DEPTH
              + " deep: too many open parentheses and NOT");
    }
    if (text.acceptWord("not")) {
      return new DraftNode.Negation(factor(depth + 1));
    }
    if (!text.acceptSymbol("(")) {
      return leaf();
    }
    DraftNode condition = condition(depth + 1);
    if (!text.acceptSymbol(")")) {
      throw text.fail("AND, OR or )");
    }
    return condition;
  }

  private DraftNode leaf() {
    if (text.peekWord().isEmpty() || text.isWord("and") || text.isWord("or")) {
      throw text.fail("NOT, ( or one of " + Kinds.HEADS);
    }
    leaves++;
    if (leaves == Limits.LEAVES + 1) {
      faults.add(
          text.place(),
          FaultCode.TOO_MANY_CONDITIONS,
          "expected at most " + Limits.LEAVES + " conditions");
    }
    Optional<DraftLeaf> leaf = Kinds.parse(text);
    if (leaf.isPresent()) {
      return new DraftNode.Single(leaf.get());
    }
    text.skipUnknown("is not a condition: expected one of " + Kinds.HEADS);
    return new DraftNode.Faulty();
  }

  /** Groups without parentheses make a tree deeper too. Records only the first leaf too deep. */
  private boolean checkDepth(DraftNode node, int depth) {
    if (node instanceof DraftNode.Group group) {
      return group.parts().stream().allMatch(part -> checkDepth(part, depth + 1));
    }
    if (node instanceof DraftNode.Negation negation) {
      return checkDepth(negation.part(), depth + 1);
    }
    if (depth > Limits.DEPTH && node instanceof DraftNode.Single single) {
      faults.add(
          single.leaf().place(),
          FaultCode.TOO_DEEP,
          "expected a tree at most " + Limits.DEPTH + " deep, got " + depth);
      return false;
    }
    return true;
  }
}
