package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import dev.shopwire.enrichment.customers.Customers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The console's calls for contacts. For one event loop. */
public final class ContactHandlers {
  private final Pool pool;
  private final ContactTransactions writes;

  public ContactHandlers(Vertx vertx, Pool pool, int maxContacts) {
    this.pool = pool;
    this.writes = new ContactTransactions(vertx, pool, maxContacts);
  }

  /** A customer's contacts, by pages. */
  public Future<JsonResponse> list(AdminListRequest call) {
    return Customers.workspaceOf(pool, call.id())
        .map(workspace -> workspace.orElseThrow(() -> Failure.unknown("customer")))
        .compose(
            workspace -> ContactPages.read(pool, workspace, call.id(), call.after(), call.take()))
        .map(page -> JsonResponse.of(page.answer()));
  }

  /** A contact that is marked manual, which no reconcile ever removes. */
  public Future<JsonResponse> create(AdminRequest call) {
    ContactPatch given = read(call);
    return Customers.workspaceOf(pool, call.id())
        .map(workspace -> workspace.orElseThrow(() -> Failure.unknown("customer")))
        .compose(
            workspace ->
                write(
                    new Owner(workspace, call.id()),
                    changes ->
                        checkId(changes, given, 0)
                            .compose(free -> changes.checkRoom(1, 0, ""))
                            .compose(
                                room ->
                                    changes.insert(
                                        List.of(
                                            given.appliedTo(
                                                Contact.blank(null, Optional.empty())))))
                            .compose(ids -> answer(changes, ids.get(0)))));
  }

  /** Its source stays what it is. */
  public Future<JsonResponse> change(AdminRequest call) {
    ContactPatch given = read(call);
    return owner(call)
        .compose(
            known ->
                write(
                    known,
                    changes ->
                        find(changes, call.id())
                            .compose(stored -> change(changes, given, stored))
                            .compose(changed -> answer(changes, call.id()))));
  }

  private static Future<Void> change(ContactWrites changes, ContactPatch given, Contact stored) {
    if (given.id().present() && given.id().value() == null && stored.sourceApp().isPresent()) {
      return Future.failedFuture(
          Failure.invalid(
              "/id", "id_needed", "The contact of an app keeps its id, by which the app knows it"));
    }
    return checkId(changes, given, stored.id())
        .compose(free -> changes.update(List.of(stored), List.of(given.appliedTo(stored))));
  }

  public Future<JsonResponse> delete(AdminRequest call) {
    return owner(call)
        .compose(
            known ->
                write(
                    known,
                    changes ->
                        find(changes, call.id())
                            .compose(stored -> changes.delete(List.of(stored.id())))
                            .map(deleted -> JsonResponse.of(Map.of("success", true)))));
  }

  private <T> Future<T> write(Owner owner, ContactTransactions.Change<T> change) {
    return writes.run(connection -> Future.succeededFuture(owner), Optional.empty(), change);
  }

  private static ContactPatch read(AdminRequest call) {
    JsonInput input = JsonInput.strict(call.body());
    ContactPatch given = ContactPatch.ofConsole(input);
    input.check();
    return given;
  }

  private Future<Owner> owner(AdminRequest call) {
    return Contacts.ownerOf(pool, call.id())
        .map(owner -> owner.orElseThrow(() -> Failure.unknown("contact")));
  }

  private static Future<Contact> find(ContactWrites changes, long id) {
    return Contacts.of(changes.connection(), changes.owner(), List.of(id))
        .map(found -> found.stream().findFirst().orElseThrow(() -> Failure.unknown("contact")));
  }

  /** No other contact of the customer may have the id. */
  private static Future<Void> checkId(ContactWrites changes, ContactPatch given, long contactId) {
    String id = given.id().value();
    if (id == null) {
      return Future.succeededFuture();
    }
    return Contacts.named(changes.connection(), changes.owner(), List.of(id))
        .compose(
            stored ->
                stored.stream().allMatch(contact -> contact.id() == contactId)
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        Failure.invalid(
                            "/id", "id_taken", "The customer has a contact with this id already")));
  }

  private static Future<JsonResponse> answer(ContactWrites changes, long id) {
    return find(changes, id).map(contact -> JsonResponse.of(Map.of("contact", contact.json())));
  }
}
