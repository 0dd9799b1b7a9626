package dev.shopwire.common.load;

import dev.shopwire.common.addresses.Proxies;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.LocalMap;
import io.vertx.core.shareddata.Shareable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tracks the memory and connections that a process uses for its callers, across all of its event
 * loops, ports and roles. It has three budgets, so that neither clients that don't read their
 * responses nor calls from other processes prevent bodies from being accepted. Thread-safe.
 */
public final class ProcessLoad implements Shareable {
  private static final String MAP = "dev.shopwire.load";

  /**
   * Heap bytes per body byte while its request is in flight: as received, decompressed or copied,
   * as strings (two bytes per character unless all are Latin-1), and in the SQL statement.
   */
  private static final int BODY_WEIGHT = 4;

  /** Heap bytes per character of a call from another role: its JSON text and the parsed values. */
  private static final int CALL_WEIGHT = 3;

  /** Heap bytes per response byte: as built and as sent. */
  private static final int RESPONSE_WEIGHT = 2;

  /** Bytes that every request, call or response takes, whatever its size. */
  private static final int BASE = 6 << 10;

  /** Responses larger than this leave a quarter of the budget to smaller ones. */
  private static final int LARGE_RESPONSE = 16 << 10;

  private final MemoryBudget bodies;
  private final MemoryBudget calls;
  private final MemoryBudget responses;
  private final ConnectionLimits connectionLimits;
  private final Map<String, Connections> ports = new ConcurrentHashMap<>();

  ProcessLoad(LoadLimits limits) {
    this.bodies = new MemoryBudget(limits.memoryBytes() / 2);
    this.calls = new MemoryBudget(limits.memoryBytes() / 4);
    this.responses = new MemoryBudget(limits.memoryBytes() / 4);
    this.connectionLimits = limits.connections();
  }

  /** Must be called once per process, before it listens. */
  public static ProcessLoad install(Vertx vertx, LoadLimits limits) {
    return shared(vertx).computeIfAbsent(MAP, key -> new ProcessLoad(limits));
  }

  /** The instance of the process; with the default limits if none was installed. */
  public static ProcessLoad of(Vertx vertx) {
    return install(vertx, LoadLimits.defaults());
  }

  private static LocalMap<String, ProcessLoad> shared(Vertx vertx) {
    return vertx.sharedData().getLocalMap(MAP);
  }

  /** The minimum memory with which a body of {@code bytes} can be received and passed on. */
  static long minMemoryFor(int bytes) {
    // It is passed on as a string within JSON, where quotes are escaped.
    return 4 * Math.max(bodyBytes(bytes), callBytes(2 * bytes));
  }

  /** The cost of a body of {@code length} bytes, without its request. */
  public static long bodyBytes(int length) {
    return (long) BODY_WEIGHT * length;
  }

  /** The cost of a request, without its body. */
  public static long requestBytes() {
    return BASE;
  }

  static long callBytes(int length) {
    return BASE + (long) CALL_WEIGHT * length;
  }

  /** The budget of HTTP request bodies, held until the response. */
  public MemoryBudget bodies() {
    return bodies;
  }

  /** The budget of bus calls that this process serves. */
  public MemoryBudget calls() {
    return calls;
  }

  /** The budget of responses, held until they are sent. */
  public MemoryBudget responses() {
    return responses;
  }

  /**
   * Reserves memory for a call of {@code length} characters.
   *
   * @return the bytes to release later; 0 if they don't fit
   */
  public long reserveCall(int length) {
    long bytes = callBytes(length);
    return calls.tryReserve(bytes) ? bytes : 0;
  }

  /**
   * Reserves memory for a response of {@code length} bytes.
   *
   * @return the bytes to release later; 0 if they don't fit
   */
  public long reserveResponse(int length) {
    long bytes = BASE + (long) RESPONSE_WEIGHT * length;
    long reserve = length > LARGE_RESPONSE ? responses.limit() / 4 : 0;
    return responses.tryReserveLeaving(reserve, bytes) ? bytes : 0;
  }

  /** The connections of {@code port}, shared by all verticle instances that listen on it. */
  public Connections connections(String port) {
    return ports.computeIfAbsent(port, key -> new Connections(connectionLimits));
  }

  /** The probes of all ports that this process listens on. */
  public List<ListenerProbe> probes() {
    return ports.values().stream().flatMap(each -> each.probe().stream()).toList();
  }

  /** The number of open connections of all ports. */
  public long openConnections() {
    return ports.values().stream().mapToLong(Connections::openCount).sum();
  }

  /** The connections of all ports that were closed for {@code reason} since the start. */
  public long closedConnections(Connections.CloseReason reason) {
    return ports.values().stream().mapToLong(connections -> connections.closedCount(reason)).sum();
  }

  /** The trusted proxies. */
  public Proxies proxies() {
    return connectionLimits.proxies();
  }
}
