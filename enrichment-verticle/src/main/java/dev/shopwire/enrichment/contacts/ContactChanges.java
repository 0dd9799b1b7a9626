package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.outbox.Outbox.Cause;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How webhooks tell what became of a customer's people: one cause a person.
 *
 * @param domain the customer's
 * @param appId whose push changed them; empty for the console
 */
record ContactChanges(Owner owner, String domain, Optional<Integer> appId) {

  /** One who stayed as they were is not in it. */
  List<Cause> causes(Collection<Contact> before, Collection<Contact> after) {
    Map<Long, Contact> left = byId(after);
    Map<Long, Contact> known = byId(before);
    List<Cause> causes = new ArrayList<>();
    for (Contact contact : before) {
      if (!left.containsKey(contact.id())) {
        causes.add(cause(Topic.CONTACT_DELETED, contact));
      }
    }
    for (Contact contact : after) {
      Contact former = known.get(contact.id());
      if (former == null) {
        causes.add(cause(Topic.CONTACT_CREATED, contact));
      } else if (!former.equals(contact)) {
        causes.add(cause(Topic.CONTACT_UPDATED, contact));
      }
    }
    return causes;
  }

  private static Map<Long, Contact> byId(Collection<Contact> contacts) {
    return contacts.stream().collect(Collectors.toMap(Contact::id, Function.identity()));
  }

  private Cause cause(Topic topic, Contact contact) {
    Map<String, @Nullable Object> resource = new LinkedHashMap<>();
    resource.put("contact", contact.json());
    resource.put(
        "customer", Map.of("id", Long.toString(owner.customerId()), "myplatformDomain", domain));
    return new Cause(owner.workspaceId(), appId.orElse(null), topic, owner.customerId(), resource);
  }
}
