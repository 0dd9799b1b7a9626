package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.contracts.LinkedFieldContracts;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.lists.AppChoice;
import dev.shopwire.console.pages.parts.Link;
import io.vertx.core.Future;
import java.util.Map;

/** The pages that add a database and change one. */
final class DatabasePages {
  private final LinkedRequests requests;
  private final PageKit kit;

  DatabasePages(PageKit kit) {
    this.requests = new LinkedRequests(kit.roles());
    this.kit = kit;
  }

  private Future<DatabaseEditor> added(PageRequest request) {
    return AppChoice.apps(kit, request)
        .map(
            apps ->
                new DatabaseEditor(
                    "New database",
                    DatabaseForm.ofNew(apps),
                    kit.curl()
                        .sameWithToken(
                            "curl", LinkedRequests.databasesPath(request), DatabasesPage.EXAMPLE),
                    new Link(
                        "Back to the databases",
                        ConsolePage.DATABASES.path(request.workspaceId()))));
  }

  Future<PageResponse> showNew(PageRequest request) {
    return added(request).map(editor -> editor.page(request));
  }

  Future<PageResponse> add(PageRequest request) {
    return added(request)
        .compose(
            editor ->
                editor.submit(
                    request,
                    form ->
                        requests.sendSlow(
                            LinkedFieldContracts.CREATE_DATABASE,
                            request,
                            request.workspaceId(),
                            DatabaseForm.body(form).toString()),
                    database -> leadTo(request, database, "created")));
  }

  private static PageResponse leadTo(PageRequest request, JsonNode database, String done) {
    String path = ConsolePage.DATABASE.path(request.workspaceId(), database.path("id").asText());
    return new PageResponse.Redirect(path + "?done=" + done);
  }

  /** The editor of a database, and how it is now. */
  private record Edited(DatabaseEditor editor, JsonNode database) {}

  private Future<Edited> edited(PageRequest request) {
    return Future.all(AppChoice.apps(kit, request), requests.database(request))
        .map(
            found -> {
              JsonNode database = found.resultAt(1);
              return new Edited(
                  new DatabaseEditor(
                      "Edit database",
                      DatabaseForm.ofEdit(found.resultAt(0), database),
                      kit.curl()
                          .same("curl", LinkedRequests.databasePath(request.pathId()), Map.of()),
                      new Link(
                          "Back to the database",
                          ConsolePage.DATABASE.path(request.workspaceId(), request.pathId()))),
                  database);
            });
  }

  Future<PageResponse> showEdit(PageRequest request) {
    return edited(request).map(edited -> edited.editor().page(request));
  }

  Future<PageResponse> change(PageRequest request) {
    return edited(request)
        .compose(
            edited ->
                edited
                    .editor()
                    .submit(
                        request,
                        form ->
                            requests.sendSlow(
                                LinkedFieldContracts.CHANGE_DATABASE,
                                request,
                                request.numericPathId(),
                                DatabaseForm.change(form, edited.database()).toString()),
                        database -> leadTo(request, database, "changed")));
  }
}
