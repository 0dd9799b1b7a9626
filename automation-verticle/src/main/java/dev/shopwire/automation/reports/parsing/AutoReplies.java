package dev.shopwire.automation.reports.parsing;

import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Recognizes automatic answers by their header fields (RFC 3834, and what older programs write).
 * Reports have some of these fields, too, so they only say what a mail is that is no report.
 */
final class AutoReplies {
  private static final List<String> FIELDS =
      List.of("X-Autoreply", "X-Autorespond", "X-Autoresponder", "X-Vacation");
  private static final Set<String> PRECEDENCE = Set.of("auto_reply", "auto-reply", "junk");

  private AutoReplies() {}

  static boolean isOne(BoundedHeaders headers) {
    return headers
            .first("Auto-Submitted")
            .map(AutoReplies::text)
            .filter(AutoReplies::isAuto)
            .isPresent()
        || headers
            .first("Precedence")
            .map(AutoReplies::text)
            .filter(PRECEDENCE::contains)
            .isPresent()
        || FIELDS.stream().anyMatch(field -> headers.first(field).isPresent());
  }

  private static String text(String value) {
    return value.toLowerCase(Locale.ROOT);
  }

  private static boolean isAuto(String value) {
    return !value.startsWith("no");
  }
}
