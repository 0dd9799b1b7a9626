package dev.shopwire.testing;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** A name server on a loopback port with responses set by a test, with a TTL of 0. */
public final class FakeDns implements AutoCloseable {
  private static final int A = 1;
  private static final int CNAME = 5;
  private static final int AAAA = 28;
  private static final int SERVFAIL = 2;
  private static final int NXDOMAIN = 3;

  /**
   * @param code the response code; negative for no response
   * @param aliases a chain of names, of which the last has the addresses
   */
  private record Zone(int code, List<String> aliases, List<InetAddress> addresses) {}

  private record Question(String name, int type, int length) {}

  private final DatagramSocket socket;
  private final Map<String, IntFunction<Zone>> zones = new ConcurrentHashMap<>();
  private final Map<String, AtomicInteger> queries = new ConcurrentHashMap<>();

  public FakeDns() throws IOException {
    socket = new DatagramSocket(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    Thread thread = new Thread(this::serve, "fake-dns");
    thread.setDaemon(true);
    thread.start();
  }

  public InetSocketAddress address() {
    return (InetSocketAddress) socket.getLocalSocketAddress();
  }

  /** How often the IPv4 addresses of {@code name} have been queried. */
  public int lookups(String name) {
    AtomicInteger count = queries.get(name);
    return count == null ? 0 : count.get();
  }

  public FakeDns resolve(String name, String... addresses) {
    zones.put(name, count -> new Zone(0, List.of(), literals(addresses)));
    return this;
  }

  /** The first lookup returns {@code first}, all later ones {@code then}. */
  public FakeDns rebind(String name, String first, String then) {
    zones.put(name, count -> new Zone(0, List.of(), literals(count <= 1 ? first : then)));
    return this;
  }

  public FakeDns alias(String name, List<String> aliases, String... addresses) {
    zones.put(name, count -> new Zone(0, aliases, literals(addresses)));
    aliases.forEach(alias -> resolve(alias, addresses));
    return this;
  }

  public FakeDns fail(String name) {
    zones.put(name, count -> new Zone(SERVFAIL, List.of(), List.of()));
    return this;
  }

  public FakeDns ignore(String name) {
    zones.put(name, count -> new Zone(-1, List.of(), List.of()));
    return this;
  }

  private static List<InetAddress> literals(String... addresses) {
    return Stream.of(addresses).map(FakeDns::literal).toList();
  }

  private static InetAddress literal(String address) {
    try {
      return InetAddress.getByName(address);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void serve() {
    byte[] bytes = new byte[4_096];
    while (!socket.isClosed()) {
      DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
      try {
        socket.receive(packet);
        respond(packet);
      } catch (IOException e) {
        if (!socket.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private void respond(DatagramPacket packet) throws IOException {
    Question question = question(packet.getData());
    AtomicInteger count = queries.computeIfAbsent(question.name(), name -> new AtomicInteger());
    int lookup = question.type() == A ? count.incrementAndGet() : Math.max(1, count.get());
    IntFunction<Zone> configured = zones.get(question.name());
    Zone zone =
        configured == null ? new Zone(NXDOMAIN, List.of(), List.of()) : configured.apply(lookup);
    if (zone.code() >= 0) {
      byte[] reply = reply(packet.getData(), question, zone);
      socket.send(new DatagramPacket(reply, reply.length, packet.getSocketAddress()));
    }
  }

  private static Question question(byte[] query) {
    StringBuilder name = new StringBuilder();
    int at = 12;
    while (query[at] != 0) {
      int length = query[at];
      name.append(name.isEmpty() ? "" : ".")
          .append(new String(query, at + 1, length, StandardCharsets.US_ASCII));
      at += length + 1;
    }
    return new Question(name.toString(), ByteBuffer.wrap(query).getShort(at + 1), at + 5 - 12);
  }

  private static byte[] reply(byte[] query, Question question, Zone zone) {
    List<InetAddress> addresses =
        zone.addresses().stream()
            .filter(each -> (each.getAddress().length == 4) == (question.type() == A))
            .toList();
    ByteBuffer reply = ByteBuffer.allocate(65_000);
    reply.put(query, 0, 2).putShort((short) (0x8180 | zone.code())).putShort((short) 1);
    reply.putShort((short) (addresses.size() + zone.aliases().size())).putInt(0);
    reply.put(query, 12, question.length());
    String owner = question.name();
    for (String alias : zone.aliases()) {
      put(reply, owner, CNAME, name(alias));
      owner = alias;
    }
    for (InetAddress address : addresses) {
      put(reply, owner, address.getAddress().length == 4 ? A : AAAA, address.getAddress());
    }
    byte[] bytes = new byte[reply.position()];
    reply.flip().get(bytes);
    return bytes;
  }

  private static void put(ByteBuffer reply, String owner, int type, byte[] data) {
    reply.put(name(owner)).putShort((short) type).putShort((short) 1).putInt(0);
    reply.putShort((short) data.length).put(data);
  }

  private static byte[] name(String name) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (String label : name.split("\\.", -1)) {
      bytes.write(label.length());
      bytes.writeBytes(label.getBytes(StandardCharsets.US_ASCII));
    }
    bytes.write(0);
    return bytes.toByteArray();
  }

  @Override
  public void close() {
    socket.close();
  }
}
