package dev.shopwire.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Stream;

/** The processor time of processes, from Linux's {@code /proc}. Any thread. */
public final class Processors {
  /** Of a clock tick, which is a hundredth of a second on Linux. */
  private static final long MICROS = 10_000;

  /** utime, stime, cutime and cstime of proc(5), counted from the field after the name. */
  private static final int FIRST_TIME = 11;

  private static final int LAST_TIME = 14;

  private Processors() {}

  /** Microseconds that the processes have used so far, with their children that have ended. */
  public static long micros(Collection<Long> pids) {
    return pids.stream().mapToLong(Processors::micros).sum();
  }

  private static long micros(long pid) {
    try {
      String stat =
          Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
      // The second field is a name in parentheses, which may hold anything.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = 0;
      for (int field = FIRST_TIME; field <= LAST_TIME; field++) {
        ticks += Long.parseLong(fields[field]);
      }
      return ticks * MICROS;
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The processes that this one has started, and theirs, whose program is called so. */
  public static Collection<Long> called(String name) {
    return ProcessHandle.current()
        .descendants()
        .filter(process -> program(process).toLowerCase(Locale.ROOT).contains(name))
        .map(ProcessHandle::pid)
        .toList();
  }

  private static String program(ProcessHandle process) {
    return process.info().command().stream()
        .flatMap(path -> Stream.of(Path.of(path).getFileName().toString()))
        .findFirst()
        .orElse("");
  }
}
