package dev.shopwire.benchmarks.console;

import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures how much of the service's heap is in use, without garbage: from the log of collections
 * that are requested for this.
 *
 * @param log of the garbage collector
 */
record ServiceHeap(Installation installation, Path log) {
  private static final long SAMPLE_MILLIS = 1_000;
  private static final String JAVA_OPTIONS = "shopwire.java.options";
  private static final Pattern COLLECTED =
      Pattern.compile("Pause Full \\(Diagnostic Command\\) \\d+M->(\\d+)M");

  /** Starts a service that logs its collections to {@code log}. */
  static Installation startWithLog(Options options, Path log) throws IOException {
    String before = System.getProperty(JAVA_OPTIONS, "");
    System.setProperty(JAVA_OPTIONS, (before + " -Xlog:gc:file=" + log).strip());
    try {
      return options.start();
    } finally {
      System.setProperty(JAVA_OPTIONS, before);
    }
  }

  /** In MiB. */
  private int used() {
    collect();
    try {
      Matcher collected = COLLECTED.matcher(Files.readString(log));
      int used = -1;
      while (collected.find()) {
        used = Integer.parseInt(collected.group(1));
      }
      return used;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void collect() {
    long pid = installation.service().process().pid();
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

  /** By how many MiB the heap grows at most while {@code work} runs, sampled each second. */
  int growthDuring(Runnable work) {
    int before = used();
    AtomicInteger most = new AtomicInteger(before);
    ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    try {
      var unused =
          clock.scheduleWithFixedDelay(
              () -> most.accumulateAndGet(used(), Math::max),
              0,
              SAMPLE_MILLIS,
              TimeUnit.MILLISECONDS);
      work.run();
    } finally {
      clock.shutdownNow();
    }
    return most.get() - before;
  }
}
