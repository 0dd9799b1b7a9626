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
 * processes that were ready at the last health check, twice a second. It does not retry.
 * Thread-safe.
 */
final class LoadBalancer implements AutoCloseable {
  private static final long CHECK_MILLIS = 500;

  private final Vertx vertx = Vertx.vertx();
  private final Function<ServiceProcess, String> url;
  private final List<ServiceProcess> processes = new CopyOnWriteArrayList<>();
  private final Map<ServiceProcess, Boolean> ready = new ConcurrentHashMap<>();
  private final AtomicInteger turn = new AtomicInteger();
  private final NetServer server;
  private final long checkTimer;
  private final NetClient client = vertx.createNetClient();

  /**
   * @param url returns the URL of a process to which it balances
   */
  LoadBalancer(Function<ServiceProcess, String> url) {
    this.url = url;
    this.server = vertx.createNetServer().connectHandler(this::accept);
    server.listen(0, "127.0.0.1").await();
    checkTimer = vertx.setPeriodic(0, CHECK_MILLIS, timer -> processes.forEach(this::check));
  }

  String url() {
    return "http://127.0.0.1:" + server.actualPort();
  }

  void add(ServiceProcess process) {
    processes.add(process);
    check(process);
  }

  void remove(ServiceProcess process) {
    processes.remove(process);
    ready.remove(process);
  }

  private void check(ServiceProcess process) {
    vertx.executeBlocking(
        () -> {
          boolean isReady = new Http(process.managementUrl()).isUp("/health/ready");
          if (processes.contains(process)) {
            ready.put(process, isReady);
          }
          return isReady;
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
    vertx.cancelTimer(checkTimer);
    vertx.close().await();
  }
}
