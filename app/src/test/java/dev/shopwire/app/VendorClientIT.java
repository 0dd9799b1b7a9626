package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The other vendor's own client, unchanged: pointed here by its base URL and key alone. */
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

  private static String run(Path directory, List<String> command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor(1, TimeUnit.MINUTES);
    return process.exitValue() == 0 ? said.trim() : "failed: " + said;
  }

  private static boolean has(String program) throws InterruptedException {
    try {
      return new ProcessBuilder(program, "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  @Test
  void eventsIdentifyAndCustomersWorkUnchanged() throws Exception {
    Assumptions.assumeTrue(has("node") && has("npm"), "Node.js is not here, so this is skipped");
    Path directory = TemporaryFiles.directory("client");
    try {
      Files.writeString(directory.resolve("send.cjs"), SCRIPT);
      String installed =
          run(
              directory,
              List.of("npm", "install", "--no-audit", "--no-fund", "@heymantle/client@1.1.75"));
      Assumptions.assumeFalse(
          installed.startsWith("failed") && installed.contains("ENOTFOUND"),
          "the npm registry is out of reach, so this is skipped");
      Tenants.App app = RunningService.shared().tenants().app();
      String metric = UsageMetricIT.make(app, "exports", "report_exported", "sum", "n");
      String base = RunningService.shared().process().httpUrl() + "/v1/";
      String said = run(directory, List.of("node", "send.cjs", base, app.key(), metric));
      assertEquals(
          "[{\"success\":true,\"accepted\":1,\"duplicates\":0,\"rejected\":[]},"
              + "{\"success\":true,\"accepted\":1,\"duplicates\":1,\"rejected\":[]},\"string\","
              + "[true,\"A\",{\"written\":2,\"unchanged\":0,\"unset\":0,"
              + "\"created\":[\"seats\",\"plan\"]}],"
              + "[\"a.platform.example\",\"a@b.example\",{\"plan\":\"pro\",\"seats\":12}],"
              + "true,true,[\"monthly\",12,[\"date\",\"value\"]],\"string\"]",
          said);
      assertEquals(2, RunningService.shared().sql().events(app.appId()));
    } finally {
      TemporaryFiles.delete(directory);
    }
  }
}
