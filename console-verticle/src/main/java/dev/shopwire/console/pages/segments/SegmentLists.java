package dev.shopwire.console.pages.segments;

import dev.shopwire.common.contracts.SegmentContracts;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRequest;
import dev.shopwire.console.pages.lists.ApiList;
import dev.shopwire.console.pages.lists.ListView;
import dev.shopwire.console.pages.parts.Figure;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.pages.parts.UnavailableRole;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;

/** The lists of a segment's page: who is in, and who entered or left. */
final class SegmentLists {
  private static final String MEMBERS = "Members";
  private static final String TRANSITIONS = "Transitions";

  private final PageKit kit;

  SegmentLists(PageKit kit) {
    this.kit = kit;
  }

  /** Members of a live segment are searched when the page is read, which may take long. */
  Future<List<Part>> members(PageRequest request) {
    ListView list =
        ListView.of(
                "members",
                MEMBERS,
                list(request, "listSegmentMembers", "members"),
                parameters ->
                    kit.roles()
                        .unlessSilent(
                            Role.AUTOMATION,
                            kit.roles()
                                .query(
                                    SegmentContracts.MEMBERS,
                                    request.numericPathId(),
                                    parameters,
                                    request.caller())))
            .columns(MemberColumns.ofMembers(request))
            .whenEmpty(
                "The condition holds for no customer now. Customers are in as soon as it holds for"
                    + " them.",
                command("members-try"));
    return SlowReads.shown(request, "members", MEMBERS, kit.lists().parts(request, list));
  }

  /**
   * @param parameters of the list
   */
  Future<List<Part>> transitions(PageRequest request, Map<String, String> parameters) {
    ListView list =
        ListView.of(
                "transitions",
                TRANSITIONS,
                list(request, "listSegmentTransitions", "transitions"),
                all ->
                    kit.roles()
                        .query(
                            SegmentContracts.TRANSITIONS,
                            request.numericPathId(),
                            all,
                            request.caller()))
            .withParameters(parameters)
            .columns(MemberColumns.ofTransitions(request))
            .whenEmpty(
                "Customers that enter or leave after the members were first found appear here, for"
                    + " 90 days.",
                command("transitions-try"))
            .asFurther();
    return new UnavailableRole("transitions-unavailable", TRANSITIONS, Role.AUTOMATION)
        .unless(kit.lists().parts(request, list));
  }

  private static ApiList list(PageRequest request, String operation, String rows) {
    return new ApiList(
        Role.AUTOMATION,
        operation,
        SegmentPage.apiPath(request) + "/" + rows,
        request.pathId(),
        rows);
  }

  private Figure command(String id) {
    return kit.curl()
        .tryWithKey(
            id,
            "/v1/identify",
            "{\"myplatformDomain\":\"acme.platform.example\",\"customFields\":{\"plan\":\"pro\"}}");
  }
}
