package dev.shopwire.common.failure;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Ends the process, with status 3, when an error says that its memory is exhausted: what the error
 * has interrupted is in no known state, and the supervisor restarts the process. For where {@code
 * -XX:+ExitOnOutOfMemoryError} wasn't given. Called by every handler of unexpected errors.
 * Thread-safe.
 */
public final class OutOfMemory {
  private static final int STATUS = 3;
  private static final int MOST_CAUSES = 20;

  /**
   * As HotSpot, the JDK and Netty begin them. Without buffers outside the heap no connection is
   * read, and each attempt to get one keeps an event loop for half a second. Not: threads, or an
   * array that is too long.
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

  private static final byte[] LAST_WORDS =
      "Shopwire is out of memory and ends. Give it more (-Xmx), or fewer connections.\n"
          .getBytes(StandardCharsets.US_ASCII);

  /** Opened while there is memory for it; it stays that of the process. */
  private static final FileOutputStream ERRORS = new FileOutputStream(FileDescriptor.err);

  private OutOfMemory() {}

  /**
   * Doesn't return if {@code error}, or what caused it, is an exhausted memory. Needs no memory
   * itself.
   */
  public static void endProcessIf(@Nullable Throwable error) {
    if (isExhausted(error)) {
      endProcess();
    }
  }

  static boolean isExhausted(@Nullable Throwable error) {
    Throwable cause = error;
    for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
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
      ERRORS.write(LAST_WORDS);
    } catch (Throwable e) {
      // then without words
    } finally {
      Runtime.getRuntime().halt(STATUS);
    }
  }
}
