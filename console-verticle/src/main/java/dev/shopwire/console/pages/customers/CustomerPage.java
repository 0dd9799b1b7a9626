package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.EnrichmentContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.role.Role;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Shows a customer: its custom fields, its contacts, its segments and what happened; admins change
 * contacts.
 */
final class CustomerPage {
  private static final Map<String, String> DONE =
      Map.of(
          "added", "The contact was added.",
          "changed", "The contact was changed.",
          "removed", "The contact was removed.");

  private final PageKit kit;
  private final Contacts contacts;
  private final Activity activity;
  private final Profile profile;
  private final CustomerSegments segments;

  CustomerPage(PageKit kit) {
    this.kit = kit;
    this.contacts = new Contacts(kit);
    this.activity = new Activity(kit);
    this.profile = new Profile(kit.curl());
    this.segments = new CustomerSegments(kit);
  }

  /**
   * The number of the customer that a page is about.
   *
   * @throws Failure 404 if the page's path has no customer's id
   */
  static long id(PageRequest request) {
    return CustomerId.parse(request.pathId()).orElseThrow(Access::unknownId);
  }

  Future<PageResponse> show(PageRequest request) {
    return show(request, Submission.NONE);
  }

  Future<PageResponse> submit(PageRequest request) {
    return request.form().get(Form.ID_FIELD).equals(Contacts.ADD.id())
        ? Submissions.submit(
            request,
            Contacts.ADD,
            body ->
                kit.roles()
                    .send(
                        EnrichmentContracts.CREATE_CONTACT,
                        id(request),
                        new String(body, StandardCharsets.UTF_8),
                        request.caller()),
            added -> Future.succeededFuture(request.done("added")),
            again -> show(request, again))
        : Future.failedFuture(Failure.notFound("form"));
  }

  private Future<PageResponse> show(PageRequest request, Submission submission) {
    Future<JsonNode> customer =
        kit.roles()
            .send(EnrichmentContracts.SHOW_CUSTOMER, id(request), "", request.caller())
            .map(shown -> ApiJson.of(shown).path("customer"));
    Future<List<Part>> known =
        new UnavailableRole("profile-unavailable", "Custom fields", Role.ENRICHMENT)
            .unless(customer.map(shown -> profile.parts(request, shown)));
    Future<List<Part>> people =
        new UnavailableRole("contacts-unavailable", "Contacts", Role.ENRICHMENT)
            .unless(kit.lists().parts(request, contacts.list(request)));
    Future<List<Part>> memberships = segments.parts(request);
    List<Part> unavailable = new ArrayList<>();
    ListView entries = activity.list(request, unavailable);
    Future<List<Part>> timeline =
        activity
            .filters(request)
            .compose(filters -> kit.lists().parts(request, entries.filteredBy(request, filters)));
    return Future.all(known, people, memberships, timeline)
        .map(
            loaded -> {
              List<Part> parts = new ArrayList<>(Outcomes.notice(request, DONE));
              parts.addAll(Outcomes.alert(Contacts.ADD, submission));
              parts.addAll(known.result());
              parts.addAll(people.result());
              if (request.may(AccessLevel.ADMIN)) {
                parts.add(Contacts.ADD.after(submission));
              }
              parts.addAll(memberships.result());
              parts.addAll(timeline.result());
              parts.addAll(unavailable);
              return request.page(heading(request, customer), parts);
            })
        .recover(error -> refused(request, customer, error));
  }

  private Future<PageResponse> refused(
      PageRequest request, Future<JsonNode> customer, Throwable error) {
    return activity
        .filters(request)
        .compose(
            filters ->
                Lists.refused(request, heading(request, customer), filters, Map.of(), error));
  }

  /** The domain; the id while the domain is unknown. */
  private static String heading(PageRequest request, Future<JsonNode> customer) {
    return customer.succeeded()
        ? customer.result().path("myplatformDomain").asText()
        : request.pathId();
  }
}
