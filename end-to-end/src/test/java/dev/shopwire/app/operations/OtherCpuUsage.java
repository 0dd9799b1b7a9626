package dev.shopwire.app.operations;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Measures the CPU time that other programs have used since this was created, from {@code
 * /proc/stat}.
 */
final class OtherCpuUsage {
  private static final double TICKS_PER_SECOND = 100;

  private final long start = System.nanoTime();
  private final double busyBefore = busySeconds();
  private final double ownBefore = ownSeconds();

  /** The share of all processors' time, from 0 to 1. */
  double shareOfOthers() {
    double seconds = (System.nanoTime() - start) / 1e9 * Runtime.getRuntime().availableProcessors();
    double others = (busySeconds() - busyBefore) - (ownSeconds() - ownBefore);
    return Math.max(0, others / seconds);
  }

  /** User, nice, system and interrupt time. */
  private static double busySeconds() {
    try {
      String[] fields = Files.readAllLines(Path.of("/proc/stat")).get(0).trim().split("\\s+", -1);
      long idle = Long.parseLong(fields[4]) + Long.parseLong(fields[5]);
      long all = Arrays.stream(fields).skip(1).limit(8).mapToLong(Long::parseLong).sum();
      return (all - idle) / TICKS_PER_SECOND;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** CPU time of this process and its live descendants: the service and the stores. */
  private static double ownSeconds() {
    ProcessHandle self = ProcessHandle.current();
    return Stream.concat(Stream.of(self), self.descendants())
            .mapToLong(
                process -> process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L))
            .sum()
        / 1e3;
  }
}
