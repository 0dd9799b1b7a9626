package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.contracts.AppRequest;
import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.Shops.Shop;
import dev.shopwire.enrichment.customers.ResponseWarnings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A parsed body of {@code POST /staff}.
 *
 * @param people by platform id; the last entry of each id
 * @param reconcile whether the list is the calling app's complete roster
 * @param warnings what was ignored or not stored
 */
record StaffRequest(
    Shop shop,
    long appId,
    Map<String, ContactPatch> people,
    boolean reconcile,
    List<ValidationError> warnings,
    RequestDeadline deadline) {
  private static final String DOMAIN = "myplatformDomain";
  private static final Set<String> KNOWN_FIELDS = Set.of(DOMAIN, "staff", "reconcile");

  /**
   * @throws Failure 400 if the body is not JSON, 422 with all validation errors
   */
  static StaffRequest read(AppRequest request, ShopDomain domains, int maxPeople) {
    JsonInput input = JsonInput.of(request.body(), request.aliases());
    String domain = domains.read(input, DOMAIN);
    boolean reconcile = Boolean.TRUE.equals(input.optionalBoolean("reconcile").value());
    List<ValidationError> ignored = new ArrayList<>(input.ignoredFields(KNOWN_FIELDS));
    Map<String, ContactPatch> people = new LinkedHashMap<>();
    for (JsonInput person : input.requiredObjects("staff", maxPeople)) {
      ContactPatch contact = ContactPatch.ofPush(person);
      String id = contact.id().value();
      if (id != null) {
        people.put(id, contact);
      }
      ignored.addAll(person.ignoredFields(ContactPatch.PUSHED_FIELDS));
    }
    input.throwIfInvalid();
    return new StaffRequest(
        new Shop(request.workspaceId(), domain),
        request.appId(),
        people,
        reconcile,
        ResponseWarnings.of(input.warnings(), ignored),
        RequestDeadline.fromNow());
  }

  /**
   * Compares this list with the stored contacts.
   *
   * @param named the customer's contacts with the listed ids
   * @param others the ids of unlisted contacts that the calling app added, since an app may remove
   *     only its own; empty without {@code reconcile}
   */
  Changes changesTo(Collection<Contact> named, List<Long> others) {
    Map<String, Contact> byId = new LinkedHashMap<>();
    named.stream()
        .filter(contact -> contact.platformId() != null)
        .forEach(contact -> byId.put(String.valueOf(contact.platformId()), contact));
    List<Contact> created = new ArrayList<>();
    List<Contact> updated = new ArrayList<>();
    people.forEach(
        (id, person) -> {
          Contact before = byId.get(id);
          if (before == null) {
            created.add(person.applyTo(Contact.empty(id, Optional.of(appId))));
          } else if (!person.applyTo(before).equals(before)) {
            updated.add(person.applyTo(before));
          }
        });
    return new Changes(created, updated, people.size() - created.size() - updated.size(), others);
  }

  /**
   * @param removed the ids of removed contacts
   */
  record Changes(List<Contact> created, List<Contact> updated, int unchanged, List<Long> removed) {
    boolean isEmpty() {
      return created.isEmpty() && updated.isEmpty() && removed.isEmpty();
    }
  }
}
