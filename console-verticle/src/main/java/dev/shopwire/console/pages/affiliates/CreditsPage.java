package dev.shopwire.console.pages.affiliates;

import dev.shopwire.common.contracts.AttributionContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.apps.WorkspaceApps;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.List;

/** Lists which affiliates are credited with which shops, newest first. */
final class CreditsPage {
  private static final String HEADING = "Credits";

  private final WorkspaceApps apps;
  private final RoleRequests roles;
  private final Lists lists;
  private final TryCode tryCode;

  CreditsPage(WorkspaceApps apps, PageKit kit) {
    this.apps = apps;
    this.roles = kit.roles();
    this.lists = kit.lists();
    this.tryCode = new TryCode(kit.roles(), kit.curl());
  }

  Future<PageResponse> show(PageRequest request) {
    return new UnavailableRole("credits-unavailable", HEADING, Role.ATTRIBUTION)
        .unless(
            Future.all(apps.slugs(request), tryCode.code(request))
                .compose(
                    found ->
                        lists.parts(
                            request, credits(request, found.resultAt(0), found.resultAt(1)))))
        .map(parts -> request.page(HEADING, parts));
  }

  private ListView credits(PageRequest request, List<String> slugs, String code) {
    return ListView.of(
            "credits",
            HEADING,
            ApiList.ofWorkspace(
                Role.ATTRIBUTION,
                "listAttributions",
                request.workspaceId(),
                "attributions",
                "attributions"),
            parameters ->
                roles.list(
                    AttributionContracts.LIST_ATTRIBUTIONS,
                    request.workspaceId(),
                    parameters,
                    request.caller()))
        .columns(
            List.of(
                Column.time("Time", "/creditedAt"),
                Column.text("App", "/app/slug"),
                AffiliateCells.shop(request),
                AffiliateCells.affiliate(request, "Affiliate", "affiliate"),
                Column.of("Code", credit -> AffiliateCells.code(request, credit.path("code"))),
                Column.word("Carrier", "/carrier"),
                Column.time("Corrected", "/correctedAt"),
                AffiliateCells.history(request)))
        .whenEmpty(
            "The first code of a shop that is accepted credits its affiliate. An affiliate must"
                + " have the code.",
            tryCode.figure("credits-try", slugs, code));
  }
}
