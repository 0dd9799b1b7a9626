package dev.shopwire.embedded;

/**
 * While open, stops a store that is being started when the JVM shuts down: until the start returns,
 * its caller has nothing to stop.
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
