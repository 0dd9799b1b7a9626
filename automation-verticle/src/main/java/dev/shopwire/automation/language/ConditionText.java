package dev.shopwire.automation.language;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.Condition.All;
import dev.shopwire.automation.conditions.Condition.Any;
import dev.shopwire.automation.conditions.Condition.Not;
import dev.shopwire.automation.conditions.Condition.Test;
import dev.shopwire.automation.language.kinds.Kinds;
import dev.shopwire.automation.language.lookup.Labels;
import dev.shopwire.automation.language.text.TextForms;
import dev.shopwire.automation.names.Vocabulary;
import java.util.ArrayList;
import java.util.List;

/** Prints a condition as canonical text. For one condition. */
public final class ConditionText {
  private final TextForms forms;
  private final StringBuilder text = new StringBuilder();
  private final List<Integer> heads = new ArrayList<>();

  /** How much of the text is counted, in characters and in code points. */
  private int countedCharacters;

  private int countedCodePoints;

  private ConditionText(Labels labels) {
    this.forms = new TextForms(labels);
  }

  /**
   * @param vocabulary with all that the condition refers to; what it lacks is printed by its id
   */
  public static String print(Condition condition, Vocabulary vocabulary) {
    ConditionText printed = new ConditionText(new Labels(vocabulary));
    printed.node(condition);
    return printed.text.toString();
  }

  /** The positions of the heads of all leaves in the text, in code points. */
  static List<Integer> heads(Condition condition, Labels labels) {
    ConditionText printed = new ConditionText(labels);
    printed.node(condition);
    return List.copyOf(printed.heads);
  }

  private void node(Condition condition) {
    if (condition instanceof All all) {
      group(all, all.parts(), " AND ");
    } else if (condition instanceof Any any) {
      group(any, any.parts(), " OR ");
    } else if (condition instanceof Not not) {
      text.append("NOT ");
      part(not, not.part());
    } else if (condition instanceof Test test) {
      heads.add(position());
      text.append(Kinds.print(test.leaf(), forms));
    }
  }

  private void group(Condition group, List<Condition> parts, String separator) {
    for (int i = 0; i < parts.size(); i++) {
      text.append(i == 0 ? "" : separator);
      part(group, parts.get(i));
    }
  }

  private void part(Condition parent, Condition part) {
    boolean isInParentheses = needsParentheses(parent, part);
    text.append(isInParentheses ? "(" : "");
    node(part);
    text.append(isInParentheses ? ")" : "");
  }

  /** Only an {@code AND} in an {@code OR} can do without; so one in its own kind stays one. */
  private static boolean needsParentheses(Condition parent, Condition part) {
    return part instanceof Any || (part instanceof All && !(parent instanceof Any));
  }

  private int position() {
    countedCodePoints += Character.codePointCount(text, countedCharacters, text.length());
    countedCharacters = text.length();
    return countedCodePoints;
  }
}
