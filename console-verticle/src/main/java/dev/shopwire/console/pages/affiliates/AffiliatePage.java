package dev.shopwire.console.pages.affiliates;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.Curl;
import dev.shopwire.console.pages.Outcomes;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.Submissions;
import dev.shopwire.console.pages.apps.WorkspaceApps;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.forms.Submission;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.parts.Part;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Shows an affiliate with its codes; admins change both. */
final class AffiliatePage {
  private static final Map<String, String> DONE =
      Map.of(
          "changed", "The affiliate was changed.",
          "code-added", "The code was added.",
          "expired", "The code's expiry was changed.",
          "deactivated", "The affiliate was deactivated.",
          "activated", "The affiliate was activated.");

  private final WorkspaceApps apps;
  private final RoleRequests roles;
  private final AffiliateSteps steps;
  private final Curl curl;

  AffiliatePage(WorkspaceApps apps, PageKit kit) {
    this.apps = apps;
    this.roles = kit.roles();
    this.steps = new AffiliateSteps(kit.roles());
    this.curl = kit.curl();
  }

  Future<PageResponse> show(PageRequest request) {
    return affiliate(request)
        .compose(
            affiliate ->
                steps
                    .of(affiliate)
                    .orPage(page -> show(page, affiliate, Submission.NONE))
                    .handle(request));
  }

  Future<PageResponse> submit(PageRequest request) {
    return affiliate(request)
        .compose(
            affiliate ->
                steps.of(affiliate).orForm(form -> submit(form, affiliate)).handle(request));
  }

  private Future<JsonNode> affiliate(PageRequest request) {
    return roles
        .send(AttributionContracts.SHOW_AFFILIATE, request.numericPathId(), "", request.caller())
        .map(response -> ApiJson.of(response).path("affiliate"));
  }

  private Future<PageResponse> submit(PageRequest request, JsonNode affiliate) {
    return switch (request.form().get(Form.ID_FIELD)) {
      case "add-code" ->
          Submissions.submit(
              request,
              AffiliateForms.ADD_CODE,
              body ->
                  send(
                      request,
                      AttributionContracts.ADD_CODE,
                      AffiliateForms.codeBody(request, body)),
              added -> Future.succeededFuture(request.done("code-added")),
              again -> show(request, affiliate, again));
      case "change" -> change(request, affiliate);
      default -> Future.failedFuture(Failure.notFound("form"));
    };
  }

  private Future<PageResponse> change(PageRequest request, JsonNode affiliate) {
    return apps.slugs(request)
        .compose(
            slugs ->
                Submissions.submit(
                    request,
                    AffiliateForms.change(affiliate, slugs),
                    body ->
                        send(
                            request,
                            AttributionContracts.CHANGE_AFFILIATE,
                            AffiliateForms.affiliateBody(body)),
                    changed -> Future.succeededFuture(request.done("changed")),
                    again -> show(request, affiliate, again)));
  }

  private Future<JsonResponse> send(
      PageRequest request, Contract<AdminRequest, JsonResponse> contract, String body) {
    return roles.send(contract, request.numericPathId(), body, request.caller());
  }

  private Future<PageResponse> show(
      PageRequest request, JsonNode affiliate, Submission submission) {
    return apps.slugs(request)
        .map(
            slugs -> {
              Form change = AffiliateForms.change(affiliate, slugs);
              List<Part> parts = new ArrayList<>(Outcomes.notice(request, DONE));
              parts.addAll(Outcomes.alert(AffiliateForms.ADD_CODE, submission));
              parts.addAll(Outcomes.alert(change, submission));
              parts.addAll(AffiliateParts.of(request, affiliate));
              parts.add(curl.same("curl", "/console/api/affiliates/" + request.pathId(), Map.of()));
              if (request.may(AccessLevel.ADMIN)) {
                parts.add(AffiliateForms.ADD_CODE.after(submission));
                parts.add(change.after(submission));
              }
              return request.page(affiliate.path("name").asText(), parts);
            });
  }
}
