package dev.shopwire.enrichment.contacts;

import dev.shopwire.common.calls.AdminCall;
import dev.shopwire.common.calls.JsonAnswer;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Given;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.enrichment.contacts.Contacts.Owner;
import dev.shopwire.enrichment.customers.Customers;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The console's calls for contacts (contract §9). For one event loop. */
public final class ContactCalls {
  private final Pool pool;
  private final ContactTransactions writes;

  public ContactCalls(Vertx vertx, Pool pool) {
    this.pool = pool;
    this.writes = new ContactTransactions(vertx, pool);
  }

  /** A contact that is marked manual, which no reconcile ever removes. */
  public Future<JsonAnswer> create(AdminCall call) {
    GivenContact given = read(call);
    return Customers.workspaceOf(pool, call.id())
        .map(workspace -> workspace.orElseThrow(() -> Failure.unknown("customer")))
        .compose(
            workspace ->
                write(
                    new Owner(workspace, call.id()),
                    (connection, owner, stored) -> {
                      checkId(stored, given, 0);
                      Contact made = given.appliedTo(Contact.blank(null, Optional.empty()));
                      return Contacts.insert(connection, owner, List.of(made))
                          .compose(ids -> answer(connection, owner, ids.get(0)));
                    }));
  }

  /** Its source stays what it is. */
  public Future<JsonAnswer> change(AdminCall call) {
    GivenContact given = read(call);
    return owner(call)
        .compose(
            known ->
                write(
                    known,
                    (connection, owner, stored) -> {
                      checkId(stored, given, call.id());
                      Contact changed = given.appliedTo(find(stored, call.id()));
                      return Contacts.update(connection, owner, List.of(changed))
                          .compose(updated -> answer(connection, owner, call.id()));
                    }));
  }

  public Future<JsonAnswer> delete(AdminCall call) {
    return owner(call)
        .compose(
            known ->
                write(
                    known,
                    (connection, owner, stored) ->
                        Contacts.delete(connection, owner, List.of(find(stored, call.id()).id()))
                            .map(deleted -> JsonAnswer.of(Map.of("success", true)))));
  }

  private <T> Future<T> write(Owner owner, ContactTransactions.Change<T> change) {
    return writes.run(connection -> Future.succeededFuture(owner), Optional.empty(), change);
  }

  private static GivenContact read(AdminCall call) {
    JsonInput input = JsonInput.of(call.body(), Map.of());
    GivenContact given = GivenContact.read(input, false);
    input.check();
    return given;
  }

  private Future<Owner> owner(AdminCall call) {
    return Contacts.ownerOf(pool, call.id())
        .map(owner -> owner.orElseThrow(() -> Failure.unknown("contact")));
  }

  private static Contact find(List<Contact> stored, long id) {
    return stored.stream()
        .filter(contact -> contact.id() == id)
        .findFirst()
        .orElseThrow(() -> Failure.unknown("contact"));
  }

  private static void checkId(List<Contact> stored, GivenContact given, long contactId) {
    stored.forEach(contact -> check(contact, given.id(), contactId));
  }

  private static void check(Contact contact, Given<String> id, long contactId) {
    boolean isOther = contact.id() != contactId;
    if (isOther && id.value() != null && id.value().equals(contact.platformId())) {
      throw Failure.invalid("/id", "id_taken", "The customer has a contact with this id already");
    }
    if (!isOther && id.present() && id.value() == null && contact.sourceApp().isPresent()) {
      throw Failure.invalid(
          "/id", "id_needed", "The contact of an app keeps its id, by which the app knows it");
    }
  }

  private static Future<JsonAnswer> answer(SqlConnection connection, Owner owner, long id) {
    return Contacts.find(connection, owner.workspaceId(), id)
        .map(contact -> JsonAnswer.of(Map.of("contact", contact.orElseThrow().json())));
  }
}
