package dev.shopwire.analytics.reports;

import dev.shopwire.analytics.query.ReadBudget;
import java.util.ArrayList;
import java.util.List;

/** The values by which a response is grouped, in order. */
final class GroupKeys {
  /** How many small rows the row of a text counts as, since it may be long. */
  static final long ROWS_OF_TEXT = 20;

  private final ReadBudget budget;
  private final List<String> texts = new ArrayList<>();

  GroupKeys(ReadBudget budget) {
    this.budget = budget;
  }

  /**
   * Adds a text. Texts are sent back to PostgreSQL and included in the response, which takes
   * several copies.
   *
   * @throws dev.shopwire.common.failure.Failure 503 if all texts together are too long
   */
  void add(String text) {
    budget.addBytes(3L * text.length());
    texts.add(text);
  }

  List<String> all() {
    return texts;
  }
}
