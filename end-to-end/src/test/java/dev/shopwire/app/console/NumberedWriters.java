package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.IntPredicate;

/**
 * Threads that give the rows of a list ever higher numbers, and compare files of the list with
 * that. Row r has the number r at first. Each thread has the rows of its turn and writes them one
 * after the other, round after round: the number n goes to the row n modulo the number of rows. So
 * the last number of a thread says what all its rows have.
 */
final class NumberedWriters implements AutoCloseable {
  private static final int WRITERS = 2;

  private final int rows;
  private final Write write;

  /** When each number was sent and when its response arrived, in nanoseconds. */
  private final Map<Integer, Long> sent = new ConcurrentHashMap<>();

  private final Map<Integer, Long> acknowledged = new ConcurrentHashMap<>();
  private final ExecutorService threads = Executors.newFixedThreadPool(WRITERS);
  private final List<CompletableFuture<Void>> writers = new ArrayList<>();
  private volatile boolean stopped;

  /** Gives a row a number; fails unless that is acknowledged. */
  interface Write {
    void send(int row, int number);
  }

  /** Starts to write. */
  NumberedWriters(int rows, Write write) {
    if (rows % WRITERS != 0) {
      throw new IllegalArgumentException("the writers must have the same number of rows");
    }
    this.rows = rows;
    this.write = write;
    for (int writer = 0; writer < WRITERS; writer++) {
      int first = rows + writer;
      writers.add(CompletableFuture.runAsync(() -> run(first), threads));
    }
  }

  private void run(int first) {
    for (int number = first; !stopped; number += WRITERS) {
      sent.put(number, System.nanoTime());
      write.send(number % rows, number);
      acknowledged.put(number, System.nanoTime());
    }
  }

  /** The number of acknowledged writes. */
  int count() {
    return acknowledged.size();
  }

  /**
   * Asserts that a file is one state of the list: there was a moment between the request and the
   * beginning of the response at which every row had the number that the file has, and rows that
   * the file lacks a number that its filter excludes. A number is stored at an unknown moment
   * between its request and its response.
   *
   * @param numbers of the rows in the file
   */
  void assertState(
      Map<Integer, Integer> numbers, IntPredicate filter, long requested, long responded) {
    List<List<Span>> states = new ArrayList<>();
    for (int writer = 0; writer < WRITERS; writer++) {
      states.add(statesOf(writer, numbers, filter, requested, responded));
    }
    assertTrue(
        isCommon(states, new Span(requested, responded)),
        () -> "the file is no state of the list: " + states + ", " + new TreeMap<>(numbers));
  }

  /** A time when a thread's rows may have had certain numbers. */
  private record Span(long from, long until) {
    Span and(Span other) {
      return new Span(Math.max(from, other.from), Math.min(until, other.until));
    }
  }

  /** When one of the threads' rows were as the file has them. */
  private List<Span> statesOf(
      int writer,
      Map<Integer, Integer> numbers,
      IntPredicate filter,
      long requested,
      long responded) {
    List<Span> states = new ArrayList<>();
    // From the number that was last before the request to the last one that was sent.
    for (int last = firstNumber(writer); ; last += WRITERS) {
      long from = sent.getOrDefault(last, last < rows ? requested : Long.MAX_VALUE);
      if (from > responded) {
        return states;
      }
      long until = acknowledged.getOrDefault(last + WRITERS, Long.MAX_VALUE);
      if (until >= requested && isState(writer, last, numbers, filter)) {
        states.add(new Span(from, until));
      }
    }
  }

  /** The highest number of a thread's rows at first. */
  private int firstNumber(int writer) {
    return rows - WRITERS + writer;
  }

  /** Whether the file has a thread's rows as they were after it wrote the number {@code last}. */
  private boolean isState(
      int writer, int last, Map<Integer, Integer> numbers, IntPredicate filter) {
    for (int row = writer; row < rows; row += WRITERS) {
      int number = last - Math.floorMod(last - row, rows);
      Integer expected = filter.test(number) ? number : null;
      if (!Objects.equals(expected, numbers.get(row))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isCommon(List<List<Span>> states, Span span) {
    return span.from() <= span.until()
        && (states.isEmpty()
            || states.get(0).stream()
                .anyMatch(state -> isCommon(states.subList(1, states.size()), span.and(state))));
  }

  /** Stops to write, and fails if a write failed. */
  @Override
  public void close() {
    stopped = true;
    try {
      writers.forEach(CompletableFuture::join);
    } finally {
      threads.shutdownNow();
    }
  }
}
