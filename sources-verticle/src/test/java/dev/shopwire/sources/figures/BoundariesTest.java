package dev.shopwire.sources.figures;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BoundariesTest {
  @Test
  void findsTheFirstOneAfterAValueHoweverUnequalTheirDistances() {
    SplittableRandom random = new SplittableRandom(1);
    for (int round = 0; round < 200; round++) {
      List<Instant> instants =
          LongStream.generate(() -> random.nextLong(1_000))
              .limit(random.nextInt(0, 12))
              .map(seconds -> random.nextBoolean() ? seconds : seconds * 1_000)
              .sorted()
              .mapToObj(Instant::ofEpochSecond)
              .toList();
      Boundaries boundaries = Boundaries.of(instants);
      for (int i = 0; i < 50; i++) {
        Instant at = Instant.ofEpochSecond(random.nextLong(-10, 1_000_000));
        int expected = (int) instants.stream().filter(instant -> !instant.isAfter(at)).count();
        assertEquals(expected, boundaries.after(Boundaries.nanos(at)));
      }
      assertEquals(instants.size(), boundaries.after(Boundaries.nanos(Instant.MAX)));
      assertEquals(0, boundaries.after(Boundaries.nanos(Instant.MIN)));
    }
  }
}
