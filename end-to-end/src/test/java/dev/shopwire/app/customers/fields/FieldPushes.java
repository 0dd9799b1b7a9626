package dev.shopwire.app.customers.fields;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Pushes custom fields to two processes on the same stores: the shared one and its own. */
final class FieldPushes implements AutoCloseable {
  private static final int MAX_RETRIES = 5;

  private final Path directory = TemporaryFiles.directory("second");
  private final ServiceProcess second =
      ServiceProcess.start(directory, RunningService.onSharedStores(Map.of()));
  private final List<Http> processes =
      List.of(new Http(RunningService.shared().httpUrl()), new Http(second.httpUrl()));

  /** Retries a request that had to wait too long for others, as a client does. */
  Http.Response push(Tenants.App app, int process, String shop, String fields) {
    Http.Response response = pushOnce(app, process, shop, fields);
    for (int retry = 0; retry < MAX_RETRIES && response.status() == 503; retry++) {
      response = pushOnce(app, process, shop, fields);
    }
    return response;
  }

  Http.Response pushOnce(Tenants.App app, int process, String shop, String fields) {
    String body = "{\"myplatformDomain\":\"%s\",\"customFields\":{%s}}".formatted(shop, fields);
    return processes
        .get(process)
        .send(
            "POST",
            "/v1/identify",
            Map.of("X-Api-Key", app.key(), "Content-Type", "application/json"),
            body.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    second.close();
    TemporaryFiles.delete(directory);
  }
}
