package dev.shopwire.console.pages.settings;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.PageParameters;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.SecondSteps;
import dev.shopwire.console.pages.SecondSteps.Step;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.Form;
import dev.shopwire.console.pages.lists.ApiJson;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.Confirmation;
import dev.shopwire.console.views.ViewRequests;
import io.vertx.core.Future;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/** The second steps of the page of saved views: saving a page, and what is done to one view. */
final class ViewSteps {
  private static final Field NAME = Field.text("name", "Name").required();

  private final ViewRequests views;
  private final SecondSteps steps;

  ViewSteps(ViewRequests views) {
    this.views = views;
    steps =
        new SecondSteps(
            ViewsPage.HEADING,
            Map.of(
                "new",
                new Step(
                    request -> Future.succeededFuture(save(request)),
                    this::create,
                    ViewSteps::backToPage),
                "rename",
                Step.of(request -> view(request, ViewSteps::rename), this::change, "renamed"),
                "share",
                Step.of(
                    request -> view(request.require(AccessLevel.ADMIN), ViewSteps::share),
                    (request, body) -> setShared(request, true),
                    "shared"),
                "unshare",
                Step.of(
                    request -> view(request, ViewSteps::unshare),
                    (request, body) -> setShared(request, false),
                    "unshared"),
                "delete",
                Step.of(
                    request -> view(request, ViewSteps::delete),
                    (request, body) -> views.delete(request.caller(), request.id()),
                    "deleted")));
  }

  SecondSteps all() {
    return steps;
  }

  /** The page to keep is in the address of the form, later in its hidden fields. */
  private static Confirmation save(PageRequest request) {
    List<Field> fields = new ArrayList<>(List.of(NAME));
    if (request.may(AccessLevel.ADMIN)) {
      fields.add(Field.checkbox("shared", "Shared with all members of the workspace"));
    }
    fields.add(Field.hidden("page"));
    fields.add(Field.hidden("query"));
    Map<String, String> kept =
        Map.of("page", request.query().get("page"), "query", request.query().get("query"));
    return new Confirmation(
        "Save the page %s with its filters?".formatted(kept.get("page")),
        "It appears under Saved views in the settings.",
        Form.of("new", "", "Save view", fields.toArray(Field[]::new)).withValues(kept),
        ViewsPage.address(request, ApiJson.of(kept)));
  }

  private Future<?> create(PageRequest request, byte[] body) {
    return views.create(request.caller(), request.workspaceId(), body);
  }

  private static PageResponse backToPage(PageRequest request, Object created) {
    String address = ViewsPage.address(request, ApiJson.of(created).path("savedView"));
    return new PageResponse.Redirect(
        address + (address.contains("?") ? "&" : "?") + "done=" + Lists.VIEW_SAVED);
  }

  private Future<Confirmation> view(
      PageRequest request, BiFunction<PageRequest, JsonNode, Confirmation> confirmation) {
    return views
        .list(request.caller(), request.workspaceId(), PageParameters.only(request.id()))
        .map(listed -> ApiJson.find(listed, "savedViews", request.query().get("id"), "saved view"))
        .map(view -> confirmation.apply(requireChangeable(request, view), view));
  }

  /** Admins change the shared views of others too. */
  private static PageRequest requireChangeable(PageRequest request, JsonNode view) {
    return ViewsPage.isOwn(request, view) ? request : request.require(AccessLevel.ADMIN);
  }

  private static Confirmation rename(PageRequest request, JsonNode view) {
    return confirmation(
        request,
        view,
        "Rename",
        "Its page and filters stay.",
        Form.of("rename", "", "Rename", NAME)
            .withValues(Map.of("name", view.path("name").asText())));
  }

  private static Confirmation share(PageRequest request, JsonNode view) {
    return confirmation(
        request,
        view,
        "Share",
        "All members of this workspace see it; admins may change it.",
        Form.of("share", "", "Share"));
  }

  private static Confirmation unshare(PageRequest request, JsonNode view) {
    return confirmation(
        request,
        view,
        "Stop sharing",
        "Only %s sees it from then on.".formatted(view.at("/user/name").asText()),
        Form.of("unshare", "", "Stop sharing"));
  }

  private static Confirmation delete(PageRequest request, JsonNode view) {
    return confirmation(
        request,
        view,
        "Delete",
        view.path("shared").asBoolean()
            ? "It disappears for all members of this workspace. What it shows stays."
            : "What it shows stays.",
        Form.of("delete", "", "Delete").farReaching());
  }

  private static Confirmation confirmation(
      PageRequest request, JsonNode view, String deed, String consequence, Form form) {
    return new Confirmation(
        "%s the saved view %s?".formatted(deed, view.path("name").asText()),
        consequence,
        form.withFixed(Map.of("id", view.path("id").asText())),
        request.path());
  }

  private Future<?> change(PageRequest request, byte[] body) {
    return views.change(request.caller(), request.id(), body);
  }

  private Future<?> setShared(PageRequest request, boolean shared) {
    return change(request, "{\"shared\":%s}".formatted(shared).getBytes(StandardCharsets.UTF_8));
  }
}
