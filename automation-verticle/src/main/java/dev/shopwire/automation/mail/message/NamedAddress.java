package dev.shopwire.automation.mail.message;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An address with the name that mail programs show for it.
 *
 * @param name any text; line breaks and control characters become blanks
 */
public record NamedAddress(MailAddress address, Optional<String> name) {
  /** An address without a name. */
  public static NamedAddress of(MailAddress address) {
    return new NamedAddress(address, Optional.empty());
  }

  /** The words of a header field between which it may be folded. */
  List<String> words() {
    String shown = name.map(String::strip).orElse("");
    if (shown.isEmpty()) {
      return List.of(address.toString());
    }
    List<String> words = new ArrayList<>(HeaderText.displayName(shown));
    words.add("<" + address + ">");
    return words;
  }
}
