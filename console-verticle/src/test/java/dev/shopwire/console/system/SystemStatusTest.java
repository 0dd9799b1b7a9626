package dev.shopwire.console.system;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.nodes.NodeStatus;
import dev.shopwire.common.nodes.StoreStatus;
import java.util.List;
import org.junit.jupiter.api.Test;

class SystemStatusTest {
  private static final StoreStatus DOWN = new StoreStatus("redis", false, null, null);

  private static NodeStatus node(StoreStatus... stores) {
    return new NodeStatus("1", "2026-11-23T06:44:00.000Z", List.of(), 1, 2, List.of(stores));
  }

  private static StoreStatus up(String name, double latency) {
    return new StoreStatus(name, true, "7", latency);
  }

  @Test
  void eachStoreIsShownAsTheProcessSeesItForWhichItIsWorst() {
    assertEquals(
        List.of(up("postgres", 3), DOWN, up("replica", 1)),
        SystemStatus.stores(
            List.of(
                node(up("postgres", 1), up("redis", 9)),
                node(up("replica", 1), DOWN, up("postgres", 3)),
                node(up("redis", 1), up("postgres", 2)))));
  }

  @Test
  void aStoreThatNoProcessUsesIsNotShown() {
    assertEquals(List.of(up("postgres", 1)), SystemStatus.stores(List.of(node(up("postgres", 1)))));
    assertEquals(List.of(), SystemStatus.stores(List.of()));
  }
}
