package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.ReadBudget;
import java.util.ArrayList;
import java.util.List;

/** The values by which an answer is grouped, in their order. */
final class GroupTexts {
  /** How many small rows the row of a text counts as: it may be long. */
  static final long ROWS_OF_TEXT = 20;

  private final ReadBudget budget;
  private final List<String> texts = new ArrayList<>();

  GroupTexts(ReadBudget budget) {
    this.budget = budget;
  }

  /**
   * They are sent to PostgreSQL again and are in the answer, which makes several copies.
   *
   * @throws dev.shopwire.common.failure.Failure 503 if all together are too long
   */
  void add(String text) {
    budget.addBytes(3L * text.length());
    texts.add(text);
  }

  List<String> all() {
    return texts;
  }
}
