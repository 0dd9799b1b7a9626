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

/** Reads the CPU time of processes from Linux's {@code /proc}. Thread-safe. */
public final class CpuTime {
  /** The microseconds of a clock tick, which is a hundredth of a second on Linux. */
  private static final long MICROS_PER_TICK = 10_000;

  /** The fields utime to cstime of proc(5), counted from the one after the name. */
  private static final int FIRST_TIME = 11;

  private static final int LAST_TIME = 14;

  private CpuTime() {}

  /** The microseconds used so far by the processes and their terminated children. */
  public static long micros(Collection<Long> pids) {
    return pids.stream().mapToLong(CpuTime::micros).sum();
  }

  private static long micros(long pid) {
    try {
      String stat =
          Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
      // The second field is a name in parentheses, which may contain any character.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = 0;
      for (int field = FIRST_TIME; field <= LAST_TIME; field++) {
        ticks += Long.parseLong(fields[field]);
      }
      return ticks * MICROS_PER_TICK;
    } catch (NoSuchFileException e) {
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The descendants of this process whose program name contains {@code name}. */
  public static Collection<Long> descendantsNamed(String name) {
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
