package dev.shopwire.enrichment.contacts;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A contact of a shop.
 *
 * @param id Shopwire's id; 0 until it is stored
 * @param platformId the platform's user id; null only for a manual contact
 * @param sourceApp the app that first pushed it; empty for a manual contact
 * @param sourceSlug that app's slug; null for a manual contact, and until it is stored
 */
public record Contact(
    long id,
    @Nullable String platformId,
    @Nullable String firstName,
    @Nullable String lastName,
    @Nullable String email,
    boolean accountOwner,
    boolean installer,
    List<String> tags,
    Optional<Integer> sourceApp,
    @Nullable String sourceSlug) {

  /** A new contact without any details. */
  static Contact blank(@Nullable String platformId, Optional<Integer> sourceApp) {
    return new Contact(0, platformId, null, null, null, false, false, List.of(), sourceApp, null);
  }

  /** Derived from the other fields (docs/api/customers.md). */
  String role() {
    if (accountOwner) {
      return "owner";
    }
    if (installer) {
      return "installer";
    }
    return tags.isEmpty() ? "staff" : tags.get(0);
  }

  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("contactId", Long.toString(id));
    json.put("id", platformId);
    json.put("firstName", firstName);
    json.put("lastName", lastName);
    json.put("email", email);
    json.put("accountOwner", accountOwner);
    json.put("installer", installer);
    json.put("tags", tags);
    json.put("role", role());
    json.put("source", sourceApp.isPresent() ? "app" : "manual");
    json.put("sourceApp", sourceSlug);
    return json;
  }
}
