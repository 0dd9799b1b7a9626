package dev.shopwire.automation.conditions;

import java.util.Arrays;
import java.util.List;

/** What an app can be to a shop, as {@code GET /customers/{id}/lifecycle} shows it. */
public enum LifecycleState {
  INSTALLED("installed"),
  TRIAL("trial"),
  SUBSCRIBED("subscribed"),
  CANCELING("canceling"),
  FROZEN("frozen"),
  UNSUBSCRIBED("unsubscribed"),
  DEACTIVATED("deactivated"),
  UNINSTALLED("uninstalled");

  /** The texts of all. */
  public static final List<String> WORDS =
      Arrays.stream(values()).map(LifecycleState::word).toList();

  private final String word;

  LifecycleState(String word) {
    this.word = word;
  }

  /** The text in conditions. */
  public String word() {
    return word;
  }
}
