package dev.shopwire.benchmarks.console;

import static dev.shopwire.benchmarks.measure.Output.progress;

import dev.shopwire.benchmarks.measure.GetRequests;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Slice;
import dev.shopwire.benchmarks.measure.Verdicts;
import dev.shopwire.benchmarks.population.UserRows;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * Measures how sign-ins slow down other requests: reads at a constant rate, without sign-ins and
 * while groups of users sign in at once, one group after the other.
 *
 * @param gets the other requests
 * @param users of a group
 */
record SignInStorm(
    Installation installation,
    ConsoleSession session,
    GetRequests gets,
    int users,
    double seconds,
    double perSecond,
    int rounds) {
  private static final int CONNECTIONS = 16;
  private static final double FACTOR = 2;

  void measure(Verdicts verdicts) {
    read();
    Slice alone = read();
    Slice beside = readBeside();
    for (int round = 1; round < rounds; round++) {
      alone.append(read());
      beside.append(readBeside());
    }
    progress(
        "  alone p50 %.1f, p90 %.1f, p99 %.1f ms; beside sign-ins p50 %.1f, p90 %.1f, p99 %.1f ms",
        alone.millis(50),
        alone.millis(90),
        alone.millis(99),
        beside.millis(50),
        beside.millis(90),
        beside.millis(99));
    verdicts.atMost(
        "%d sign-ins at once: p99 of other reads / alone".formatted(users),
        "%.2f",
        beside.millis(99) / alone.millis(99),
        FACTOR);
  }

  private Slice read() {
    return installation.read(session.target(), gets, CONNECTIONS, seconds, perSecond);
  }

  private Slice readBeside() {
    AtomicBoolean isOver = new AtomicBoolean();
    AtomicInteger signedIn = new AtomicInteger();
    CompletableFuture<Void> signingIn =
        CompletableFuture.runAsync(
            () -> {
              while (!isOver.get()) {
                signedIn.addAndGet(signIn());
              }
            });
    Slice read = read();
    isOver.set(true);
    signingIn.join();
    progress("  %d signed in", signedIn.get());
    return read;
  }

  /** Returns how many of the group could sign in. */
  private int signIn() {
    List<CompletableFuture<HttpResponse<String>>> all =
        IntStream.rangeClosed(1, users)
            .mapToObj(
                number ->
                    ConsoleSession.signIn(
                        session.url(), UserRows.member(number), UserRows.PASSWORD))
            .toList();
    return (int) all.stream().filter(each -> each.join().statusCode() == 200).count();
  }
}
