package dev.shopwire.app.operations;

import dev.shopwire.testing.Http;
import dev.shopwire.testing.ServiceProcess;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * A minimal TCP load balancer on a free port of 127.0.0.1: each connection goes to the next of the
 * processes that said at the last look, twice a second, that they are ready. It retries nothing.
 * Methods are thread-safe.
 */
final class LoadBalancer implements AutoCloseable {
  private static final long LOOK_MILLIS = 500;

  private final Vertx vertx = Vertx.vertx();
  private final Function<ServiceProcess, String> url;
  private final List<ServiceProcess> processes = new CopyOnWriteArrayList<>();
  private final Map<ServiceProcess, Boolean> ready = new ConcurrentHashMap<>();
  private final AtomicInteger turn = new AtomicInteger();
  private final NetServer server;
  private final long looking;
  private final NetClient client = vertx.createNetClient();

  /**
   * @param url which of a process's ports is meant
   */
  LoadBalancer(Function<ServiceProcess, String> url) {
    this.url = url;
    this.server = vertx.createNetServer().connectHandler(this::accept);
    server.listen(0, "127.0.0.1").await();
    looking = vertx.setPeriodic(0, LOOK_MILLIS, timer -> processes.forEach(this::look));
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  void add(ServiceProcess process) {
    processes.add(process);
    look(process);
  }

  void remove(ServiceProcess process) {
    processes.remove(process);
    ready.remove(process);
  }

  private void look(ServiceProcess process) {
    vertx.executeBlocking(
        () -> {
          boolean up = new Http(process.managementUrl()).isUp("/health/ready");
          if (processes.contains(process)) {
            ready.put(process, up);
          }
          return up;
        },
        false);
  }

  private void accept(NetSocket socket) {
    socket.pause();
    List<ServiceProcess> usable =
        processes.stream().filter(process -> ready.getOrDefault(process, false)).toList();
    if (usable.isEmpty()) {
      socket.close();
      return;
    }
    ServiceProcess chosen = usable.get(Math.floorMod(turn.getAndIncrement(), usable.size()));
    int port = URI.create(url.apply(chosen)).getPort();
    client
        .connect(port, "127.0.0.1")
        .onFailure(error -> socket.close())
        .onSuccess(
            other -> {
              socket.pipeTo(other);
              other.pipeTo(socket);
            });
  }

  @Override
  public void close() {
    vertx.cancelTimer(looking);
    vertx.close().await();
  }
}
