package dev.shopwire.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.hazelcast.config.Config;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.DefaultNodeContext;
import com.hazelcast.instance.impl.HazelcastInstanceFactory;
import dev.shopwire.app.cluster.tls.ClusterTls;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Poll;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests that a process that is not a member has no effect on a cluster. */
@Tag("full")
class ClusterAccessIT {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final String NAME = "access-" + Long.toString(System.nanoTime(), 36);
  private static final Map<String, String> WITH_SECRET = secret(1);
  private static final Map<String, String> WITH_OTHER_SECRET = secret(2);
  private static final String COMMAND = "{\"what\":\"x\"}";

  /** Held by the tests that count the commands of {@link #first}. */
  private static final String COUNT = "commands of the first member";

  private static TestMember first;
  private static TestMember second;

  private static Map<String, String> secret(int fill) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) fill);
    return Map.of("SHOPWIRE_CLUSTER_SECRET", Base64.getEncoder().encodeToString(bytes));
  }

  @BeforeAll
  static void start() {
    first = new TestMember("first", TestMember.config(NAME, 0, WITH_SECRET));
    second = new TestMember("second", TestMember.config(NAME, first.config().port(), WITH_SECRET));
  }

  @AfterAll
  static void end() {
    second.close();
    first.close();
  }

  @ConcurrentTest
  @ResourceLock(COUNT)
  void membersWithTheSameSecretJoinAndCallEachOther() {
    assertEquals(2, first.members());
    assertEquals(2, second.members());
    int before = first.commands();
    second.command(first);
    first.command(second);
    assertEquals(before + 1, first.commands());
  }

  @ConcurrentTest
  @ResourceLock(COUNT)
  void aProcessWithoutOrWithAnotherSecretDoesNotJoin() {
    CompletableFuture<Void> withoutSecret = CompletableFuture.runAsync(() -> tryToJoin(Map.of()));
    tryToJoin(WITH_OTHER_SECRET);
    withoutSecret.join();
    assertEquals(2, first.members());
    assertEquals(2, second.members());
    membersWithTheSameSecretJoinAndCallEachOther();
  }

  /** The process forms its own cluster, or gives up before. */
  private static void tryToJoin(Map<String, String> secret) {
    ClusterConfig config = TestMember.config(NAME, first.config().port(), secret);
    Config hazelcast = HazelcastConfig.of(config);
    hazelcast.setProperty("hazelcast.max.join.seconds", "1");
    try {
      HazelcastInstance stranger =
          HazelcastInstanceFactory.newHazelcastInstance(
              hazelcast,
              null,
              config.tls().map(ClusterTls::hazelcast).orElseGet(DefaultNodeContext::new));
      int members = stranger.getCluster().getMembers().size();
      int subscriptions = stranger.getMultiMap(HazelcastConfig.SUBSCRIPTIONS).size();
      stranger.getLifecycleService().terminate();
      assertEquals(1, members);
      assertEquals(0, subscriptions, "it receives no subscriptions");
    } catch (IllegalStateException e) {
      assertEquals("Node failed to start!", e.getMessage());
    }
  }

  @ConcurrentTest
  @ResourceLock(COUNT)
  void aForgedFrameHasNoEffect() throws Exception {
    byte[] frame = BusFrame.ofText(first.address(), COMMAND);
    int before = first.commands();
    assertTrue(isClosed(first.config().bus().port(), frame));
    assertThrows(Exception.class, () -> sendWithAnotherSecret(frame));
    second.command(first);
    assertEquals(before + 1, first.commands(), "only the member's command");
  }

  /** Sends a frame as a member would, but with another secret. */
  private static void sendWithAnotherSecret(byte[] frame) throws Exception {
    ClusterConfig stranger = TestMember.config(NAME, first.config().port(), WITH_OTHER_SECRET);
    NetClientOptions options =
        new NetClientOptions(stranger.bus().options().toJson())
            .setHostnameVerificationAlgorithm("");
    NetSocket socket =
        second
            .vertx()
            .createNetClient(options)
            .connect(first.config().bus().port(), "127.0.0.1")
            .await(10, TimeUnit.SECONDS);
    socket.write(Buffer.buffer(frame)).await(10, TimeUnit.SECONDS);
  }

  /** Whether the other side closes a connection on which {@code bytes} arrive unencrypted. */
  private static boolean isClosed(int port, byte[] bytes) throws IOException {
    try (Socket socket = open(port, bytes)) {
      while (socket.getInputStream().read() >= 0) {
        // A TLS alert, since this was not TLS.
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    }
  }

  private static Socket open(int port, byte[] bytes) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout((int) TIMEOUT.toMillis());
    socket.getOutputStream().write(bytes);
    return socket;
  }

  @ConcurrentTest
  void aHazelcastConnectionWithoutTlsIsClosed() throws IOException {
    byte[] join = ("HZC" + "\0".repeat(500)).getBytes(StandardCharsets.US_ASCII);
    assertTrue(isClosed(first.config().port(), join));
    assertEquals(2, first.members());
  }

  /** The same frames have an effect without a secret, which only loopback addresses allow. */
  @ConcurrentTest
  void withoutASecretAFrameIsAcceptedButNoObjectIsDeserialized() throws Exception {
    try (TestMember open = new TestMember("open", TestMember.config(NAME + "-open", 0, Map.of()))) {
      List<String> received = new CopyOnWriteArrayList<>();
      open.vertx()
          .eventBus()
          .<Object>consumer("shopwire.open.any")
          .handler(
              message -> {
                try {
                  received.add(String.valueOf(message.body()));
                } catch (RuntimeException e) {
                  received.add("refused");
                }
              })
          .completion()
          .await(10, TimeUnit.SECONDS);
      int port = open.config().bus().port();
      try (Socket command = open(port, BusFrame.ofText(open.address(), COMMAND));
          Socket object = open(port, BusFrame.ofObject("shopwire.open.any", BigInteger.TEN));
          Socket text = open(port, BusFrame.ofText("shopwire.open.any", "text"))) {
        assertTrue(command.isConnected() && object.isConnected() && text.isConnected());
        Poll.until(TIMEOUT, () -> "the command is executed", () -> open.commands() == 1);
        Poll.until(
            TIMEOUT,
            () -> "both messages are received, not " + received,
            () -> received.size() == 2);
        assertEquals(Set.of("refused", "text"), Set.copyOf(received));
      }
    }
  }
}
