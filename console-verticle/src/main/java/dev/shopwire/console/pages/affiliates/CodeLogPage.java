package dev.shopwire.console.pages.affiliates;

import dev.shopwire.common.role.Role;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.PageResponse;
import dev.shopwire.console.pages.apps.WorkspaceApps;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.Column;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.List;

/** Lists all codes that were seen and all corrections, newest first, with what became of them. */
final class CodeLogPage {
  private static final String HEADING = "Code log";

  private final WorkspaceApps apps;
  private final RoleRequests roles;
  private final Lists lists;
  private final TryCode tryCode;

  CodeLogPage(WorkspaceApps apps, PageKit kit) {
    this.apps = apps;
    this.roles = kit.roles();
    this.lists = kit.lists();
    this.tryCode = new TryCode(kit.roles(), kit.curl());
  }

  Future<PageResponse> show(PageRequest request) {
    UnavailableRole unavailable = new UnavailableRole("log-unavailable", HEADING, Role.ATTRIBUTION);
    return unavailable.unless(
        Future.all(apps.slugs(request), tryCode.code(request), LoggedTexts.read(roles, request))
            .compose(
                found ->
                    lists.page(
                        request,
                        HEADING,
                        log(request, found.resultAt(0), found.resultAt(1), found.resultAt(2)))),
        () -> request.page(HEADING, List.of(unavailable)));
  }

  private ListView log(PageRequest request, List<String> slugs, String code, LoggedTexts known) {
    return ListView.of(
            "log",
            HEADING,
            ApiList.ofWorkspace(
                Role.ATTRIBUTION,
                "listAttributionLog",
                request.workspaceId(),
                "attribution-log",
                "log"),
            parameters -> roles.attributionLog(request.workspaceId(), parameters, request.caller()))
        .filteredBy(
            request,
            List.of(
                WorkspaceApps.filter(request, slugs),
                Field.text("shop", "Shop").withSuggestions(known.shops()),
                Field.text("code", "Code").withSuggestions(known.codes())))
        .columns(
            List.of(
                Column.time("Time", "/at"),
                Column.text("App", "/app/slug"),
                AffiliateCells.shop(request),
                Column.of("Code", entry -> AffiliateCells.code(request, entry.path("code"))),
                Column.word("Carrier", "/carrier"),
                Column.word("Outcome", "/outcome"),
                Column.word("Reason", "/reason"),
                AffiliateCells.affiliate(request, "Affiliate", "affiliate"),
                AffiliateCells.affiliate(request, "Credit", "winner"),
                Column.text("Note", "/note"),
                Column.yesOrNo("Self referral", "/selfReferral"),
                Column.time("Occurred", "/occurredAt"),
                AffiliateCells.history(request)))
        .whenEmpty(
            "Every code that arrives with a shop appears here, with what became of it and why.",
            tryCode.figure("log-try", slugs, code));
  }
}
