package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.parts.Cell;
import dev.shopwire.console.pages.parts.Cell.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The contacts of a customer, as a list and as forms. */
final class Contacts {
  static final String EDIT = "edit-contact";
  static final String REMOVE = "remove-contact";

  /** The parameter of the second steps; {@code id} is a field of contacts. */
  static final String CONTACT = "contactId";

  static final Form ADD = form("add-contact", "Add contact", "Add contact");

  private final PageKit kit;

  Contacts(PageKit kit) {
    this.kit = kit;
  }

  /** A form with what can be changed of a contact. */
  static Form form(String id, String heading, String button) {
    return Form.of(
        id,
        heading,
        button,
        Field.text("firstName", "First name"),
        Field.text("lastName", "Last name"),
        Field.text("email", "Email"),
        Field.text("id", "User id").withHint("The id of the person on the platform"),
        Field.checkbox("accountOwner", "Account owner"),
        Field.checkbox("installer", "Installer"),
        Field.lines("tags", "Tags").withHint("One per line"));
  }

  /** The name of a contact, or what else identifies it. */
  static String name(JsonNode contact) {
    String name =
        Stream.of("firstName", "lastName")
            .map(part -> text(contact, part))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(" "));
    return Stream.of(name, text(contact, "email"), text(contact, "id"))
        .filter(each -> !each.isEmpty())
        .findFirst()
        .orElseGet(() -> "Contact " + text(contact, CONTACT));
  }

  private static String text(JsonNode contact, String member) {
    String text = contact.path(member).textValue();
    return text == null ? "" : text;
  }

  ListView list(PageRequest request) {
    long customer = CustomerPage.id(request);
    List<Column> columns =
        new ArrayList<>(
            List.of(
                Column.of("Name", contact -> Cell.text(name(contact))),
                Column.text("Email", "/email"),
                Column.text("Role", "/role"),
                Column.of("Tags", Contacts::tags),
                Column.word("Source", "/source"),
                Column.text("App", "/sourceApp"),
                Column.text("User id", "/id")));
    if (request.may(AccessLevel.ADMIN)) {
      columns.add(Column.actions(Contacts::actions));
    }
    return ListView.of(
            "contacts",
            "Contacts",
            new ApiList(
                Role.ENRICHMENT,
                "listContacts",
                "/console/api/customers/%s/contacts".formatted(request.pathId()),
                Long.toString(customer),
                "contacts"),
            parameters ->
                kit.roles()
                    .list(
                        EnrichmentContracts.LIST_CONTACTS, customer, parameters, request.caller()))
        .columns(columns)
        .whenEmpty(
            "People of the shop appear here when an app sends them, or when an admin adds them.",
            kit.curl()
                .tryWithToken(
                    "contacts-try",
                    "/console/api/customers/%s/contacts".formatted(request.pathId()),
                    "{\"firstName\":\"Ada\",\"email\":\"ada@example.com\"}",
                    "TOKEN is an API token of this workspace with the role admin."))
        .asFurther();
  }

  private static Cell tags(JsonNode contact) {
    return Cell.text(
        ApiJson.rows(contact, "tags").stream()
            .map(JsonNode::asText)
            .collect(Collectors.joining(", ")));
  }

  private static List<Action> actions(JsonNode contact) {
    String id = contact.path(CONTACT).asText();
    return List.of(
        new Action("Edit", Map.of("step", EDIT, CONTACT, id)),
        new Action("Remove", Map.of("step", REMOVE, CONTACT, id)));
  }
}
