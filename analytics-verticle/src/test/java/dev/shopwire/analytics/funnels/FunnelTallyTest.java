package dev.shopwire.analytics.funnels;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.bus.JsonResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests customers, conversions and medians of a funnel. */
class FunnelTallyTest {
  private static final long SECOND = 1_000_000;

  private final FunnelTally tally = new FunnelTally(FunnelSteps.of(List.of("a", "b", "c")));

  private void attempt(long... times) {
    tally.add(new FunnelAttempt(times, 0));
  }

  @Test
  void conversionsAndMediansAreExact() {
    attempt(0);
    attempt(0, 1);
    attempt(5, 5 + 2 * SECOND, 5 + 10 * SECOND);
    assertEquals(
        "{\"steps\":["
            + "{\"eventName\":\"a\",\"customers\":3,\"conversion\":1,\"overallConversion\":1,"
            + "\"medianSeconds\":null},"
            + "{\"eventName\":\"b\",\"customers\":2,\"conversion\":0.666667,"
            + "\"overallConversion\":0.666667,\"medianSeconds\":1.0000005},"
            + "{\"eventName\":\"c\",\"customers\":1,\"conversion\":0.5,"
            + "\"overallConversion\":0.333333,\"medianSeconds\":8}],"
            + "\"overall\":{\"conversion\":0.333333,\"medianSeconds\":10}}",
        JsonResponse.of(tally.json()).json());
  }

  @Test
  void withoutCustomersTheConversionIsNull() {
    String json = JsonResponse.of(tally.json()).json();
    assertEquals(
        "{\"eventName\":\"a\",\"customers\":0,\"conversion\":null,\"overallConversion\":null,"
            + "\"medianSeconds\":null}",
        json.substring(json.indexOf("{\"eventName"), json.indexOf("}") + 1));
  }
}
