package dev.shopwire.automation.mail.imap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.automation.mail.imap.ImapClient.Target;
import dev.shopwire.automation.mail.imap.ImapClient.Times;
import dev.shopwire.testing.Certificates;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.ClientSSLOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests reading mailboxes of servers that answer as they should, and of others. */
@TestInstance(Lifecycle.PER_CLASS)
class ImapClientIT {
  private static final Times SHORT = new Times(Duration.ofSeconds(2), Duration.ofSeconds(6));

  /** For megabytes, on a busy machine. */
  private static final Times LONG = new Times(Duration.ofSeconds(30), Duration.ofSeconds(90));

  private volatile Times times = SHORT;
  private final Vertx vertx = Vertx.vertx();
  private final Context context = vertx.getOrCreateContext();
  private final List<String> received = new CopyOnWriteArrayList<>();

  /** By command; otherwise OK. */
  private final Map<String, String> replies = new ConcurrentHashMap<>();

  private ClientSSLOptions trust = new ClientSSLOptions();
  private Optional<NetServer> server = Optional.empty();
  private Optional<NetServer> clear = Optional.empty();

  @BeforeAll
  void start(@TempDir Path directory) {
    Certificates certificates = new Certificates(directory);
    certificates.sign("localhost", "dns:localhost");
    trust = certificates.trust();
    server =
        Optional.of(
            listen(
                new NetServerOptions()
                    .setSsl(true)
                    .setKeyCertOptions(certificates.identity("localhost"))));
    clear = Optional.of(listen(new NetServerOptions()));
  }

  private NetServer listen(NetServerOptions options) {
    return vertx.createNetServer(options).connectHandler(this::serve).listen(0).await();
  }

  private void serve(NetSocket socket) {
    socket.write(replies.getOrDefault("greeting", "* OK ready\r\n"));
    StringBuilder unread = new StringBuilder();
    socket.handler(
        bytes -> {
          unread.append(bytes.toString("ISO-8859-1"));
          for (int end = unread.indexOf("\r\n"); end >= 0; end = unread.indexOf("\r\n")) {
            answer(socket, unread.substring(0, end));
            unread.delete(0, end + 2);
          }
        });
  }

  private void answer(NetSocket socket, String line) {
    received.add(line);
    String[] words = line.split(" ", 3);
    String name = words[1].equals("UID") ? words[2].split(" ", 2)[0] : words[1];
    String reply = replies.getOrDefault(name, "");
    if (reply.equals("drip")) {
      vertx.setPeriodic(100, timer -> socket.write("*"));
    } else if (reply.equals("close")) {
      socket.close();
    } else if (!reply.equals("silence")) {
      socket.write(
          Buffer.buffer(
              reply + (reply.contains("%s") ? "" : words[0] + " OK done\r\n"), "ISO-8859-1"));
    }
  }

  @BeforeEach
  void forget() {
    times = SHORT;
    received.clear();
    replies.clear();
    replies.put("SELECT", "* 3 EXISTS\r\n* FLAGS (\\Seen)\r\n");
  }

  @AfterAll
  void stop() {
    vertx.close().await();
  }

  private <T> T run(Callable<Future<T>> work) {
    Promise<T> result = Promise.promise();
    context.runOnContext(
        run -> {
          try {
            work.call().onComplete(result);
          } catch (Exception e) {
            result.fail(e);
          }
        });
    return result.future().await();
  }

  private ImapMailbox open(String host, int port, String folder) {
    return run(
        () ->
            new ImapClient(vertx, trust, times)
                .open(
                    new Target(
                        host,
                        port,
                        InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
                        "shop",
                        "a\"b\\c",
                        folder)));
  }

  private ImapMailbox open() {
    return open("localhost", server.orElseThrow().actualPort(), "Bounces/Größe & mehr");
  }

  private String problem(Function<ImapMailbox, Future<?>> step) {
    return assertThrows(
            ImapFailure.class,
            () -> {
              ImapMailbox mailbox = open();
              run(() -> step.apply(mailbox).mapEmpty());
            })
        .problem();
  }

