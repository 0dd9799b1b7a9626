package dev.shopwire.console.pages.fields;

import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;
import dev.shopwire.console.pages.SecondSteps;

/** The pages about custom fields. */
public final class FieldsPages implements PageGroup {
  private final PageKit kit;

  public FieldsPages(PageKit kit) {
    this.kit = kit;
  }

  @Override
  public void addTo(PageRoutes routes) {
    WorkspaceFields fields = new WorkspaceFields(kit.roles());
    FieldsPage page = new FieldsPage(kit);
    PromotePage promote = new PromotePage(fields, kit);
    SecondSteps steps = new FieldSteps(fields, kit.roles()).all();
    routes
        .page(ConsolePage.FIELDS, steps.orPage(page::show))
        .form(ConsolePage.FIELDS, steps.orForm(page::submit))
        .page(ConsolePage.PROMOTE_FIELD, promote::show)
        .form(ConsolePage.PROMOTE_FIELD, promote::submit);
  }
}
