package dev.shopwire.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One process of PostgreSQL with its port: started, awaited, ended, and started again under the
 * same port. Thread-safe; {@link #stop} does not wait for a start that is under way, it ends it.
 */
final class PostgresServer {
  /** How long a server may take to answer; begins anew whenever it says that it is loading. */
  private static final Duration SILENCE = Duration.ofSeconds(60);

  /** How long a server that ends itself at once is started again and again. */
  private static final Duration RETRIES = Duration.ofSeconds(15);

  private static final Duration BETWEEN_RETRIES = Duration.ofMillis(200);
  private static final Duration BETWEEN_QUESTIONS = Duration.ofMillis(15);
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(3);
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

  /** Ends what an earlier run left behind, starts it and waits for it. */
  static PostgresServer start(PostgresProgram program, int port, Progress progress) {
    PostgresServer server = new PostgresServer(program, progress);
    ShutdownGuard guard = new ShutdownGuard(server::stop);
    try {
      long began = System.nanoTime();
      OrphanedProcesses.end(program, progress);
      program.prepare();
      server.launchFirst(port);
      progress.say(
          "PostgreSQL is ready on 127.0.0.1:%d after %s s"
              .formatted(server.port, seconds(System.nanoTime() - began)));
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

  boolean alive() {
    ServerProcess current = process;
    return current != null && current.alive();
  }

  synchronized void restart() {
    if (stopped) {
      throw new IllegalStateException("PostgreSQL is stopped");
    }
    try {
      end();
      launch(false);
    } catch (IOException e) {
      throw program.failure("could not be restarted: " + e, e);
    }
  }

  void stop() {
    stopped = true;
    end();
  }

  private void end() {
    ServerProcess current = process;
    if (current != null) {
      current.end(program.endings());
      OrphanedProcesses.end(program, line -> {});
    }
  }

  private synchronized void launchFirst(int wanted) throws IOException {
    if (wanted != 0 && !FreePort.isFree(wanted)) {
      throw program.failure("cannot listen on port " + wanted + ": it is in use.");
    }
    port = wanted == 0 ? FreePort.find() : wanted;
    launch(wanted == 0);
  }

  /** Starts the process, again if the reason for which it ended itself is one that passes. */
  private void launch(boolean anyPort) throws IOException {
    long began = System.nanoTime();
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
      String log = program.log().since(logStart);
      boolean portTaken = log.contains(PORT_TAKEN);
      boolean curable = portTaken || program.cure(log);
      if (!curable || System.nanoTime() - began > RETRIES.toNanos()) {
        throw program.failure("ended while it was starting; " + logLines(log));
      }
      if (portTaken && anyPort) {
        port = FreePort.find();
      }
      Poll.pause(BETWEEN_RETRIES);
    }
  }

  private String logLines(String lines) {
    return "the last lines of " + program.log().path() + ":\n" + lines;
  }

  /** Waits for the server's answer; false when it has ended itself or was stopped. */
  private boolean isReady(ServerProcess started) throws IOException {
    Waiting waiting = new Waiting();
    try {
      while (started.alive() && !stopped) {
        PostgresProgram.Answer answer = program.ask(port);
        if (answer == PostgresProgram.Answer.READY) {
          return true;
        }
        waiting.goOn(answer == PostgresProgram.Answer.LOADING);
        Poll.pause(BETWEEN_QUESTIONS);
      }
    } catch (IOException | RuntimeException e) {
      end();
      throw e;
    }
    end();
    return false;
  }

  /** Says every few seconds what is waited for, and gives up a server that is silent. */
  private final class Waiting {
    private final long began = System.nanoTime();
    private long lastSign = began;
    private long lastLine = began;

    void goOn(boolean loading) throws IOException {
      long now = System.nanoTime();
      if (loading) {
        lastSign = now;
      }
      if (now - lastSign > SILENCE.toNanos()) {
        throw program.failure(
            "did not answer for %d s; %s"
                .formatted(SILENCE.toSeconds(), logLines(program.log().since(0))));
      }
      if (now - lastLine > BETWEEN_LINES.toNanos()) {
        lastLine = now;
        progress.say(
            "PostgreSQL is %s (%s s)"
                .formatted(loading ? "loading its data" : "starting", seconds(now - began)));
      }
    }
  }
}
