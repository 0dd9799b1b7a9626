package dev.shopwire.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.spi.cluster.RegistrationInfo;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SubscriptionDirectoryTest {
  @Test
  void theBusReceivesOneMoreEntryForEachNode() {
    List<RegistrationInfo> received =
        List.of(
            new RegistrationInfo("small", 1, false),
            new RegistrationInfo("large", 2, false),
            new RegistrationInfo("large", 3, false));
    Map<String, Long> counts =
        new SubscriptionDirectory()
            .receive("an address", received).stream()
                .collect(Collectors.groupingBy(RegistrationInfo::nodeId, Collectors.counting()));
    assertEquals(Map.of("small", 2L, "large", 3L), counts, "shares are these counts less one");
  }
}
