package dev.shopwire.console.pages.behavior;

import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;
import dev.shopwire.console.pages.SecondSteps;

/** The pages about what shops do. */
public final class BehaviorPages implements PageGroup {
  private final PageKit kit;
  private final BehaviorKit behavior;

  public BehaviorPages(PageKit kit) {
    this.kit = kit;
    this.behavior = BehaviorKit.of(kit);
  }

  @Override
  public void addTo(PageRoutes routes) {
    MetricsPage metrics = new MetricsPage(kit, behavior);
    SecondSteps metricSteps = new MetricSteps(kit.roles(), behavior.apps()).all();
    routes
        .page(ConsolePage.EVENTS, new EventsPage(kit, behavior)::show)
        .page(ConsolePage.REPORT, new ReportPage(kit, behavior)::show)
        .page(ConsolePage.WEB_ANALYTICS, new WebPage(kit, behavior)::show)
        .page(ConsolePage.PAGE_VIEWS, new PageViewsPage(kit, behavior)::show)
        .page(ConsolePage.SESSIONS, new SessionsPage(kit, behavior)::show)
        .page(ConsolePage.FUNNEL, new FunnelPage(kit, behavior)::show)
        .page(ConsolePage.RETENTION, new RetentionPage(kit, behavior)::show)
        .page(ConsolePage.METRICS, metricSteps.orPage(metrics::show))
        .form(ConsolePage.METRICS, metricSteps.orForm(metrics::submit));
  }
}
