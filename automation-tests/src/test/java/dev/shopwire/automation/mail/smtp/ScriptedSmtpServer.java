package dev.shopwire.automation.mail.smtp;

import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.ServerSSLOptions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * An SMTP server on a free port of the loopback interface that takes every mail, except that it
 * does something else at chosen moments. Thread-safe.
 */
public final class ScriptedSmtpServer implements AutoCloseable {
  /** A mail that was answered with 2xx. */
  record Taken(String from, String to, String content) {}

  private final Vertx vertx;
  private final NetServer server;
  private final KeyCertOptions key;
  private final Map<Moment, Action> script = new ConcurrentHashMap<>();
  private final List<Taken> taken = new CopyOnWriteArrayList<>();
  private final List<String> received = new CopyOnWriteArrayList<>();
  private final List<String> receivedInClear = new CopyOnWriteArrayList<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private volatile List<String> capabilities = List.of("STARTTLS", "SIZE 100000000");
  private volatile List<String> secureCapabilities = List.of("SIZE 100000000", "AUTH PLAIN LOGIN");
  private volatile boolean keepsMails = true;

  private ScriptedSmtpServer(Vertx vertx, KeyCertOptions key, boolean isImplicit, String host) {
    this.vertx = vertx;
    this.key = key;
    // Small, so that a client notices soon that a large mail is not read.
    NetServerOptions options = new NetServerOptions().setReceiveBufferSize(16_384);
    if (isImplicit) {
      options.setSsl(true).setKeyCertOptions(key);
    }
    this.server = vertx.createNetServer(options).connectHandler(this::connected);
    server.listen(0, host).await();
  }

  public static ScriptedSmtpServer startTls(Vertx vertx, KeyCertOptions key) {
    return new ScriptedSmtpServer(vertx, key, false, "127.0.0.1");
  }

  static ScriptedSmtpServer implicitTls(Vertx vertx, KeyCertOptions key) {
    return new ScriptedSmtpServer(vertx, key, true, "127.0.0.1");
  }

  static ScriptedSmtpServer onIpv6(Vertx vertx, KeyCertOptions key) {
    return new ScriptedSmtpServer(vertx, key, false, "::1");
  }

  private void connected(NetSocket socket) {
    connections.incrementAndGet();
    open.incrementAndGet();
    new ScriptedSession(this, socket).start();
  }

  /** From now on, on every connection; one script replaces another. */
  ScriptedSmtpServer script(Map<Moment, Action> actions) {
    script.clear();
    script.putAll(actions);
    return this;
  }

  ScriptedSmtpServer capabilities(String... keywords) {
    capabilities = List.of(keywords);
    return this;
  }

  ScriptedSmtpServer secureCapabilities(String... keywords) {
    secureCapabilities = List.of(keywords);
    return this;
  }

  /** Counts mails only, so that many of them need no memory. */
  ScriptedSmtpServer forgettingMails() {
    keepsMails = false;
    return this;
  }

  public int port() {
    return server.actualPort();
  }

  List<Taken> taken() {
    return taken;
  }

  /** All commands. */
  public List<String> received() {
    return received;
  }

  /** The commands that were not encrypted. */
  List<String> receivedInClear() {
    return receivedInClear;
  }

  int connections() {
    return connections.get();
  }

  int openConnections() {
    return open.get();
  }

  Vertx vertx() {
    return vertx;
  }

  Action action(Moment moment, Action normal) {
    return script.getOrDefault(moment, normal);
  }

  boolean isScripted(Moment moment) {
    return script.containsKey(moment);
  }

  List<String> capabilities(boolean isSecure) {
    return isSecure ? secureCapabilities : capabilities;
  }

  ServerSSLOptions tlsOptions() {
    return new ServerSSLOptions().setKeyCertOptions(key);
  }

  void command(String line, boolean isSecure) {
    if (keepsMails) {
      received.add(line);
    }
    if (!isSecure) {
      receivedInClear.add(line);
    }
  }

  void take(Taken mail) {
    if (keepsMails) {
      taken.add(mail);
    }
  }

  void closed() {
    open.decrementAndGet();
  }

  @Override
  public void close() {
    server.close().await();
  }
}
