package dev.shopwire.webhook.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.webhook.addresses.AddressCorpus;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientOptions;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that only public addresses are reached; here only 127.0.0.1 counts as public. */
class SenderAddressesIT {
  private static final String OK = "HTTP/1.1 204 No Content\r\n\r\n";

  private SenderFixture fixture;
  private Receiver open;
  private Receiver closed;

  @BeforeEach
  void start() throws IOException {
    fixture = new SenderFixture("127.0.0.1/32");
    open = Receiver.responding(fixture.vertx(), OK);
    closed =
        Receiver.at(fixture.vertx(), "127.0.0.2", open.port(), (socket, n) -> socket.write(OK));
  }

  @AfterEach
  void stop() {
    assertEquals(0, closed.connections());
    fixture.close();
  }

  private String url(String host) {
    return "http://" + host + ":" + open.port() + "/hook";
  }

  @Test
  void noHostInAnyFormatReachesAClosedAddress() {
    List<String> reached = new ArrayList<>();
    Stream.concat(
            AddressCorpus.split(AddressCorpus.ODD_HOSTS),
            AddressCorpus.split(AddressCorpus.CLOSED_HOSTS))
        .filter(host -> !host.equals("127.0.0.1"))
        .map(this::url)
        .forEach(
            url -> {
              try {
                SendResult reply = fixture.send(url);
                if (reply.outcome() != Outcome.REFUSED || reply.address() != null) {
                  reached.add(url);
                }
              } catch (IllegalArgumentException e) {
                // Not a URI, so nothing can be sent.
              }
            });
    assertEquals(List.of(), reached);
    assertEquals(0, open.connections());
  }

  @Test
  void noNameReachesAClosedAddressWhateverItsRecords() {
    List<String> addresses =
        AddressCorpus.split(AddressCorpus.CLOSED)
            .filter(address -> !address.equals("127.0.0.1"))
            .toList();
    List<String> delivered = new ArrayList<>();
    int cases = 0;
    for (int i = 0; i < addresses.size(); i++) {
      String address = addresses.get(i);
      fixture.dns().resolve("alone" + i + ".test", address);
      fixture.dns().resolve("last" + i + ".test", "127.0.0.1", "2606:4700::1111", address);
      fixture.dns().resolve("first" + i + ".test", address, "127.0.0.1");
      fixture.dns().alias("alias" + i + ".test", List.of("a" + i + ".test"), address);
      List<Future<SendResult>> replies = new ArrayList<>();
      for (String kind : List.of("alone", "last", "first", "alias")) {
        URI url = URI.create(url(kind + i + ".test"));
        replies.add(fixture.sender().send(SenderFixture.outgoing(url)));
      }
      Future.all(replies).await();
      for (Future<SendResult> reply : replies) {
        cases++;
        if (reply.result().outcome() == Outcome.DELIVERED) {
          delivered.add(address);
        } else {
          assertEquals(Outcome.REFUSED, reply.result().outcome(), address);
          assertNull(reply.result().address());
        }
      }
    }
    assertTrue(cases > 400);
    // The IPv4-mapped form of 127.0.0.1 is the same address.
    assertEquals(Set.of("::ffff:127.0.0.1"), Set.copyOf(delivered));
  }

  @Test
  void aNameIsLookedUpOncePerAttempt() {
    fixture.dns().rebind("rebinding.test", "127.0.0.1", "127.0.0.2");
    SendResult first = fixture.send(url("rebinding.test"));
    assertEquals(Outcome.DELIVERED, first.outcome());
    assertEquals("127.0.0.1:" + open.port(), first.address());
    assertEquals(1, fixture.dns().lookups("rebinding.test"));
    SendResult second = fixture.send(url("rebinding.test"));
    assertEquals(Outcome.REFUSED, second.outcome());
    assertTrue(String.valueOf(second.response()).startsWith("the host is a loopback address; "));
    assertEquals(2, fixture.dns().lookups("rebinding.test"));
  }

  @Test
  void noRedirectIsFollowed() {
    for (int status : List.of(300, 301, 302, 303, 305, 307, 308)) {
      try (Receiver receiver =
          Receiver.responding(
              fixture.vertx(),
              "HTTP/1.1 %d Elsewhere\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n"
                  .formatted(status, url("127.0.0.2")))) {
        SendResult reply = fixture.send(receiver.url());
        assertEquals(Outcome.STATUS, reply.outcome());
        assertEquals(status, reply.status());
        assertEquals(1, receiver.requests());
      }
    }
  }

  @Test
  void aNameWithAliasesToAPublicAddressIsReached() {
    fixture.dns().alias("alias.test", List.of("one.test", "two.test"), "127.0.0.1");
    assertEquals(Outcome.DELIVERED, fixture.send(url("alias.test")).outcome());
    assertEquals(1, open.connections());
  }

  @Test
  void oneClosedAddressOfManyIsEnoughToRefuse() {
    String[] many =
        Stream.concat(IntStream.range(0, 150).mapToObj(i -> "127.0.0.1"), Stream.of("127.0.0.2"))
            .toArray(String[]::new);
    fixture.dns().resolve("many.test", many);
    assertEquals(Outcome.REFUSED, fixture.send(url("many.test")).outcome());
    assertEquals(0, open.connections());
  }

  @Test
  void anIpv6AddressIsReachedAsItWasChecked() throws IOException {
    try (SenderFixture ipv6 = new SenderFixture("::1/128");
        Receiver receiver =
            Receiver.at(ipv6.vertx(), "::1", 0, (socket, request) -> socket.write(OK))) {
      ipv6.dns().resolve("ipv6.test", "::1");
      for (String host : List.of("[::1]", "ipv6.test")) {
        SendResult reply = ipv6.send("http://" + host + ":" + receiver.port() + "/");
        assertEquals(Outcome.DELIVERED, reply.outcome(), reply.toString());
        assertEquals("[::1]:" + receiver.port(), reply.address());
      }
    }
  }

  @Test
  void theHostsFileIsUsed() {
    assertEquals(Outcome.REFUSED, fixture.send(url("localhost")).outcome());
    assertEquals(0, fixture.dns().lookups("localhost"));
  }

  @Test
  void aNameWithoutAnAddressIsReportedAsUnresolved() {
    fixture.dns().fail("failing.test").resolve("empty.test");
    for (String name : List.of("unknown.test", "failing.test", "empty.test")) {
      SendResult reply = fixture.send(url(name));
      assertEquals(Outcome.DNS, reply.outcome(), name);
      assertNull(reply.address());
      assertEquals("the host name could not be resolved", reply.response());
    }
  }

  @Test
  void aNameServerThatDoesNotRespondEndsTheRequestByItsDeadline() throws IOException {
    try (SenderFixture hurried =
        new SenderFixture(SenderFixture.SHORT, 2, new HttpClientOptions(), "127.0.0.1/32")) {
      hurried.dns().ignore("silent.test");
      SendResult silent = hurried.send(url("silent.test"));
      assertTrue(List.of(Outcome.DNS, Outcome.TIMEOUT).contains(silent.outcome()));
      assertTrue(silent.duration().toMillis() <= SenderFixture.SHORT.toMillis() + 100);
    }
  }
}
