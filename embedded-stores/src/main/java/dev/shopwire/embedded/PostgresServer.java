package dev.shopwire.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Starts, awaits, stops and restarts a PostgreSQL process on the same port. Thread-safe; {@link
 * #stop} does not wait for a start in progress but aborts it.
 */
final class PostgresServer {
  /** How long a server may not respond; restarts whenever it reports that it is loading. */
  private static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(60);

  /** How long to retry the start of a server that exits at once. */
  private static final Duration RETRY_TIME = Duration.ofSeconds(15);

  private static final Duration RETRY_PAUSE = Duration.ofMillis(200);
  private static final Duration CHECK_PAUSE = Duration.ofMillis(15);
  private static final Duration LINE_INTERVAL = Duration.ofSeconds(3);
  private static final String PORT_TAKEN = "Address already in use";

  private final PostgresProgram program;
  private final Progress progress;
  private volatile int port;
  private volatile @Nullable ServerProcess process;
  private volatile boolean stopped;

  private PostgresServer(PostgresProgram program, Progress progress) {
    this.program = program;
    this.progress = progress;
  }

  /** Stops orphaned processes of an earlier run, starts the server and waits for it. */
  static PostgresServer start(PostgresProgram program, int port, Progress progress) {
    PostgresServer server = new PostgresServer(program, progress);
    ShutdownGuard guard = new ShutdownGuard(server::stop);
    try {
      long start = System.nanoTime();
      OrphanedProcesses.stop(program, progress);
      program.prepare();
      server.launchFirst(port);
      progress.report(
          "PostgreSQL is ready on 127.0.0.1:%d after %s s"
              .formatted(server.port, seconds(System.nanoTime() - start)));
      return server;
    } catch (IOException e) {
      throw program.failure("could not be started: " + e, e);
    } finally {
      guard.close();
    }
  }

  static String seconds(long nanos) {
    return String.format(Locale.ROOT, "%.1f", nanos / 1e9);
  }

  int port() {
    return port;
  }

  long pid() {
    ServerProcess current = process;
    return current == null ? -1 : current.pid();
  }

  boolean isAlive() {
    ServerProcess current = process;
    return current != null && current.isAlive();
  }

  synchronized void restart() {
    if (stopped) {
      throw new IllegalStateException("PostgreSQL is stopped");
    }
    try {
      endProcess();
      launch(false);
    } catch (IOException e) {
      throw program.failure("could not be restarted: " + e, e);
    }
  }

  void stop() {
    stopped = true;
    endProcess();
  }

  private void endProcess() {
    ServerProcess current = process;
    if (current != null) {
      current.stop(program.stopRequests());
      OrphanedProcesses.stop(program, line -> {});
    }
  }

  private synchronized void launchFirst(int wanted) throws IOException {
    if (wanted != 0 && !FreePort.isFree(wanted)) {
      throw program.failure("cannot listen on port " + wanted + ": it is in use.");
    }
    port = wanted == 0 ? FreePort.find() : wanted;
    launch(wanted == 0);
  }

  /** Starts the process, and retries if the reason for its exit is temporary. */
  private void launch(boolean anyPort) throws IOException {
    long start = System.nanoTime();
    while (true) {
      if (stopped) {
        throw program.failure("was stopped while it was starting.");
      }
      long logStart = program.log().open();
      ServerProcess started =
          new ServerProcess(
              Command.launch(program.command(port), program.directory(), program.log()).toHandle());
      process = started;
      if (isReady(started)) {
        return;
      }
      String log = program.log().readSince(logStart);
      boolean portTaken = log.contains(PORT_TAKEN);
      boolean repaired = portTaken || program.repair(log);
      if (!repaired || System.nanoTime() - start > RETRY_TIME.toNanos()) {
        throw program.failure("exited while it was starting; " + logLines(log));
      }
      if (portTaken && anyPort) {
        port = FreePort.find();
      }
      Poll.pause(RETRY_PAUSE);
    }
  }

  private String logLines(String lines) {
    return "the last lines of " + program.log().path() + ":\n" + lines;
  }

  /** Waits until the server is ready; false if it exited or was stopped. */
  private boolean isReady(ServerProcess started) throws IOException {
    StartProgress waiting = new StartProgress();
    try {
      while (started.isAlive() && !stopped) {
        PostgresProgram.State state = program.check(port);
        if (state == PostgresProgram.State.READY) {
          return true;
        }
        waiting.check(state == PostgresProgram.State.LOADING);
        Poll.pause(CHECK_PAUSE);
      }
    } catch (IOException | RuntimeException e) {
      endProcess();
      throw e;
    }
    endProcess();
    return false;
  }

  /** Reports the state of a start every few seconds, and gives up on an unresponsive server. */
  private final class StartProgress {
    private final long start = System.nanoTime();
    private long lastResponse = start;
    private long lastLine = start;

    void check(boolean loading) throws IOException {
      long now = System.nanoTime();
      if (loading) {
        lastResponse = now;
      }
      if (now - lastResponse > RESPONSE_TIMEOUT.toNanos()) {
        throw program.failure(
            "did not respond for %d s; %s"
                .formatted(RESPONSE_TIMEOUT.toSeconds(), logLines(program.log().readSince(0))));
      }
      if (now - lastLine > LINE_INTERVAL.toNanos()) {
        lastLine = now;
        progress.report(
            "PostgreSQL is %s (%s s)"
                .formatted(loading ? "loading its data" : "starting", seconds(now - start)));
      }
    }
  }
}
