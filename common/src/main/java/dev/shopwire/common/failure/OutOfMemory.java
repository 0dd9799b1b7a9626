package dev.shopwire.common.failure;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Exits the process with status 3 when an error shows that its memory is exhausted: the interrupted
 * code is in an unknown state, and the supervisor restarts the process. Needed when {@code
 * -XX:+ExitOnOutOfMemoryError} isn't set. Called by every handler of unexpected errors.
 * Thread-safe.
 */
public final class OutOfMemory {
  private static final int STATUS = 3;
  private static final int MAX_CAUSES = 20;

  /**
   * Prefixes of the messages of HotSpot, the JDK and Netty. Off-heap buffers are included: without
   * them no connection is read, and each attempt to allocate one blocks an event loop for half a
   * second. Failed thread creation and oversized arrays are not.
   */
  private static final String[] MESSAGES = {
    "Java heap space",
    "Metaspace",
    "Compressed class space",
    "GC overhead limit exceeded",
    "Cannot reserve",
    "Direct buffer memory",
    "failed to allocate"
  };

  private static final byte[] FINAL_MESSAGE =
      "Shopwire is out of memory and is exiting. Raise -Xmx or allow fewer connections.\n"
          .getBytes(StandardCharsets.US_ASCII);

  /** Opened while memory is available; never closed, as it is the process's stderr. */
  private static final FileOutputStream STDERR = new FileOutputStream(FileDescriptor.err);

  private OutOfMemory() {}

  /**
   * Exits the process if {@code error} or one of its causes reports exhausted memory. Allocates no
   * memory itself.
   */
  public static void exitIfExhausted(@Nullable Throwable error) {
    if (isExhausted(error)) {
      endProcess();
    }
  }

  static boolean isExhausted(@Nullable Throwable error) {
    Throwable cause = error;
    for (int i = 0; cause != null && i < MAX_CAUSES; i++) {
      String message = cause instanceof OutOfMemoryError ? cause.getMessage() : null;
      if (message != null && isKnown(message)) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  private static boolean isKnown(String message) {
    for (String known : MESSAGES) {
      if (message.startsWith(known)) {
        return true;
      }
    }
    return false;
  }

  private static void endProcess() {
    try {
      STDERR.write(FINAL_MESSAGE);
    } catch (Throwable e) {
      // exit without a message
    } finally {
      Runtime.getRuntime().halt(STATUS);
    }
  }
}
