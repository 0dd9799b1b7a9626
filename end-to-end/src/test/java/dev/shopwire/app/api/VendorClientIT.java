package dev.shopwire.app.api;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.UsageMetrics;
import dev.shopwire.testing.NodeProject;
import dev.shopwire.testing.Tenants;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the previous vendor's client, unchanged except for its base URL and key. */
@Tag("everywhere")
class VendorClientIT {
  private static final String SCRIPT =
      """
      const { MantleClient } = require('@heymantle/client');
      const [apiUrl, apiKey, metric] = process.argv.slice(2);
      const client = new MantleClient({ appId: 'any', apiKey, apiUrl });
      (async () => {
        const single = await client.sendUsageEvent({ eventId: 'v-1', eventName: 'report_exported',
          timestamp: new Date('2023-11-14T22:13:20Z'), customerId: 'a.platform.example',
          properties: { n: 1 } });
        const batch = await client.sendUsageEvents({ events: [
          { eventId: 'v-1', eventName: 'report_exported', customerId: 'a.platform.example',
            properties: {} },
          { eventId: 'v-2', eventName: 'page_view', customerId: 'b.platform.example',
            properties: { path: '/home' } } ] });
        const refused = await new MantleClient({ appId: 'any', apiKey: 'sw_live_wrong_key_wrong',
          apiUrl }).sendUsageEvent({ eventName: 'x', customerId: 'a.platform.example',
          properties: {} });
        const identified = await client.identify({ platform: 'shopify', platformId: '7',
          myshopifyDomain: 'a.platform.example', name: 'A', email: 'a@b.example',
          customFields: { seats: 12, plan: 'pro' } });
        const byDomain = await client.getCustomer('a.platform.example');
        const byId = await client.getCustomer(byDomain.id);
        const unknown = await client.getCustomer('nobody.platform.example');
        const report = await client.getUsageMetricReport({ id: metric, period: 'monthly' });
        const noReport = await client.getUsageMetricReport({ id: '999999999', period: 'daily' });
        console.log(JSON.stringify([single, batch, typeof refused.error,
          [identified.success, identified.customer.name, identified.customFields],
          [byDomain.myplatformDomain, byDomain.email, byDomain.customFields],
          byId.id === byDomain.id, unknown === undefined || !!unknown.error,
          [report.report.period, report.report.data.length, Object.keys(report.report.data[0])],
          typeof noReport.error]));
      })();
      """;

  @Test
  void eventsIdentifyAndCustomersWorkUnchanged() throws Exception {
    try (NodeProject project = NodeProject.of(SCRIPT, "@heymantle/client@1.1.75")) {
      Tenants.App app = RunningService.shared().tenants().app();
      String metric = UsageMetrics.create(app, "exports", "report_exported", "sum", "n");
      String base = RunningService.shared().httpUrl() + "/v1/";
      String output = project.run(base, app.key(), metric);
      assertEquals(
          "[{\"success\":true,\"accepted\":1,\"duplicates\":0,\"rejected\":[]},"
              + "{\"success\":true,\"accepted\":1,\"duplicates\":1,\"rejected\":[]},\"string\","
              + "[true,\"A\",{\"written\":2,\"unchanged\":0,\"unset\":0,"
              + "\"created\":[\"seats\",\"plan\"]}],"
              + "[\"a.platform.example\",\"a@b.example\",{\"plan\":\"pro\",\"seats\":12}],"
              + "true,true,[\"monthly\",12,[\"date\",\"value\"]],\"string\"]",
          output);
      assertEquals(2, RunningService.shared().sql().events(app.appId()));
    }
  }
}
