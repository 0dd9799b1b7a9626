package dev.shopwire.console.pages.customers;

import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;
import dev.shopwire.console.pages.SecondSteps;

/** The pages about customers. */
public final class CustomerPages implements PageGroup {
  private final PageKit kit;

  public CustomerPages(PageKit kit) {
    this.kit = kit;
  }

  @Override
  public void addTo(PageRoutes routes) {
    routes.page(ConsolePage.CUSTOMERS, new CustomersPage(kit)::show);
    addCustomer(routes);
    addAttribution(routes);
  }

  private void addCustomer(PageRoutes routes) {
    CustomerPage page = new CustomerPage(kit);
    SecondSteps steps = new ContactSteps(kit.roles()).all();
    routes
        .page(ConsolePage.CUSTOMER, steps.orPage(page::show))
        .form(ConsolePage.CUSTOMER, steps.orForm(page::submit));
  }

  private void addAttribution(PageRoutes routes) {
    Corrections corrections = new Corrections(kit);
    SecondSteps steps = corrections.steps();
    AttributionPage page = new AttributionPage(kit, corrections, steps);
    routes
        .page(ConsolePage.CUSTOMER_ATTRIBUTION, steps.orPage(page::show))
        .form(ConsolePage.CUSTOMER_ATTRIBUTION, steps.orForm(page::submit));
  }
}
