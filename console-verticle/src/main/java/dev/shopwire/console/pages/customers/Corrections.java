package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageSize;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Field.Option;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.AppChoice;
import dev.shopwire.console.pages.lists.AppChoice.App;
import dev.shopwire.console.pages.parts.Confirmation;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Corrections of a customer's credit: entered in one form, done by that of the second step. */
final class Corrections {
  static final String FORM = "correction";
  private static final String STEP = "correct";
  private static final String BUTTON = "Correct credit";
  private static final String APP = "app";
  private static final String AFFILIATE = "affiliateId";
  private static final String REASON = "reason";
  private static final int MAX_REASON = 1_000;

  private final PageKit kit;

  Corrections(PageKit kit) {
    this.kit = kit;
  }

  SecondSteps steps() {
    return new SecondSteps(
        request -> timeline(request).map(timeline -> heading(timeline)),
        Map.of(STEP, Step.of(this::check, this::correct, "corrected")));
  }

  private static String heading(JsonNode timeline) {
    return "Attribution of " + timeline.at("/customer/myplatformDomain").asText();
  }

  /** The heading of the page; with the id while the domain is unknown. */
  static String heading(PageRequest request, Future<JsonNode> timeline) {
    return timeline.succeeded() ? heading(timeline.result()) : "Attribution of " + request.pathId();
  }

  private Future<JsonNode> timeline(PageRequest request) {
    return kit.roles()
        .send(AttributionContracts.TIMELINE, CustomerPage.id(request), "", request.caller())
        .map(ApiJson::of);
  }

  /** The form for everyone's choice of an app, an affiliate or none, and the reason. */
  Future<Form> form(PageRequest request) {
    Future<List<App>> apps = AppChoice.apps(kit, request);
    Future<JsonNode> affiliates = affiliates(request, PageSize.MAX, 0);
    return Future.all(apps, affiliates)
        .map(
            loaded ->
                Form.of(
                    FORM,
                    BUTTON,
                    BUTTON,
                    Field.select(
                            APP,
                            "App",
                            apps.result().stream().map(App::slug).toArray(String[]::new))
                        .required(),
                    affiliate(affiliates.result()),
                    Field.text(REASON, "Reason")
                        .required()
                        .withHint("The log keeps it, with the state before.")));
  }

  private Future<JsonNode> affiliates(PageRequest request, int take, long after) {
    Map<String, String> parameters =
        after > 0
            ? Map.of("take", Integer.toString(take), "cursor", Long.toString(after))
            : Map.of("take", Integer.toString(take));
    return kit.roles()
        .list(
            AttributionContracts.LIST_AFFILIATES,
            request.workspaceId(),
            parameters,
            request.caller())
        .map(ApiJson::of);
  }

  /** A select, unless there are more affiliates than one can scroll through. */
  private static Field affiliate(JsonNode affiliates) {
    if (affiliates.path("hasNextPage").asBoolean()) {
      return Field.text(AFFILIATE, "Affiliate")
          .withHint("The id of the affiliate, as its page's address has it. Empty: no affiliate.");
    }
    List<Option> options = new ArrayList<>(List.of(new Option("", "no affiliate")));
    affiliates
        .path("affiliates")
        .forEach(
            each -> options.add(new Option(each.path("id").asText(), each.path("name").asText())));
    return Field.select(AFFILIATE, "Affiliate", options);
  }

  /**
   * Asks whether to do what the request's parameters say.
   *
   * @return fails with 422 if they are invalid
   */
  Future<Confirmation> check(PageRequest request) {
    request.require(AccessLevel.ADMIN);
    Future<Optional<Long>> app = app(request);
    Future<Optional<String>> affiliate = affiliateName(request);
    Future<JsonNode> timeline = timeline(request);
    return Future.all(app, affiliate, timeline)
        .map(
            loaded -> {
              throwIfInvalid(request, app.result(), affiliate.result());
              return confirmation(request, affiliate.result().orElse(""), timeline.result());
            });
  }

  private Future<Optional<Long>> app(PageRequest request) {
    String slug = request.query().get(APP);
    return AppChoice.apps(kit, request)
        .map(all -> all.stream().filter(app -> app.slug().equals(slug)).map(App::id).findFirst());
  }

  /** The name of the chosen affiliate of this workspace; empty if there is no such one. */
  private Future<Optional<String>> affiliateName(PageRequest request) {
    String id = request.query().get(AFFILIATE);
    return NumericId.parse(id)
        .map(
            number ->
                affiliates(request, 1, number - 1)
                    .map(
                        listed ->
                            ApiJson.rows(listed, "affiliates").stream()
                                .filter(each -> each.path("id").asText().equals(id))
                                .map(each -> each.path("name").asText())
                                .findFirst()))
        .orElseGet(() -> Future.succeededFuture(Optional.empty()));
  }

  private static void throwIfInvalid(
      PageRequest request, Optional<Long> app, Optional<String> affiliate) {
    List<ValidationError> errors = new ArrayList<>();
    if (app.isEmpty()) {
      errors.add(new ValidationError("/app", "unknown_app", "app must be one of this workspace"));
    }
    if (request.query().has(AFFILIATE) && affiliate.isEmpty()) {
      errors.add(
          new ValidationError(
              "/affiliateId",
              "unknown_affiliate",
              "affiliateId must be the id of an affiliate of this workspace"));
    }
    String reason = request.query().get(REASON);
    int length = reason.codePointCount(0, reason.length());
    if (reason.isBlank() || length > MAX_REASON) {
      errors.add(
          new ValidationError(
              "/reason",
              "required",
              "reason must be a text of 1 to %d characters, got %d".formatted(MAX_REASON, length)));
    }
    if (!errors.isEmpty()) {
      throw Failure.invalid(errors);
    }
  }

  private static Confirmation confirmation(
      PageRequest request, String affiliate, JsonNode timeline) {
    String app = request.query().get(APP);
    String shop = timeline.at("/customer/myplatformDomain").asText();
    String present =
        ApiJson.rows(timeline, "credits").stream()
            .filter(credit -> credit.at("/app/slug").asText().equals(app))
            .map(credit -> credit.at("/affiliate/name").asText(""))
            .findFirst()
            .orElse("");
    return new Confirmation(
        affiliate.isEmpty()
            ? "Take the credit for %s in %s from everyone?".formatted(shop, app)
            : "Credit %s with %s in %s?".formatted(affiliate, shop, app),
        consequence(affiliate, present) + " Reason: " + request.query().get(REASON),
        Form.of(STEP, "", BUTTON, Field.hidden(AFFILIATE), Field.hidden(REASON))
            .withFixed(Map.of(APP, app))
            .withValues(
                Map.of(
                    AFFILIATE, request.query().get(AFFILIATE), REASON, request.query().get(REASON)))
            .farReaching(),
        request.path());
  }

  private static String consequence(String affiliate, String present) {
    String before =
        present.isEmpty()
            ? "No affiliate has the credit now."
            : present + " has the credit now and loses it.";
    String after =
        affiliate.isEmpty()
            ? " No later code restores it."
            : " No later code changes it, only another correction.";
    return before + after + " The log keeps what was before.";
  }

  private Future<?> correct(PageRequest request, byte[] body) {
    return app(request)
        .compose(
            app ->
                kit.roles()
                    .sendPart(
                        AttributionContracts.CORRECT,
                        app.orElseThrow(() -> Failure.notFound("app")),
                        request.pathId(),
                        new String(body, StandardCharsets.UTF_8),
                        request.caller()));
  }
}
