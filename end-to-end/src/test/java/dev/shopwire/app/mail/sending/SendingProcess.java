package dev.shopwire.app.mail.sending;

import dev.shopwire.testing.Signals;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Runs a {@link SendingNode} in a JVM of its own, which can be killed. */
final class SendingProcess implements AutoCloseable {
  private final Process process;

  SendingProcess(String postgresUri, int port) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    try {
      process =
          new ProcessBuilder(
                  java,
                  "-Xmx128m",
                  "-cp",
                  classPath,
                  SendingNode.class.getName(),
                  postgresUri,
                  Integer.toString(port))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.to(new File("/dev/null")))
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** kill -9. */
  void kill() {
    Signals.kill(process.pid());
    process.onExit().join();
  }

  void freeze() {
    Signals.freeze(process.pid());
  }

  void thaw() {
    Signals.thaw(process.pid());
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }
}
