package dev.shopwire.app.segments.oracle;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A contact of a customer. */
record ModelContact(
    @Nullable String email, boolean accountOwner, boolean installer, List<String> tags) {

  String role() {
    if (accountOwner) {
      return "owner";
    }
    if (installer) {
      return "installer";
    }
    return tags.isEmpty() ? "staff" : tags.get(0);
  }
}
