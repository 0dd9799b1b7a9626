package dev.shopwire.app.operations;

import dev.shopwire.app.support.ClusterProcesses;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Numbered processes on the shared stores, each of which can be started again after it exits. */
interface ProcessGroup extends AutoCloseable {
  int size();

  ServiceProcess node(int number);

  /** Does not wait until the process is ready. */
  void startAgain(int number);

  /** The names of its roles, comma-separated. */
  String roles(int number);

  @Override
  void close();

  /** Processes that do not depend on each other. */
  static ProcessGroup ofAllRoles(int size) {
    Path directory = TemporaryFiles.directory("process-group");
    List<ServiceProcess> processes = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      processes.add(
          ServiceProcess.start(
              directory, RunningService.onSharedStores(Map.of(ServiceProcess.GRACE, "1000"))));
    }
    return new ProcessGroup() {
      @Override
      public int size() {
        return size;
      }

      @Override
      public ServiceProcess node(int number) {
        return processes.get(number);
      }

      @Override
      public void startAgain(int number) {
        processes.set(
            number,
            ServiceProcess.launch(
                directory, RunningService.onSharedStores(Map.of(ServiceProcess.GRACE, "1000"))));
      }

      @Override
      public String roles(int number) {
        return "ingest,console";
      }

      @Override
      public void close() {
        processes.forEach(ServiceProcess::kill);
        TemporaryFiles.delete(directory);
      }
    };
  }

  /** A cluster with one process for each of {@code roles}. */
  static ProcessGroup ofRoles(List<String> roles) {
    ClusterProcesses cluster = new ClusterProcesses(roles);
    return new ProcessGroup() {
      @Override
      public int size() {
        return roles.size();
      }

      @Override
      public ServiceProcess node(int number) {
        return cluster.node(number);
      }

      @Override
      public void startAgain(int number) {
        cluster.startAgain(number);
      }

      @Override
      public String roles(int number) {
        return roles.get(number);
      }

      @Override
      public void close() {
        cluster.close();
      }
    };
  }
}
