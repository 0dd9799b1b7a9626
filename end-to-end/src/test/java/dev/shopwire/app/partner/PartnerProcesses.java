package dev.shopwire.app.partner;

import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.PartnerDialects;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Processes that pull from an emulated platform, on stores of their own. */
final class PartnerProcesses implements AutoCloseable {
  private final Path dialects = PartnerDialects.directory();
  private final List<Map<String, String>> settings = new ArrayList<>();
  private final List<ServiceProcess> processes = new ArrayList<>();
  private final OwnStores stores;
  private final Sql sql;

  PartnerProcesses(String name, int count) {
    stores = new OwnStores(name);
    sql = stores.sql();
    for (int i = 0; i < count; i++) {
      Map<String, String> more = new HashMap<>(PartnerFixture.settings(dialects));
      more.put("SHOPWIRE_VERTICLES", "sources,console,ingest");
      more.put("SHOPWIRE_SECRET_KEYS", RunningService.WEBHOOK_KEY);
      for (String port : List.of("HTTP", "CONSOLE", "MANAGEMENT")) {
        more.put("SHOPWIRE_" + port + "_PORT", Integer.toString(FreePorts.next()));
      }
      settings.add(stores.settings(more));
      processes.add(launch(i));
    }
    processes.forEach(ServiceProcess::awaitReady);
  }

  private ServiceProcess launch(int number) {
    Path directory = stores.directory().resolve("process-" + number);
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return ServiceProcess.launch(directory, settings.get(number));
  }

  List<ServiceProcess> all() {
    return List.copyOf(processes);
  }

  void kill(int number) {
    processes.get(number).kill();
  }

  /** Returns once it is ready. */
  void start(int number) {
    processes.set(number, launch(number));
    processes.get(number).awaitReady();
  }

  Tenants tenants(int number) {
    ServiceProcess process = processes.get(number);
    return new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN);
  }

  Sql sql() {
    return sql;
  }

  @Override
  public void close() {
    processes.forEach(ServiceProcess::close);
    sql.close();
    stores.close();
  }
}
