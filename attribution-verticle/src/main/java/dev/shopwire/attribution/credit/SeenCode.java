package dev.shopwire.attribution.credit;

import dev.shopwire.attribution.affiliates.ReferralCode;
import dev.shopwire.common.json.StorableText;
import org.jspecify.annotations.Nullable;

/**
 * A code as it was seen. One that is too long to be valid is truncated, so that the log has it too.
 *
 * @param text as it was sent, with surrounding blanks unless there are very many
 * @param truncated whether its end is missing
 */
public record SeenCode(String text, boolean truncated) {

  public static SeenCode of(String sent) {
    String trimmed = ReferralCode.trim(sent);
    if (StorableText.length(trimmed) > ReferralCode.MAX_LENGTH) {
      int end = trimmed.offsetByCodePoints(0, ReferralCode.MAX_LENGTH);
      return new SeenCode(trimmed.substring(0, end), true);
    }
    return new SeenCode(sent.length() > 2 * ReferralCode.MAX_LENGTH ? trimmed : sent, false);
  }

  /** The form used to look it up; null if truncated, so that it can't match another code. */
  @Nullable String normalized() {
    return truncated ? null : ReferralCode.normalize(text);
  }
}
