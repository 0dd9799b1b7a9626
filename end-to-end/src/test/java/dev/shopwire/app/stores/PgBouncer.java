package dev.shopwire.app.stores;

import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Poll;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the installed PgBouncer in transaction mode, in front of one database. */
final class PgBouncer implements AutoCloseable {
  private static final List<Path> PROGRAMS =
      List.of(Path.of("/usr/sbin/pgbouncer"), Path.of("/usr/bin/pgbouncer"));
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final int NOBODY_UID = 65_534;

  private final Process process;
  private final String uri;

  static boolean isInstalled() {
    return PROGRAMS.stream().anyMatch(Files::isExecutable);
  }

  /**
   * @param uri of the database behind it
   * @param connections to that database, for all clients together
   */
  PgBouncer(Path directory, String uri, int connections) {
    Postgres postgres = new Postgres(uri);
    int port = FreePorts.next();
    String serverPort = uri.replaceAll(".*@[^:]+:(\\d+)/.*", "$1");
    try {
      Path users = directory.resolve("users.txt");
      Files.writeString(users, "\"%s\" \"%s\"\n".formatted(postgres.user(), postgres.password()));
      Path settings = directory.resolve("pgbouncer.ini");
      Files.writeString(
          settings,
          """
          [databases]
          shopwire = host=127.0.0.1 port=%s dbname=shopwire
          [pgbouncer]
          pool_mode = transaction
          default_pool_size = %d
          max_client_conn = 500
          listen_addr = 127.0.0.1
          listen_port = %d
          unix_socket_dir =
          auth_type = scram-sha-256
          auth_file = %s
          """
              .formatted(serverPort, connections, port, users));
      process =
          new ProcessBuilder(command(directory, settings, users))
              .redirectErrorStream(true)
              .redirectOutput(directory.resolve("pgbouncer.log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.uri = uri.replaceAll("@[^/]*/", "@127.0.0.1:" + port + "/");
    Poll.until(TIMEOUT, () -> "PgBouncer listens", () -> isListening(port));
  }

  /** PgBouncer refuses to run as root. */
  private static List<String> command(Path directory, Path settings, Path users)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(PROGRAMS.stream().filter(Files::isExecutable).findFirst().orElseThrow().toString());
    if ((Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0) {
      command.addAll(List.of("-u", "nobody"));
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-x--x"));
      for (Path file : List.of(settings, users)) {
        Files.setAttribute(file, "unix:uid", NOBODY_UID);
      }
    }
    command.add(settings.toString());
    return command;
  }

  private static boolean isListening(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 500);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** The URI of the database through PgBouncer. */
  String uri() {
    return uri;
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
