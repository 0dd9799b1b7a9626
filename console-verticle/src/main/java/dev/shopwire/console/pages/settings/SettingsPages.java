package dev.shopwire.console.pages.settings;

import dev.shopwire.console.PeopleRequests;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;
import dev.shopwire.console.pages.SecondSteps;

/** The pages about the settings of a workspace. */
public final class SettingsPages implements PageGroup {
  private final PageKit kit;

  public SettingsPages(PageKit kit) {
    this.kit = kit;
  }

  @Override
  public void addTo(PageRoutes routes) {
    addUsers(routes);
    routes.page(ConsolePage.AUDIT, new AuditPage(kit.services().people().audit(), kit)::show);
    addViews(routes);
    WorkspacePage workspace = new WorkspacePage(kit.services().workspaces(), kit);
    routes
        .page(ConsolePage.WORKSPACE, workspace::show)
        .form(ConsolePage.WORKSPACE, workspace::submit);
  }

  private void addUsers(PageRoutes routes) {
    PeopleRequests people = kit.services().people();
    UsersPage page = new UsersPage(people.members(), people.invitations(), kit);
    SecondSteps steps =
        new UserSteps(people.members(), people.invitations(), people.resets()).all();
    routes
        .page(ConsolePage.USERS, steps.orPage(page::show))
        .form(ConsolePage.USERS, steps.orForm(page::submit));
  }

  private void addViews(PageRoutes routes) {
    ViewsPage page = new ViewsPage(kit.services().people().views(), kit);
    SecondSteps steps = new ViewSteps(kit.services().people().views()).all();
    routes.page(ConsolePage.VIEWS, steps.orPage(page::show)).form(ConsolePage.VIEWS, steps.forms());
  }
}
