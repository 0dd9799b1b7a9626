package dev.shopwire.console.pages.partner;

import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.console.pages.PageGroup;
import dev.shopwire.console.pages.PageKit;
import dev.shopwire.console.pages.PageRoutes;

/** The pages about the partner interface. */
public final class PartnerPages implements PageGroup {
  private final PageKit kit;

  public PartnerPages(PageKit kit) {
    this.kit = kit;
  }

  @Override
  public void addTo(PageRoutes routes) {
    ConnectionPage connection = new ConnectionPage(kit);
    RecordsPage records = new RecordsPage(kit);
    ReportPage report = new ReportPage(kit);
    ReportRowsPage rows = new ReportRowsPage(kit);
    routes
        .page(ConsolePage.PARTNER_CONNECTION, connection::show)
        .form(ConsolePage.PARTNER_CONNECTION, connection::submit)
        .page(ConsolePage.PARTNER_RECORDS, records::show)
        .page(ConsolePage.PARTNER_REPORT, report::show)
        .page(ConsolePage.PARTNER_REPORT_ROWS, rows::show);
  }
}
