package dev.shopwire.console.pages.apps;

import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;

/** The pages about apps. */
public final class AppsPages implements PageGroup {
  private final PageKit kit;

  public AppsPages(PageKit kit) {
    this.kit = kit;
  }

  @Override
  public void addTo(PageRoutes routes) {
    AppsPage all = new AppsPage(kit);
    AppPage one = new AppPage(kit);
    routes
        .page(ConsolePage.APPS, all::show)
        .form(ConsolePage.APPS, all::submit)
        .page(ConsolePage.APP, one::show)
        .form(ConsolePage.APP, one::submit);
  }
}
