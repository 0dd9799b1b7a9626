package dev.shopwire.app.cluster;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.config.Settings;
import dev.shopwire.testing.FreePorts;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** A cluster member on loopback in this JVM, which counts the commands that it executes. */
final class TestMember implements AutoCloseable {
  /** A request to execute something. */
  record Command(String what) {}

  record Done(boolean done) {}

  private final Cluster cluster;
  private final Vertx vertx;
  private final ClusterConfig config;
  private final Contract<Command, Done> contract;
  private final AtomicInteger commands = new AtomicInteger();

  /**
   * @param name of its role
   */
  TestMember(String name, ClusterConfig config) {
    this.config = config;
    contract =
        new Contract<>(
            "shopwire." + name + ".command", Command.class, Done.class, Duration.ofSeconds(5));
    cluster = new Cluster(java.util.Optional.of(config), () -> {});
    vertx = cluster.build(Vertx.builder().with(cluster.options(new VertxOptions())));
    await(
        contract.serve(
            vertx,
            command -> {
              commands.incrementAndGet();
              return Future.succeededFuture(new Done(true));
            }));
  }

  static ClusterConfig config(String clusterName, int otherPort, Map<String, String> more) {
    int port = FreePorts.next();
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_CLUSTER",
                "true",
                "SHOPWIRE_CLUSTER_NAME",
                clusterName,
                "SHOPWIRE_CLUSTER_HOST",
                "127.0.0.1",
                "SHOPWIRE_CLUSTER_PORT",
                Integer.toString(port),
                "SHOPWIRE_CLUSTER_BUS_PORT",
                Integer.toString(FreePorts.next()),
                "SHOPWIRE_CLUSTER_MEMBERS",
                "127.0.0.1:" + (otherPort == 0 ? port : otherPort)));
    settings.putAll(more);
    return ClusterConfig.of(Settings.load(Path.of("none"), settings)).orElseThrow();
  }

  /**
   * Makes {@code other} execute a command. A machine that is busy may miss the second in which the
   * bus must have secured a connection: then the command got nowhere, and is sent again.
   */
  void command(TestMember other) {
    await(
        other
            .contract
            .call(vertx, new Command("x"))
            .recover(unanswered -> other.contract.call(vertx, new Command("x"))));
  }

  Vertx vertx() {
    return vertx;
  }

  ClusterConfig config() {
    return config;
  }

  String address() {
    return contract.address();
  }

  int members() {
    return cluster.members();
  }

  /** The number of commands that it has executed. */
  int commands() {
    return commands.get();
  }

  private static <T> T await(Future<T> future) {
    try {
      return future.await(30, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    await(vertx.close());
  }
}