  @Test
  void unreadMailsAreFetchedAndFlagged() {
    replies.put("SEARCH", "* SEARCH 7 4\r\n* 4 EXISTS\r\n");
    replies.put(
        "FETCH",
        "* 1 FETCH (FLAGS (\\Seen))\r\n* 2 FETCH (UID 4 BODY[]<0> {13}\r\nA: b\r\n\r\n{9}\r\n)\r\n");
    ImapMailbox mailbox = open();
    assertEquals(List.of(4L, 7L), run(() -> mailbox.unread(10)));
    assertEquals(List.of(4L), run(() -> mailbox.unread(1)));
    Optional<Buffer> mail = run(() -> mailbox.fetch(4, 100));
    assertEquals("A: b\r\n\r\n{9}\r\n", mail.orElseThrow().toString());
    assertEquals(Optional.empty(), run(() -> mailbox.fetch(5, 100)));
    run(() -> mailbox.markRead(4));
    assertEquals("A1 LOGIN \"shop\" \"a\\\"b\\\\c\"", received.get(0));
    assertEquals("A2 SELECT \"Bounces/Gr&APYA3w-e &- mehr\"", received.get(1));
    assertEquals("A3 UID SEARCH 1:3 UNSEEN UNDELETED", received.get(2));
    assertEquals("A5 UID FETCH 4 (BODY.PEEK[]<0.100>)", received.get(4));
    assertEquals("A7 UID STORE 4 +FLAGS.SILENT (\\Seen)", received.get(6));
  }

  @Test
  void aMailboxOfAnySizeIsSearchedInParts() {
    replies.put("SELECT", "* 12000 EXISTS\r\n");
    ImapMailbox mailbox = open();
    assertEquals(List.of(), run(() -> mailbox.unread(10)));
    assertEquals(3, received.stream().filter(line -> line.contains("SEARCH")).count());
  }

  @ParameterizedTest
  @CsvSource({
    "greeting, '* BYE not you\r\n', refuses connections",
    "greeting, 'SSH-2.0-x\r\n', refuses connections",
    "LOGIN, 'A1 NO wrong password\r\n%s', 'refuses: signing in'",
    "SELECT, 'A2 NO none\r\n%s', 'refuses: opening the folder'",
    "SELECT, close, closed the connection",
    "SELECT, silence, no answer in time",
    "SELECT, drip, no answer in time",
    "SELECT, '+ more?\r\n', does not speak IMAP",
    "SEARCH, close, closed the connection",
    "FETCH, '* 1 FETCH (UID 4 BODY[] {2000000000}\r\n%s', too long",
    "FETCH, '* 1 FETCH (UID 4 BODY[] {999999999}\r\n%s', too long",
    "FETCH, '* 1 FETCH (UID 4 BODY[] {9}\r\n{999999999}\r\n%s', no answer in time",
  })
  void aServerThatDoesNotBehaveIsNamed(String command, String reply, String problem) {
    replies.put(command, reply);
    String found = problem(mailbox -> mailbox.unread(5).compose(uids -> mailbox.fetch(4, 100)));
    assertTrue(found.contains(problem), found);
  }

  @Test
  void endlessResponsesEnd() {
    times = LONG;
    replies.put("SEARCH", "* SEARCH" + " 1".repeat(100_000));
    assertTrue(problem(mailbox -> mailbox.unread(5)).contains("too long"));
    replies.put("SEARCH", "* 1 EXISTS\r\n".repeat(2_000));
    assertTrue(problem(mailbox -> mailbox.unread(5)).contains("does not speak IMAP"));
    replies.put("SEARCH", "");
    replies.put("FETCH", ("* 1 FETCH {1000000}\r\n" + "x".repeat(1_000_000) + "\r\n").repeat(5));
    assertTrue(problem(mailbox -> mailbox.fetch(4, 9)).contains("sends too much"));
  }

  @Test
  void certificatesAreVerifiedAndTlsIsNeeded() {
    int port = server.orElseThrow().actualPort();
    ImapFailure other =
        assertThrows(ImapFailure.class, () -> open("imap.acme.example", port, "INBOX"));
    assertTrue(other.problem().contains("not valid for this host"), other::problem);
    int clearPort = clear.orElseThrow().actualPort();
    assertThrows(ImapFailure.class, () -> open("localhost", clearPort, "INBOX"));
    assertEquals(List.of(), received.stream().filter(line -> line.contains("LOGIN")).toList());
  }
}
