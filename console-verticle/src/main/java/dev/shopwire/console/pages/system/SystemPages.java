package dev.shopwire.console.pages.system;

import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;

/** The page about the installation. */
public final class SystemPages implements PageGroup {
  private final PageKit kit;

  public SystemPages(PageKit kit) {
    this.kit = kit;
  }

  @Override
  public void addTo(PageRoutes routes) {
    routes.page(
        ConsolePage.SYSTEM, new SystemPage(kit.services().merged().system(), kit.curl())::show);
  }
}
