package dev.shopwire.embedded;

import java.time.Duration;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * One server process that is ours by start or by {@link OrphanedProcesses check}, ended by its id.
 */
record ServerProcess(ProcessHandle handle) {
  private static final Duration AFTER_KILL = Duration.ofSeconds(5);

  /** One way to ask a process (by its id) to end, false if it could not, and how long to wait. */
  record Ending(LongPredicate request, Duration patience) {}

  long pid() {
    return handle.pid();
  }

  boolean alive() {
    return handle.isAlive() && !Proc.isZombie(pid());
  }

  static Ending onTerm(Duration patience) {
    return new Ending(
        pid -> ProcessHandle.of(pid).map(ProcessHandle::destroy).orElse(false), patience);
  }

  /** Tries one ending after the other, and SIGKILL last. */
  void end(List<Ending> endings) {
    for (Ending ending : endings) {
      if (!alive()) {
        return;
      }
      if (ending.request().test(pid())) {
        Poll.until(ending.patience(), () -> !alive());
      }
    }
    if (alive()) {
      handle.destroyForcibly();
    }
    Poll.until(AFTER_KILL, () -> !alive());
  }
}
