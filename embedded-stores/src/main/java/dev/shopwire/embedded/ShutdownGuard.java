package dev.shopwire.embedded;

/**
 * While open, the end of this JVM also ends what is being started: before a start has returned, its
 * caller has nothing to stop.
 */
final class ShutdownGuard implements AutoCloseable {
  private final Thread hook;

  ShutdownGuard(Runnable stop) {
    hook = new Thread(stop, "embedded-store-stop");
    Runtime.getRuntime().addShutdownHook(hook);
  }

  @Override
  public void close() {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyShuttingDown) {
      return;
    }
  }
}
