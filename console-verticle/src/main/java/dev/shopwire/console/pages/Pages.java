package dev.shopwire.console.pages;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.Routes;
import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.pages.account.AccountPages;
import dev.shopwire.console.pages.affiliates.AffiliatesPages;
import dev.shopwire.console.pages.apps.AppsPages;
import dev.shopwire.console.pages.assets.Assets;
import dev.shopwire.console.pages.behavior.BehaviorPages;
import dev.shopwire.console.pages.customers.CustomerPages;
import dev.shopwire.console.pages.entry.OpenPages;
import dev.shopwire.console.pages.fields.FieldsPages;
import dev.shopwire.console.pages.linked.LinkedPages;
import dev.shopwire.console.pages.lists.Lists;
import dev.shopwire.console.pages.overview.OverviewPage;
import dev.shopwire.console.pages.partner.PartnerPages;
import dev.shopwire.console.pages.segments.SegmentPages;
import dev.shopwire.console.pages.settings.SettingsPages;
import dev.shopwire.console.pages.system.SystemPages;
import dev.shopwire.console.pages.webhooks.WebhookPages;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.util.List;

/** Routes the pages of {@link ConsolePage}. Not thread-safe; use from one event loop. */
public final class Pages {
  private static final String PREFIX = "/console/";
  private static final String API = "/console/api";

  private final PageKit kit;
  private final PageTimes times;

  public Pages(Vertx vertx, PageServices services) {
    times = new PageTimes(vertx);
    Curl curl = new Curl(services.addresses(), services.cookies().sessionName());
    kit = new PageKit(services, new RoleRequests(vertx), new Lists(vertx, curl), curl);
  }

  /** Each group adds pages; together all that are listed. */
  private List<PageGroup> groups() {
    return List.of(
        HomePage::addTo,
        new OpenPages(kit),
        new AccountPages(kit),
        new OverviewPage(kit),
        new CustomerPages(kit),
        new SegmentPages(kit),
        new BehaviorPages(kit),
        new AffiliatesPages(kit),
        new WebhookPages(kit),
        new AppsPages(kit),
        new PartnerPages(kit),
        new FieldsPages(kit),
        new LinkedPages(kit),
        new SettingsPages(kit),
        new SystemPages(kit));
  }

  /**
   * @param bodies read the forms
   */
  public void addTo(Routes routes, Access access, FormBodies bodies) {
    PageLoading loading = new PageLoading(kit.services().pool(), kit.services().workspaces());
    PageRoutes pages = new PageRoutes(routes, access, bodies, loading, times);
    Assets.addTo(routes);
    groups().forEach(group -> group.addTo(pages));
    pages.check();
    routes.otherwise(context -> otherwise(context, pages));
  }

  private static void otherwise(RoutingContext context, PageRoutes pages) {
    String path = context.normalizedPath();
    if (path.startsWith(PREFIX) && !path.startsWith(API)) {
      pages.notFound(context);
    } else {
      context.fail(Failure.of(Code.NOT_FOUND, "There is nothing at this path"));
    }
  }
}
