package dev.shopwire.console.pages.partner;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.forms.Field;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a report of the partner interface is about: an app, or all apps of the workspace.
 *
 * @param slugs of all apps
 * @param app the chosen one
 */
record ReportApp(List<String> slugs, Optional<JsonNode> app) {
  static final String PARAMETER = "app";

  /**
   * The app that the address names.
   *
   * @throws Failure 422 if the workspace has no such app
   */
  static ReportApp of(PageRequest request, List<JsonNode> apps) {
    String slug = request.query().get(PARAMETER).strip();
    Optional<JsonNode> chosen =
        apps.stream().filter(app -> app.path("slug").asText().equals(slug)).findFirst();
    if (!slug.isEmpty() && chosen.isEmpty()) {
      throw Failure.invalidParameter(PARAMETER, "unknown_app", "The workspace has no such app");
    }
    return new ReportApp(all(apps).slugs(), chosen);
  }

  /** All apps of the workspace. */
  static ReportApp all(List<JsonNode> apps) {
    return new ReportApp(
        apps.stream().map(app -> app.path("slug").asText()).toList(), Optional.empty());
  }

  /** Chooses it. */
  Field field() {
    return Field.select(
        PARAMETER,
        "App",
        Stream.concat(
                Stream.of(new Field.Option("", "all apps")),
                slugs.stream().map(slug -> new Field.Option(slug, slug)))
            .toList());
  }

  /** The id in the paths of the API. */
  long id(PageRequest request) {
    return app.map(one -> one.path("id").asLong()).orElseGet(request::workspaceId);
  }

  /** The path of a call of the API about it. */
  String path(PageRequest request, String call) {
    return "/console/api/%s/%d/%s"
        .formatted(app.isPresent() ? "apps" : "workspaces", id(request), call);
  }

  /** The call about an app, or the one about a workspace. */
  Contract<AdminQuery, JsonResponse> choose(
      Contract<AdminQuery, JsonResponse> ofApp, Contract<AdminQuery, JsonResponse> ofWorkspace) {
    return app.isPresent() ? ofApp : ofWorkspace;
  }
}
