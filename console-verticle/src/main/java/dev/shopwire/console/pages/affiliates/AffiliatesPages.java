package dev.shopwire.console.pages.affiliates;

import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;
import dev.shopwire.console.pages.apps.WorkspaceApps;

/** The pages about affiliates. */
public final class AffiliatesPages implements PageGroup {
  private final PageKit kit;

  public AffiliatesPages(PageKit kit) {
    this.kit = kit;
  }

  @Override
  public void addTo(PageRoutes routes) {
    WorkspaceApps apps = new WorkspaceApps(kit.services().apps());
    AffiliatesPage all = new AffiliatesPage(apps, kit);
    AffiliatePage one = new AffiliatePage(apps, kit);
    routes
        .page(ConsolePage.AFFILIATES, all::show)
        .form(ConsolePage.AFFILIATES, all::submit)
        .page(ConsolePage.CREDITS, new CreditsPage(apps, kit)::show)
        .page(ConsolePage.CODE_LOG, new CodeLogPage(apps, kit)::show)
        // After the fixed names that its path matches too.
        .page(ConsolePage.AFFILIATE, one::show)
        .form(ConsolePage.AFFILIATE, one::submit);
  }
}
