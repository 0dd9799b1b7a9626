package dev.shopwire.attribution.credit;

import dev.shopwire.attribution.affiliates.ReferralCode;
import dev.shopwire.common.json.Text;
import org.jspecify.annotations.Nullable;

/**
 * A code as it was seen. What is too long to be anybody's is cut, so that the log has it too.
 *
 * @param text as it was sent, blanks around it too, unless there are very many
 * @param cut whether something is missing at its end
 */
public record SeenCode(String text, boolean cut) {

  public static SeenCode of(String sent) {
    String trimmed = ReferralCode.trim(sent);
    if (Text.length(trimmed) > ReferralCode.MAX_LENGTH) {
      int end = trimmed.offsetByCodePoints(0, ReferralCode.MAX_LENGTH);
      return new SeenCode(trimmed.substring(0, end), true);
    }
    return new SeenCode(sent.length() > 2 * ReferralCode.MAX_LENGTH ? trimmed : sent, false);
  }

  /** By what it is looked up; null for one that was cut, which must not be taken for another. */
  @Nullable String normalised() {
    return cut ? null : ReferralCode.normalise(text);
  }
}
