package dev.shopwire.webhook.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.webhook.addresses.AddressCorpus;
import io.vertx.core.Future;
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

/** Only public addresses are reached; here 127.0.0.1 alone counts as public. */
class SenderAddressesIT {
  private static final String OK = "HTTP/1.1 204 No Content\r\n\r\n";

  private SenderFixture stage;
  private Receiver open;
  private Receiver closed;

  @BeforeEach
  void start() throws IOException {
    stage = new SenderFixture("127.0.0.1/32");
    open = Receiver.responding(stage.vertx(), OK);
    closed = Receiver.at(stage.vertx(), "127.0.0.2", open.port(), (socket, n) -> socket.write(OK));
  }

  @AfterEach
  void stop() {
    assertEquals(0, closed.connections());
    stage.close();
  }

  private String url(String host) {
    return "http://" + host + ":" + open.port() + "/hook";
  }

  @Test
  void noHostInAnyFormLeadsToAClosedAddress() {
    List<String> reached = new ArrayList<>();
    Stream.concat(
            AddressCorpus.words(AddressCorpus.ODD_HOSTS),
            AddressCorpus.words(AddressCorpus.CLOSED_HOSTS))
        .filter(host -> !host.equals("127.0.0.1"))
        .map(this::url)
        .forEach(
            url -> {
              try {
                SendResult reply = stage.send(url);
                if (reply.outcome() != Outcome.REFUSED || reply.address() != null) {
                  reached.add(url);
                }
              } catch (IllegalArgumentException e) {
                // Not a URI, so that it can't be sent at all.
              }
            });
    assertEquals(List.of(), reached);
    assertEquals(0, open.connections());
  }

  @Test
  void noNameLeadsToAClosedAddressHoweverItsAnswersAreMixed() {
    List<String> addresses =
        AddressCorpus.words(AddressCorpus.CLOSED)
            .filter(address -> !address.equals("127.0.0.1"))
            .toList();
    List<String> delivered = new ArrayList<>();
    int cases = 0;
    for (int i = 0; i < addresses.size(); i++) {
      String address = addresses.get(i);
      stage.dns().has("alone" + i + ".test", address);
      stage.dns().has("last" + i + ".test", "127.0.0.1", "2606:4700::1111", address);
      stage.dns().has("first" + i + ".test", address, "127.0.0.1");
      stage.dns().leads("alias" + i + ".test", List.of("a" + i + ".test"), address);
      List<Future<SendResult>> replies = new ArrayList<>();
      for (String kind : List.of("alone", "last", "first", "alias")) {
        URI url = URI.create(url(kind + i + ".test"));
        replies.add(stage.sender().send(SenderFixture.outgoing(url)));
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
  void aNameIsLookedUpOncePerAttemptAndAnewForTheNext() {
    stage.dns().rebinds("rebinding.test", "127.0.0.1", "127.0.0.2");
    SendResult first = stage.send(url("rebinding.test"));
    assertEquals(Outcome.DELIVERED, first.outcome());
    assertEquals("127.0.0.1:" + open.port(), first.address());
    assertEquals(1, stage.dns().lookUps("rebinding.test"));
    SendResult second = stage.send(url("rebinding.test"));
    assertEquals(Outcome.REFUSED, second.outcome());
    assertTrue(String.valueOf(second.response()).startsWith("the host is a loopback address; "));
    assertEquals(2, stage.dns().lookUps("rebinding.test"));
  }

  @Test
  void noRedirectIsFollowed() {
    for (int status : List.of(300, 301, 302, 303, 305, 307, 308)) {
      try (Receiver receiver =
          Receiver.responding(
              stage.vertx(),
              "HTTP/1.1 %d Elsewhere\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n"
                  .formatted(status, url("127.0.0.2")))) {
        SendResult reply = stage.send(receiver.url());
        assertEquals(Outcome.STATUS, reply.outcome());
        assertEquals(status, reply.status());
        assertEquals(1, receiver.requests());
      }
    }
  }

  @Test
  void aNameThatLeadsThroughAliasesToAPublicAddressIsReached() {
    stage.dns().leads("alias.test", List.of("one.test", "two.test"), "127.0.0.1");
    assertEquals(Outcome.DELIVERED, stage.send(url("alias.test")).outcome());
    assertEquals(1, open.connections());
  }

  @Test
  void oneOfManyAddressesIsEnoughToRefuse() {
    String[] many =
        Stream.concat(IntStream.range(0, 150).mapToObj(i -> "127.0.0.1"), Stream.of("127.0.0.2"))
            .toArray(String[]::new);
    stage.dns().has("many.test", many);
    assertEquals(Outcome.REFUSED, stage.send(url("many.test")).outcome());
    assertEquals(0, open.connections());
  }

  @Test
  void anIpv6AddressIsReachedAsTheOneThatWasVetted() throws IOException {
    try (SenderFixture ipv6 = new SenderFixture("::1/128");
        Receiver receiver =
            Receiver.at(ipv6.vertx(), "::1", 0, (socket, request) -> socket.write(OK))) {
      ipv6.dns().has("ipv6.test", "::1");
      for (String host : List.of("[::1]", "ipv6.test")) {
        SendResult reply = ipv6.send("http://" + host + ":" + receiver.port() + "/");
        assertEquals(Outcome.DELIVERED, reply.outcome(), reply.toString());
        assertEquals("[::1]:" + receiver.port(), reply.address());
      }
    }
  }

  @Test
  void theHostsFileCounts() {
    assertEquals(Outcome.REFUSED, stage.send(url("localhost")).outcome());
    assertEquals(0, stage.dns().lookUps("localhost"));
  }

  @Test
  void aNameWithoutAnAddressIsSaidToHaveNone() {
    stage.dns().failsFor("failing.test").has("empty.test").ignores("silent.test");
    for (String name : List.of("unknown.test", "failing.test", "empty.test")) {
      SendResult reply = stage.send(url(name));
      assertEquals(Outcome.DNS, reply.outcome(), name);
      assertNull(reply.address());
      assertEquals("the host name could not be resolved", reply.response());
    }
    SendResult silent = stage.send(url("silent.test"));
    assertTrue(List.of(Outcome.DNS, Outcome.TIMEOUT).contains(silent.outcome()));
    assertTrue(silent.duration().toMillis() <= SenderFixture.LONG.toMillis() + 100);
  }
}
