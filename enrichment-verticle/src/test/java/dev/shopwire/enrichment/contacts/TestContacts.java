package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.contracts.AppRequest;
import dev.shopwire.common.tenancy.ShopDomain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Creates stored contacts and pushed rosters for tests without a database. */
final class TestContacts {
  static final long APP = 7;
  static final int MAX_PEOPLE = 3;
  private static final Map<String, String> ALIASES = Map.of("myshopifyDomain", "myplatformDomain");

  private TestContacts() {}

  /** A contact that was first pushed by {@code app}. */
  static Contact pushed(long id, String platformId, long app) {
    return contact(id, Optional.of(platformId), Optional.of(app));
  }

  /** A contact added in the console. */
  static Contact manual(long id, Optional<String> platformId) {
    return contact(id, platformId, Optional.empty());
  }

  private static Contact contact(long id, Optional<String> platformId, Optional<Long> app) {
    return new Contact(
        id,
        platformId.orElse(null),
        values(
            Map.of(
                ContactField.FIRST_NAME, "Ada",
                ContactField.LAST_NAME, "Berg",
                ContactField.EMAIL, "ada@acme.example",
                ContactField.ACCOUNT_OWNER, true,
                ContactField.TAGS, List.of("billing"))),
        app,
        app.map(number -> "app-" + number).orElse(null));
  }

  /** The values of all fields: those in {@code some}, and none of the others. */
  static Map<ContactField, @Nullable Object> values(Map<ContactField, Object> some) {
    return Contact.values(field -> some.getOrDefault(field, field.none()));
  }

  /** A body of {@link #APP} with {@code fields} besides the domain. */
  static StaffRequest roster(String fields) {
    return body("{\"myplatformDomain\":\"acme.example\"," + fields + "}");
  }

  static StaffRequest body(String body) {
    return StaffRequest.read(
        new AppRequest(1, APP, body, ALIASES), new ShopDomain(Optional.empty()), MAX_PEOPLE);
  }
}
