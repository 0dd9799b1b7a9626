package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.contracts.AppRequest;
import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.common.tenancy.Shops.Shop;
import dev.shopwire.enrichment.customers.Warnings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A body of {@code POST /staff}, read.
 *
 * @param people by their platform ids, the last one of each
 * @param reconcile whether the list is the calling app's complete roster
 * @param warnings what was ignored or left out
 */
record StaffList(
    Shop shop,
    int appId,
    Map<String, ContactPatch> people,
    boolean reconcile,
    List<Fault> warnings,
    RequestDeadline patience) {
  private static final String DOMAIN = "myplatformDomain";
  private static final Set<String> MEMBERS = Set.of(DOMAIN, "staff", "reconcile");

  /**
   * @throws Failure 400 for what is no JSON, 422 with every fault
   */
  static StaffList read(AppRequest call, ShopDomain domains, int maxPeople) {
    JsonInput input = JsonInput.of(call.body(), call.aliases());
    String domain = domains.read(input, DOMAIN);
    boolean reconcile = Boolean.TRUE.equals(input.optionalBoolean("reconcile").value());
    List<Fault> ignored = new ArrayList<>(input.unknownMembers(MEMBERS));
    Map<String, ContactPatch> people = new LinkedHashMap<>();
    for (JsonInput person : input.objects("staff", maxPeople)) {
      ContactPatch contact = ContactPatch.ofPush(person);
      String id = contact.id().value();
      if (id != null) {
        people.put(id, contact);
      }
      ignored.addAll(person.unknownMembers(ContactPatch.PUSHED));
    }
    input.check();
    return new StaffList(
        new Shop(call.workspaceId(), domain),
        call.appId(),
        people,
        reconcile,
        Warnings.of(input.warnings(), ignored),
        RequestDeadline.fromNow());
  }

  /**
   * What this would change.
   *
   * @param named those of the customer's contacts that have the listed ids
   * @param others the ids of those that the calling app put there and that aren't listed: only what
   *     this app put there is this app's to remove; empty without {@code reconcile}
   */
  Changes against(Collection<Contact> named, List<Long> others) {
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
            created.add(person.appliedTo(Contact.blank(id, Optional.of(appId))));
          } else if (!person.appliedTo(before).equals(before)) {
            updated.add(person.appliedTo(before));
          }
        });
    return new Changes(created, updated, people.size() - created.size() - updated.size(), others);
  }

  /**
   * @param removed ids
   */
  record Changes(List<Contact> created, List<Contact> updated, int unchanged, List<Long> removed) {
    boolean isEmpty() {
      return created.isEmpty() && updated.isEmpty() && removed.isEmpty();
    }
  }
}
