package dev.shopwire.automation.tracking;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An SQL text with named gaps such as {@code %(test)}. Not thread-safe. */
final class Template {
  private static final Pattern GAP = Pattern.compile("%\\((\\w+)\\)");

  private final String text;
  private final Map<String, String> values = new HashMap<>();

  Template(String text) {
    this.text = text;
  }

  /** Sets what stands in all gaps of this name. */
  Template set(String name, String sql) {
    values.put(name, sql);
    return this;
  }

  /**
   * @throws IllegalStateException if a gap was not set
   */
  String text() {
    Matcher gap = GAP.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (gap.find()) {
      String sql = values.get(gap.group(1));
      if (sql == null) {
        throw new IllegalStateException("Nothing stands for " + gap.group());
      }
      gap.appendReplacement(filled, Matcher.quoteReplacement(sql));
    }
    return gap.appendTail(filled).toString();
  }
}
