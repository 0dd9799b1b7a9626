package dev.shopwire.embedded;

import java.time.Duration;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * A server process that this process started or that {@link OrphanedProcesses} identified; it is
 * stopped by its id.
 */
record ServerProcess(ProcessHandle handle) {
  private static final Duration KILL_TIMEOUT = Duration.ofSeconds(5);

  /** A way to stop a process by its id; {@code send} returns false if that was not possible. */
  record StopRequest(LongPredicate send, Duration timeout) {}

  long pid() {
    return handle.pid();
  }

  boolean isAlive() {
    return handle.isAlive() && !Proc.isZombie(pid());
  }

  static StopRequest sigterm(Duration timeout) {
    return new StopRequest(
        pid -> ProcessHandle.of(pid).map(ProcessHandle::destroy).orElse(false), timeout);
  }

  /** Sends one request after the other, and finally SIGKILL. */
  void stop(List<StopRequest> requests) {
    for (StopRequest request : requests) {
      if (!isAlive()) {
        return;
      }
      if (request.send().test(pid())) {
        Poll.until(request.timeout(), () -> !isAlive());
      }
    }
    if (isAlive()) {
      handle.destroyForcibly();
    }
    Poll.until(KILL_TIMEOUT, () -> !isAlive());
  }
}
