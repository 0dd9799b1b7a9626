package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.contracts.StepContracts.Change;
import dev.shopwire.common.contracts.StepContracts.Result;
import dev.shopwire.common.contracts.StepContracts.Tag;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import dev.shopwire.enrichment.steps.AppliedSteps;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Adds tags to contacts and removes them for steps of flows, each in one transaction. Not
 * thread-safe; use from one event loop.
 */
public final class StepTags {
  private final ContactTransactions writes;

  public StepTags(Vertx vertx, Pool pool, int maxContacts) {
    this.writes = new ContactTransactions(vertx, pool, maxContacts);
  }

  /** Counts the contacts that now have the tag, or have lost it; none if they were all deleted. */
  public Future<Result> change(long workspaceId, Change change) {
    Owner owner = new Owner(workspaceId, change.customerId());
    Tag tag = Objects.requireNonNull(change.tag());
    return writes.run(
        connection -> Future.succeededFuture(owner),
        Optional.empty(),
        changes ->
            AppliedSteps.once(
                changes.connection(), workspaceId, change, () -> write(changes, tag)));
  }

  private static Future<Result> write(ContactWrites changes, Tag tag) {
    return Contacts.findByIds(changes.connection(), changes.owner(), tag.contacts())
        .compose(
            stored -> {
              if (stored.isEmpty()) {
                return Future.succeededFuture(Result.of("no_recipient"));
              }
              List<Contact> before =
                  stored.stream().filter(contact -> isChanged(contact, tag)).toList();
              List<Contact> able =
                  before.stream().filter(contact -> hasRoom(contact, tag)).toList();
              int full = before.size() - able.size();
              String detail =
                  able.size()
                      + (full == 0
                          ? ""
                          : "; %d others have %d tags, the most".formatted(full, PushedTags.MAX));
              return changes
                  .update(able, able.stream().map(contact -> changed(contact, tag)).toList())
                  .map(updated -> Result.of("changed", detail));
            });
  }

  private static boolean isChanged(Contact contact, Tag tag) {
    return contact.texts(ContactField.TAGS).contains(tag.tag()) != tag.adds();
  }

  private static boolean hasRoom(Contact contact, Tag tag) {
    return !tag.adds() || contact.texts(ContactField.TAGS).size() < PushedTags.MAX;
  }

  private static Contact changed(Contact contact, Tag tag) {
    List<String> tags = new ArrayList<>(contact.texts(ContactField.TAGS));
    if (tag.adds()) {
      tags.add(tag.tag());
    } else {
      tags.removeIf(tag.tag()::equals);
    }
    return new Contact(
        contact.id(),
        contact.platformId(),
        Contact.values(
            field -> field == ContactField.TAGS ? List.copyOf(tags) : contact.values().get(field)),
        contact.sourceApp(),
        contact.sourceSlug());
  }
}
