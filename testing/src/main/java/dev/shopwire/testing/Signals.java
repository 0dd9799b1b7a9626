package dev.shopwire.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Stream;

/** Sends signals to processes that the test started, by their ids. */
public final class Signals {
  private Signals() {}

  /** kill -9. */
  public static void kill(long pid) {
    send("KILL", List.of(pid));
  }

  /** Sends a signal by name, such as {@code TERM}. */
  public static void send(String signal, long pid) {
    send(signal, List.of(pid));
  }

  /** Suspends a process and its descendants. */
  public static void freeze(long pid) {
    send("STOP", withDescendants(pid));
  }

  public static void thaw(long pid) {
    send("CONT", withDescendants(pid));
  }

  private static List<Long> withDescendants(long pid) {
    return Stream.concat(
            Stream.of(pid),
            ProcessHandle.of(pid).stream()
                .flatMap(ProcessHandle::descendants)
                .map(ProcessHandle::pid))
        .toList();
  }

  private static void send(String signal, List<Long> pids) {
    try {
      Stream<String> ids = pids.stream().map(String::valueOf);
      List<String> command = Stream.concat(Stream.of("kill", "-" + signal), ids).toList();
      new ProcessBuilder(command).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }
}
