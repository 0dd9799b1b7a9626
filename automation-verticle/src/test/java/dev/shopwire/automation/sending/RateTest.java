package dev.shopwire.automation.sending;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Tests the spacing of mails. */
class RateTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final SenderLimits TEN_TO_A_DOMAIN = new SenderLimits(0, 10, 1);

  @Test
  void mailsAreSpacedEvenlyFromTheFirst() {
    Rate rate = new Rate(10, Duration.ofSeconds(1), 5);
    for (int i = 0; i < 30; i++) {
      assertEquals(i * SECOND / 10, rate.waitNanos(5));
      rate.take(5);
    }
  }

  @Test
  void delaysUpToAnIntervalDoNotLowerTheRateAndRestsDoNotRaiseIt() {
    Random random = new Random(1);
    Rate rate = new Rate(50, Duration.ofSeconds(1), 0);
    long now = 0;
    int sent = 0;
    while (now < 100 * SECOND) {
      now += Math.max(0, rate.waitNanos(now)) + random.nextLong(SECOND / 100);
      rate.take(now);
      sent++;
    }
    assertTrue(sent > 4_900 && sent <= 5_012, "sent: " + sent);
    now += 1_000 * SECOND;
    int atOnce = 0;
    while (rate.waitNanos(now) <= 0) {
      rate.take(now);
      atOnce++;
    }
    assertTrue(atOnce <= 12, "at once: " + atOnce);
  }

  @Test
  void eachDomainHasItsOwnRate() {
    Rates rates = new Rates();
    rates.limit(TEN_TO_A_DOMAIN, 0);
    rates.choose("a.test", 0);
    assertEquals(6 * SECOND, rates.waitNanos("a.test", 0));
    assertEquals(0, rates.waitNanos("b.test", 0));
    assertEquals(0, rates.goingNanos("a.test", 0));
    rates.go("a.test", SECOND);
    assertEquals(6 * SECOND, rates.goingNanos("a.test", SECOND));
    assertEquals(0, rates.goingNanos("b.test", SECOND));
    rates.limit(TEN_TO_A_DOMAIN, 1);
    assertEquals(6 * SECOND - 1, rates.waitNanos("a.test", 1));
    rates.limit(new SenderLimits(0, 0, 1), 1);
    assertEquals(0, rates.waitNanos("a.test", 1));
  }

  @Test
  void mailsThatAreToldToWaitGetOneTurnEach() {
    Rates rates = new Rates();
    rates.limit(TEN_TO_A_DOMAIN, 0);
    rates.choose("a.test", 0);
    assertEquals(6 * SECOND, rates.reserve("a.test", 0, 0));
    assertEquals(12 * SECOND, rates.reserve("a.test", 0, 0));
    assertEquals(17 * SECOND, rates.reserve("a.test", 0, SECOND));
    // Reservations that were not asked about come first.
    assertEquals(17 * SECOND, rates.waitNanos("a.test", 2, SECOND));
    assertEquals(65 * SECOND, rates.reserve("a.test", 10, SECOND));
    for (int i = 0; i < 1_000; i++) {
      rates.reserve("a.test", 0, SECOND);
    }
    assertEquals(3_600 * SECOND, rates.reserve("a.test", 0, SECOND));
  }
}
