package dev.shopwire.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.vertx.core.spi.cluster.RegistrationInfo;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SubscriptionDirectoryTest {
  @Test
  void theBusHearsOfOneEntryMoreForEachNode() {
    List<RegistrationInfo> heard =
        List.of(
            new RegistrationInfo("small", 1, false),
            new RegistrationInfo("large", 2, false),
            new RegistrationInfo("large", 3, false));
    Map<String, Long> told =
        new SubscriptionDirectory()
            .told("an address", heard).stream()
                .collect(Collectors.groupingBy(RegistrationInfo::nodeId, Collectors.counting()));
    assertEquals(Map.of("small", 2L, "large", 3L), told, "shares are these numbers less one");
  }
}
