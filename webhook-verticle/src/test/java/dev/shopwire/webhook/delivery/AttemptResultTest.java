package dev.shopwire.webhook.delivery;

import static dev.shopwire.webhook.delivery.DeliveryCases.NOW;
import static dev.shopwire.webhook.delivery.DeliveryCases.due;
import static dev.shopwire.webhook.delivery.DeliveryCases.noResponse;
import static dev.shopwire.webhook.delivery.DeliveryCases.reply;
import static dev.shopwire.webhook.delivery.DeliveryCases.status;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.webhook.delivery.AttemptResult.Action;
import dev.shopwire.webhook.sending.Outcome;
import dev.shopwire.webhook.sending.SendResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AttemptResultTest {
  private static final List<Long> SCHEDULE_SECONDS =
      List.of(1L, 5L, 30L, 120L, 600L, 1_800L, 7_200L, 18_000L, 36_000L, 36_000L);

  private static AttemptResult of(
      DueDelivery due, SendResult result, EndpointHealth health, boolean ordered, boolean probe) {
    return AttemptResult.of(due, result, health, ordered, probe, NOW, new Random(1));
  }

  private static AttemptResult of(DueDelivery due, SendResult result, EndpointHealth health) {
    return of(due, result, health, false, false);
  }

  private static EndpointHealth failing(int failures, Instant since) {
    return new EndpointHealth(
        EndpointHealth.Status.ENABLED, null, failures, since, 0, null, null, "status 500");
  }

  @Test
  void aSuccessEndsTheDeliveryAndResetsTheEndpointsHealth() {
    AttemptResult result = of(due(1, 1, 3), status(204), failing(4, NOW));
    assertEquals(Action.DELIVERED, result.action());
    assertEquals(EndpointHealth.GOOD, result.health());
  }

  @Test
  void retriesFollowTheScheduleWithJitterAndThenTheDeliveryFails() {
    for (int attempts = 0; attempts < SCHEDULE_SECONDS.size(); attempts++) {
      long millis = SCHEDULE_SECONDS.get(attempts) * 1_000;
      for (int seed = 0; seed < 200; seed++) {
        long pause =
            AttemptResult.of(
                    due(1, 1, attempts),
                    status(500),
                    EndpointHealth.GOOD,
                    false,
                    false,
                    NOW,
                    new Random(seed))
                .pause()
                .toMillis();
        assertTrue(pause >= millis && pause <= millis * 1.2, attempts + ": " + pause);
      }
    }
    AttemptResult last = of(due(1, 1, SCHEDULE_SECONDS.size()), status(500), EndpointHealth.GOOD);
    assertEquals(Action.FAILED, last.action());
    assertEquals("exhausted", last.reason());
  }

  @Test
  void retryAfterDelaysTheNextAttemptAndPausesTheEndpoint() {
    SendResult limited = reply(Outcome.STATUS, 429, Duration.ofMinutes(7));
    AttemptResult result = of(due(1, 1, 0), limited, EndpointHealth.GOOD);
    assertEquals(Action.RETRY, result.action());
    assertEquals(Duration.ofMinutes(7), result.pause());
    assertTrue(result.health().isPaused(NOW.plusSeconds(419)));
    assertFalse(result.health().isPaused(NOW.plusSeconds(420)));
    AttemptResult later = of(due(1, 1, 6), limited, EndpointHealth.GOOD);
    assertTrue(later.pause().compareTo(Duration.ofHours(2)) >= 0, "the longer of the two");
  }

  @Test
  void afterFiveFailuresInARowTheEndpointIsProbedAndItsMessagesWait() {
    AttemptResult fourth = of(due(1, 1, 0), noResponse(), failing(3, NOW));
    assertEquals(Action.RETRY, fourth.action());
    assertEquals(EndpointHealth.Status.ENABLED, fourth.health().status());
    AttemptResult fifth = of(due(1, 1, 0), noResponse(), fourth.health());
    assertEquals(Action.WAIT, fifth.action());
    assertEquals(EndpointHealth.Status.PROBING, fifth.health().status());
    assertFalse(fifth.health().mayBeProbed(NOW.plusMillis(999)));
    assertTrue(fifth.health().mayBeProbed(NOW.plusMillis(1_200)));
  }

  @Test
  void aSingleMessageKeepsItsScheduleWhenItsEndpointIsProbed() {
    AttemptResult fifth = of(due(1, 1, 4), status(500), failing(4, NOW));
    assertFalse(fifth.health().mayBeProbed(NOW.plusSeconds(599)));
    assertTrue(fifth.health().mayBeProbed(NOW.plusSeconds(720)));
  }

  @Test
  void onlyTheProbeAdvancesTheBackoff() {
    EndpointHealth probing =
        new EndpointHealth(EndpointHealth.Status.PROBING, null, 5, NOW, 2, NOW, null, "timeout");
    AttemptResult other = of(due(1, 1, 0), noResponse(), probing);
    assertEquals(2, other.health().step());
    assertEquals(NOW, other.health().probeAt());
    AttemptResult probe = of(due(1, 1, 0), noResponse(), probing, false, true);
    assertEquals(3, probe.health().step());
    assertFalse(probe.health().mayBeProbed(NOW.plusSeconds(29)));
    assertEquals(EndpointHealth.GOOD, of(due(1, 1, 0), status(200), probing, false, true).health());
  }

  @Test
  void goneDisablesTheEndpointImmediatelyAndDeliveriesWait() {
    AttemptResult result = of(due(1, 1, 0), status(410), EndpointHealth.GOOD);
    assertEquals(Action.WAIT, result.action());
    assertEquals(EndpointHealth.Status.DISABLED, result.health().status());
    assertEquals("gone", result.health().reason());
  }

  @Test
  void fiveDaysOfFailuresDisableTheEndpoint() {
    Instant since = NOW.minus(Duration.ofDays(5));
    assertEquals(
        EndpointHealth.Status.PROBING,
        of(due(1, 1, 0), status(500), failing(40, since.plusMillis(1))).health().status());
    AttemptResult result = of(due(1, 1, 0), status(500), failing(40, since));
    assertEquals(Action.WAIT, result.action());
    assertEquals("failing", result.health().reason());
  }

  @Test
  void aLateResponseDoesNotEnableADisabledEndpoint() {
    EndpointHealth disabled =
        new EndpointHealth(EndpointHealth.Status.DISABLED, "console", 0, null, 0, null, null, null);
    assertEquals(disabled, of(due(1, 1, 0), status(200), disabled).health());
    assertEquals(disabled, of(due(1, 1, 0), status(500), disabled).health());
    assertEquals(Action.WAIT, of(due(1, 1, 0), status(500), disabled).action());
  }

  @Test
  void aRejectedMessageOfAnOrderedEndpointIsParkedAtItsFifthFailure() {
    assertEquals(
        Action.PARKED, of(due(1, 1, 4), status(500), failing(1, NOW), true, false).action());
    assertEquals(
        Action.PARKED, of(due(1, 1, 4), status(422), failing(4, NOW), true, false).action());
    assertEquals(
        Action.RETRY, of(due(1, 1, 3), status(500), failing(1, NOW), true, false).action());
    assertEquals(
        Action.RETRY, of(due(1, 1, 4), status(500), failing(1, NOW), false, false).action());
    assertEquals(
        Action.WAIT,
        of(due(1, 1, 4), status(503), failing(4, NOW), true, false).action(),
        "nothing else succeeded: the endpoint may be down");
    assertEquals(
        Action.RETRY,
        of(due(1, 1, 4), noResponse(), failing(1, NOW), true, false).action(),
        "a receiver that doesn't respond has rejected nothing");
  }

  @Test
  void aTestIsAttemptedOnceAndDoesNotAffectTheEndpointsHealth() {
    EndpointHealth probing =
        new EndpointHealth(EndpointHealth.Status.PROBING, null, 5, NOW, 2, NOW, null, "timeout");
    DueDelivery test = due(1, 0, 0, DueDelivery.Kind.TEST);
    AttemptResult failed = of(test, status(500), probing);
    assertEquals(Action.FAILED, failed.action());
    assertEquals("test", failed.reason());
    assertEquals(probing, failed.health());
    AttemptResult passed = of(test, status(200), probing);
    assertEquals(Action.DELIVERED, passed.action());
    assertNull(passed.reason());
    assertEquals(probing, passed.health());
  }
}
