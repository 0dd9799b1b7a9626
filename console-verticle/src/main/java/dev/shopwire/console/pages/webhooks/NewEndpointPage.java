package dev.shopwire.console.pages.webhooks;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.WebhookContracts;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Link;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.Secret;
import dev.shopwire.console.pages.webhooks.EndpointChoices.Offered;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Creates a webhook endpoint and shows its signing secret, once. */
final class NewEndpointPage {
  private static final String HEADING = "New endpoint";

  private final EndpointChoices choices;
  private final RoleRequests roles;
  private final Curl curl;

  NewEndpointPage(EndpointChoices choices, PageKit kit) {
    this.choices = choices;
    this.roles = kit.roles();
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return choices.offered(request).map(offered -> page(request, form(offered), Submission.NONE));
  }

  Future<PageResponse> submit(PageRequest request) {
    return choices
        .offered(request)
        .map(NewEndpointPage::form)
        .compose(form -> create(request, form));
  }

  private Future<PageResponse> create(PageRequest request, Form form) {
    return Submissions.submit(
        request,
        form,
        body ->
            roles.send(
                WebhookContracts.CREATE_ENDPOINT,
                request.workspaceId(),
                EndpointForm.body(body),
                request.caller()),
        created -> Future.succeededFuture(created(request, ApiJson.of(created))),
        again -> Future.succeededFuture(page(request, form, again)));
  }

  private static Form form(Offered offered) {
    return EndpointForm.of("endpoint", "Create endpoint", offered);
  }

  private PageResponse page(PageRequest request, Form form, Submission submission) {
    List<Part> parts = new ArrayList<>(Outcomes.alert(form, submission));
    parts.add(form.after(submission));
    parts.add(curl.sameWithToken("curl", EndpointsPage.apiPath(request), EndpointsPage.EXAMPLE));
    return request.narrowPage(HEADING, parts);
  }

  private static PageResponse created(PageRequest request, JsonNode created) {
    JsonNode endpoint = created.path("webhookEndpoint");
    return request.narrowPage(
        HEADING,
        List.of(
            secret(
                endpoint.path("signingSecret").asText(),
                "It signs what is sent to %s.".formatted(endpoint.path("url").asText())),
            new Link(
                "To the endpoint",
                ConsolePage.WEBHOOK_ENDPOINT.path(
                    request.workspaceId(), endpoint.path("id").asText()))));
  }

  /** A signing secret that was just made. */
  static Secret secret(String value, String note) {
    return new Secret(
        "signing-secret",
        "Signing secret",
        value,
        note + " It is shown this once. Keep it where the receiver reads it.");
  }
}
