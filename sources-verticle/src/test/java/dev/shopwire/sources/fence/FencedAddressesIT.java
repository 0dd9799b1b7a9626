package dev.shopwire.sources.fence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.addresses.AddressPolicy;
import dev.shopwire.common.addresses.AddressRange;
import dev.shopwire.testing.FakeDns;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A connection to a user's database goes to the address that was checked, whatever its name
 * resolves to afterwards. Here only 127.0.0.1 may be connected to.
 */
class FencedAddressesIT {
  private static final String NAME = "database.test";

  private final Vertx vertx = Vertx.vertx();
  private final AtomicInteger openConnections = new AtomicInteger();
  private final AtomicInteger closedConnections = new AtomicInteger();
  private FakeDns dns;
  private DatabaseAddresses addresses;
  private int port;

  @BeforeEach
  void start() throws IOException {
    dns = new FakeDns();
    AddressPolicy policy =
        new AddressPolicy(false, List.of(AddressRange.of("127.0.0.1/32")), "", Optional.empty());
    addresses = new DatabaseAddresses(vertx, policy, List.of(dns.address()));
    port = server("127.0.0.1", 0, openConnections).actualPort();
    server("127.0.0.2", port, closedConnections);
  }

  /** A server that counts connections and closes them. */
  private NetServer server(String address, int port, AtomicInteger connections) {
    return vertx
        .createNetServer()
        .connectHandler(
            socket -> {
              connections.incrementAndGet();
              socket.close();
            })
        .listen(port, address)
        .await();
  }

  @AfterEach
  void stop() {
    assertEquals(0, closedConnections.get());
    addresses.close();
    dns.close();
    vertx.close().await();
  }

  private SourceFailure open(String scheme) {
    DatabaseUri uri = DatabaseUri.of("%s://reader:secret@%s:%d/shop".formatted(scheme, NAME, port));
    return assertThrows(
        SourceFailure.class,
        () ->
            FencedConnection.open(vertx, addresses, uri, Limits.DEFAULT, Duration.ofSeconds(10))
                .await());
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void aNameThatChangesAfterTheCheckIsNotLookedUpAgain(String scheme) {
    dns.rebind(NAME, "127.0.0.1", "127.0.0.2");
    assertEquals(SourceFailure.Kind.UNREACHABLE, open(scheme).kind());
    assertTrue(openConnections.get() > 0);
    assertEquals(1, dns.lookups(NAME));
    int before = openConnections.get();
    assertEquals(SourceFailure.Kind.REFUSED_ADDRESS, open(scheme).kind());
    assertEquals(2, dns.lookups(NAME));
    assertEquals(before, openConnections.get());
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "mysql"})
  void oneRefusedAddressOfManyIsEnough(String scheme) {
    dns.resolve(NAME, "127.0.0.1", "127.0.0.2");
    assertEquals(SourceFailure.Kind.REFUSED_ADDRESS, open(scheme).kind());
    assertEquals(0, openConnections.get());
  }
}
