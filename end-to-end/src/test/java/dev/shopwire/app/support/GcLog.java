package dev.shopwire.app.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads heap usage from the garbage collector's log.
 *
 * @param firstMib the heap use after the collection that was requested, in MiB
 * @param collections the number of collections
 * @param maxUsedMib the largest heap use after a collection, in MiB
 * @param full the number of full collections
 */
public record GcLog(int firstMib, int collections, int maxUsedMib, int full) {
  /** Excludes pauses that only mark: their heap use includes uncollected garbage. */
  private static final Pattern PAUSE =
      Pattern.compile("(Pause Young|Pause Full).* (\\d+)M->(\\d+)M\\(");

  /** Collects the garbage of a process now, so that later figures do not contain its start. */
  public static void collect(long pid) {
    String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    try {
      Process process =
          new ProcessBuilder(jcmd, Long.toString(pid), "GC.run")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      if (process.waitFor() != 0) {
        throw new IllegalStateException("jcmd exited with " + process.exitValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** The collections after the last one that was requested ({@link #collect}). */
  public static GcLog read(Path log) {
    int firstMib = 0;
    int collections = 0;
    int maxUsedMib = 0;
    int full = 0;
    for (String line : lines(log)) {
      Matcher pause = PAUSE.matcher(line);
      if (line.contains("(Diagnostic Command)")) {
        firstMib = pause.find() ? Integer.parseInt(pause.group(3)) : 0;
        collections = 0;
        maxUsedMib = 0;
        full = 0;
      } else if (pause.find()) {
        collections++;
        maxUsedMib = Math.max(maxUsedMib, Integer.parseInt(pause.group(3)));
        full += pause.group(1).equals("Pause Full") ? 1 : 0;
      }
    }
    return new GcLog(firstMib, collections, maxUsedMib, full);
  }

  private static Iterable<String> lines(Path log) {
    try {
      return Files.readAllLines(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The peak resident memory of a process, as reported by Linux. */
  public static String residentPeak(long pid) {
    for (String line : lines(Path.of("/proc/" + pid + "/status"))) {
      if (line.startsWith("VmHWM")) {
        return line.replaceAll("\\s+", " ");
      }
    }
    return "";
  }

  @Override
  public String toString() {
    return maxUsedMib
        + " MiB at most after "
        + collections
        + " collections, "
        + full
        + " of them full";
  }
}
