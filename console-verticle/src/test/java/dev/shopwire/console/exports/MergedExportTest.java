package dev.shopwire.console.exports;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.exports.ExportContracts.Chunk;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Tests how sorted parts of several roles become one list. */
class MergedExportTest {
  private static final Vertx VERTX = Vertx.vertx();

  @AfterAll
  static void close() {
    VERTX.close();
  }

  /** A part in memory, in chunks of random sizes, some of which are empty. */
  private static class Part implements RowSource {
    private final List<String> rows;
    private final Random random;
    private int position;
    private boolean isEnded;

    Part(List<String> rows, Random random) {
      this.rows = rows;
      this.random = random;
    }

    @Override
    public long count() {
      return rows.size();
    }

    @Override
    public Future<Chunk> next() {
      int end = Math.min(rows.size(), position + random.nextInt(5));
      StringBuilder lines = new StringBuilder();
      rows.subList(position, end).forEach(row -> lines.append(row).append('\n'));
      int count = end - position;
      position = end;
      return Future.succeededFuture(
          new Chunk(lines.toString(), count, end == rows.size() && random.nextBoolean()));
    }

    @Override
    public void keep() {}

    @Override
    public void end() {
      isEnded = true;
    }
  }

  private static List<String> readAll(MergedExport<Integer> export) {
    List<String> rows = new ArrayList<>();
    Chunk chunk;
    do {
      chunk = export.next().result();
      List<String> lines = chunk.lines().lines().toList();
      assertEquals(chunk.rows(), lines.size());
      rows.addAll(lines);
    } while (!chunk.isLast());
    return rows;
  }

  @Test
  void everyRowIsThereOnceInTheOrderOfTheKeys() {
    Random random = new Random(3);
    for (int round = 0; round < 200; round++) {
      int parts = random.nextInt(5);
      List<List<String>> rows =
          Stream.generate(() -> new ArrayList<String>())
              .limit(parts)
              .<List<String>>map(x -> x)
              .toList();
      int total = parts == 0 ? 0 : random.nextInt(60);
      IntStream.range(0, total)
          .forEach(i -> rows.get(random.nextInt(parts)).add(Integer.toString(i)));
      MergedExport<Integer> export =
          new MergedExport<>(
              VERTX, rows.stream().map(each -> new Part(each, random)).toList(), Integer::valueOf);
      assertEquals(total, export.count());
      assertEquals(IntStream.range(0, total).mapToObj(Integer::toString).toList(), readAll(export));
    }
  }

  @Test
  void chunksAreBounded() {
    String row = "x".repeat(100_000);
    Part part =
        new Part(List.of(row, row, row, row, row), new Random(1)) {
          @Override
          public Future<Chunk> next() {
            return Future.succeededFuture(new Chunk((row + "\n").repeat(5), 5, true));
          }
        };
    MergedExport<String> export = new MergedExport<>(VERTX, List.of(part), line -> line);
    Chunk first = export.next().result();
    assertEquals(3, first.rows());
    Chunk second = export.next().result();
    assertEquals(2, second.rows());
    assertTrue(second.isLast());
  }

  @Test
  void aPartThatFailsFailsTheListAndAllPartsAreEnded() {
    Part good = new Part(List.of("1", "2"), new Random(1));
    Part bad =
        new Part(List.of("3"), new Random(1)) {
          @Override
          public Future<Chunk> next() {
            return Future.failedFuture(Failure.unavailable("The role is unavailable"));
          }
        };
    MergedExport<Integer> export = new MergedExport<>(VERTX, List.of(good, bad), Integer::valueOf);
    assertTrue(export.next().failed());
    export.end();
    assertTrue(good.isEnded && bad.isEnded);
  }
}
