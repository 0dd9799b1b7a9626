package dev.shopwire.console.pages.webhooks;

import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;
import dev.shopwire.console.pages.SecondSteps;

/** The pages about webhooks. Paths without an id come first, since an id would match them too. */
public final class WebhookPages implements PageGroup {
  private final PageKit kit;

  public WebhookPages(PageKit kit) {
    this.kit = kit;
  }

  @Override
  public void addTo(PageRoutes routes) {
    EndpointChoices choices = new EndpointChoices(kit);
    NewEndpointPage created = new NewEndpointPage(choices, kit);
    VerificationPage verification = new VerificationPage();
    routes
        .page(ConsolePage.WEBHOOKS, new EndpointsPage(kit)::show)
        .page(ConsolePage.NEW_WEBHOOK, created::show)
        .form(ConsolePage.NEW_WEBHOOK, created::submit)
        .page(ConsolePage.WEBHOOK_SIGNATURE, verification::show)
        .form(ConsolePage.WEBHOOK_SIGNATURE, verification::submit);
    addDelivery(routes);
    addEndpoint(routes, choices);
    ReplayPage replay = new ReplayPage(kit);
    routes
        .page(ConsolePage.WEBHOOK_REPLAY, replay::show)
        .form(ConsolePage.WEBHOOK_REPLAY, replay::submit);
  }

  private void addDelivery(PageRoutes routes) {
    DeliveryPage page = new DeliveryPage(kit);
    routes
        .page(ConsolePage.WEBHOOK_DELIVERY, page.steps().orPage(page::show))
        .form(ConsolePage.WEBHOOK_DELIVERY, page.steps().forms());
  }

  private void addEndpoint(PageRoutes routes, EndpointChoices choices) {
    EndpointPage page = new EndpointPage(new ExplanationView(choices, kit), kit);
    SecondSteps steps = new EndpointSteps(choices, kit.roles()).all();
    routes
        .page(ConsolePage.WEBHOOK_ENDPOINT, steps.orPage(page::show))
        .form(ConsolePage.WEBHOOK_ENDPOINT, steps.orForm(page::submit));
  }
}
