package dev.shopwire.common.load;

import dev.shopwire.common.addresses.Proxies;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a process holds for those who call it, and may hold: one for all of its event loops, ports
 * and roles. Three budgets, so that neither clients that don't read their answers nor calls of
 * other processes keep bodies from being taken in. Thread-safe.
 */
public final class ProcessLoad implements Shareable {
  private static final String MAP = "dev.shopwire.load";

  /**
   * Bytes of heap that a byte of a body takes while its request is under way: as it came, unpacked
   * or copied, as texts (two bytes a character where one is not Latin-1), and in the statement.
   */
  private static final int BODY_WEIGHT = 4;

  /** The same of a call of another role: its JSON text, and what is read of it. */
  private static final int CALL_WEIGHT = 3;

  /** The same of an answer: as it was made, and as it is sent. */
  private static final int ANSWER_WEIGHT = 2;

  /** Bytes that a request, a call or an answer takes however small it is. */
  private static final int BASE = 6 << 10;

  /** Answers up to this are for all; larger ones leave a quarter of the room to them. */
  private static final int LARGE_ANSWER = 16 << 10;

  private final MemoryBudget bodies;
  private final MemoryBudget calls;
  private final MemoryBudget answers;
  private final ConnectionLimits connectionLimits;
  private final Map<String, Connections> ports = new ConcurrentHashMap<>();

  ProcessLoad(LoadLimits limits) {
    this.bodies = new MemoryBudget(limits.memoryBytes() / 2);
    this.calls = new MemoryBudget(limits.memoryBytes() / 4);
    this.answers = new MemoryBudget(limits.memoryBytes() / 4);
    this.connectionLimits = limits.connections();
  }

  /** To be called once a process, before anything listens. */
  public static ProcessLoad install(Vertx vertx, LoadLimits limits) {
    return shared(vertx).computeIfAbsent(MAP, key -> new ProcessLoad(limits));
  }

  /** The process's own; with the defaults if none was installed. */
  public static ProcessLoad of(Vertx vertx) {
    return install(vertx, LoadLimits.defaults());
  }

  private static LocalMap<String, ProcessLoad> shared(Vertx vertx) {
    return vertx.sharedData().getLocalMap(MAP);
  }

  /** The least memory with which a body of {@code bytes} can be taken in and passed on. */
  static long leastMemoryFor(int bytes) {
    // What is passed on is a text within JSON, where quotes are escaped.
    return 4 * Math.max(bodyBytes(bytes), callBytes(2 * bytes));
  }

  /** What a body of so many bytes counts, without its request. */
  public static long bodyBytes(int length) {
    return (long) BODY_WEIGHT * length;
  }

  /** What a request with a body counts besides it. */
  public static long requestBytes() {
    return BASE;
  }

  static long callBytes(int length) {
    return BASE + (long) CALL_WEIGHT * length;
  }

  /** Of bodies of HTTP requests, until they are answered. */
  public MemoryBudget bodies() {
    return bodies;
  }

  /** Of calls over the bus that this process answers. */
  public MemoryBudget calls() {
    return calls;
  }

  /** Of answers, until they are sent. */
  public MemoryBudget answers() {
    return answers;
  }

  /**
   * Holds a call of {@code length} characters.
   *
   * @return what to give back, 0 if there is no room
   */
  public long takeCall(int length) {
    long bytes = callBytes(length);
    return calls.take(bytes) ? bytes : 0;
  }

  /**
   * Holds an answer of {@code length} bytes.
   *
   * @return what to give back, 0 if there is no room
   */
  public long takeAnswer(int length) {
    long bytes = BASE + (long) ANSWER_WEIGHT * length;
    long reserve = length > LARGE_ANSWER ? answers.limit() / 4 : 0;
    return answers.takeLeaving(reserve, bytes) ? bytes : 0;
  }

  /** The connections of {@code port}, which all verticle instances that listen there share. */
  public Connections connections(String port) {
    return ports.computeIfAbsent(port, key -> new Connections(connectionLimits));
  }

  /** Of all ports that this process listens on. */
  public List<ListenerProbe> probes() {
    return ports.values().stream().flatMap(each -> each.probe().stream()).toList();
  }

  /** How many connections are open, of all ports. */
  public long openConnections() {
    return ports.values().stream().mapToLong(Connections::open).sum();
  }

  /** How many were closed because of {@code why} since the start, of all ports. */
  public long closedConnections(Connections.Closed why) {
    return ports.values().stream().mapToLong(connections -> connections.closed(why)).sum();
  }

  /** Whom connections of proxies come from. */
  public Proxies proxies() {
    return connectionLimits.proxies();
  }
}
