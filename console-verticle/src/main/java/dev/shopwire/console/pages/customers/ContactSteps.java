package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Confirmation;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The second steps of a customer's page: what is done to one contact. */
final class ContactSteps {
  private final RoleRequests roles;

  ContactSteps(RoleRequests roles) {
    this.roles = roles;
  }

  SecondSteps all() {
    return new SecondSteps(
        this::domain,
        Map.of(
            Contacts.EDIT,
            Step.of(request -> contact(request, ContactSteps::edit), this::change, "changed"),
            Contacts.REMOVE,
            Step.of(request -> contact(request, ContactSteps::remove), this::delete, "removed")));
  }

  private Future<String> domain(PageRequest request) {
    return roles
        .send(EnrichmentContracts.SHOW_CUSTOMER, CustomerPage.id(request), "", request.caller())
        .map(shown -> ApiJson.of(shown).at("/customer/myplatformDomain").asText());
  }

  private static long contactId(PageRequest request) {
    return NumericId.parse(request.query().get(Contacts.CONTACT)).orElseThrow(Access::unknownId);
  }

  /** Finds the contact among those of the page's customer. */
  private Future<Confirmation> contact(
      PageRequest request, BiFunction<PageRequest, JsonNode, Confirmation> confirmation) {
    request.require(AccessLevel.ADMIN);
    PageParameters only = PageParameters.only(contactId(request));
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("take", Integer.toString(only.take()));
    only.cursor().ifPresent(cursor -> parameters.put("cursor", cursor));
    String id = request.query().get(Contacts.CONTACT);
    return roles
        .list(
            EnrichmentContracts.LIST_CONTACTS,
            CustomerPage.id(request),
            parameters,
            request.caller())
        .map(
            listed ->
                ApiJson.rows(ApiJson.of(listed), "contacts").stream()
                    .filter(contact -> contact.path(Contacts.CONTACT).asText().equals(id))
                    .findFirst()
                    .orElseThrow(() -> Failure.notFound("contact")))
        .map(contact -> confirmation.apply(request, contact));
  }

  private static Confirmation edit(PageRequest request, JsonNode contact) {
    return new Confirmation(
        "Edit the contact " + Contacts.name(contact),
        "An app that sends this person again overwrites what it sends.",
        Contacts.form(Contacts.EDIT, "", "Save contact")
            .withFixed(fixed(request))
            .withValues(values(contact)),
        request.path());
  }

  private static FormData values(JsonNode contact) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String name : List.of("firstName", "lastName", "email", "id")) {
      String text = contact.path(name).textValue();
      values.put(name, List.of(text == null ? "" : text));
    }
    for (String name : List.of("accountOwner", "installer")) {
      values.put(name, List.of(contact.path(name).asText()));
    }
    List<String> tags = ApiJson.rows(contact, "tags").stream().map(JsonNode::asText).toList();
    values.put("tags", List.of(String.join("\n", tags)));
    return new FormData(values);
  }

  private static Confirmation remove(PageRequest request, JsonNode contact) {
    return new Confirmation(
        "Remove the contact %s?".formatted(Contacts.name(contact)),
        "It disappears from this customer. An app that sends this person again adds them again.",
        Form.of(Contacts.REMOVE, "", "Remove").withFixed(fixed(request)).farReaching(),
        request.path());
  }

  private static Map<String, String> fixed(PageRequest request) {
    return Map.of(Contacts.CONTACT, request.query().get(Contacts.CONTACT));
  }

  private Future<?> change(PageRequest request, byte[] body) {
    return roles.send(
        EnrichmentContracts.CHANGE_CONTACT,
        contactId(request),
        new String(body, StandardCharsets.UTF_8),
        request.caller());
  }

  private Future<?> delete(PageRequest request, byte[] body) {
    return roles.send(EnrichmentContracts.DELETE_CONTACT, contactId(request), "", request.caller());
  }
}
