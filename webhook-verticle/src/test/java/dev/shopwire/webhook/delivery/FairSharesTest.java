package dev.shopwire.webhook.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairSharesTest {
  private static long fill(FairShares shares, long workspaceId) {
    long acquired = 0;
    while (shares.canAcquire(workspaceId)) {
      shares.acquire(workspaceId, 1);
      acquired++;
    }
    return acquired;
  }

  @Test
  void aSingleWorkspaceGetsHalfAndOthersStillFindCapacity() {
    FairShares shares = new FairShares(4_096);
    assertEquals(2_048, fill(shares, 1));
    assertEquals(1_024, fill(shares, 2));
    assertEquals(512, fill(shares, 3));
    assertTrue(shares.canAcquire(4));
  }

  @Test
  void competingWorkspacesGetEqualShares() {
    FairShares shares = new FairShares(4_096);
    fill(shares, 1);
    for (int round = 0; round < 10_000; round++) {
      for (long workspaceId = 1; workspaceId <= 3; workspaceId++) {
        shares.release(workspaceId, workspaceId == 1 || round > 0 ? 1 : 0);
        fillOne(shares, workspaceId);
        fillOne(shares, workspaceId);
      }
    }
    assertTrue(Math.abs(shares.used() - 3_072) <= 8, () -> shares.used() + " are used");
  }

  private static void fillOne(FairShares shares, long workspaceId) {
    if (shares.canAcquire(workspaceId)) {
      shares.acquire(workspaceId, 1);
    }
  }

  @Test
  void releasedCapacityIsAvailableAgain() {
    FairShares shares = new FairShares(2);
    assertTrue(shares.canAcquire(1));
    shares.acquire(1, 1);
    assertFalse(shares.canAcquire(1));
    assertTrue(shares.canAcquire(2));
    shares.release(1, 1);
    assertEquals(0, shares.used());
    assertTrue(shares.canAcquire(1));
  }

  @Test
  void workspacesTakeTurnsHoweverManyEndpointsEachHas() {
    RoundRobin turns = new RoundRobin();
    List<EndpointQueue> many =
        List.of(DeliveryCases.queue(1), DeliveryCases.queue(1), DeliveryCases.queue(1));
    many.forEach(turns::add);
    turns.add(many.get(0));
    EndpointQueue one = DeliveryCases.queue(2);
    turns.add(one);
    List<EndpointQueue> acquired = new ArrayList<>();
    for (EndpointQueue next = turns.next(id -> true); next != null; next = turns.next(id -> true)) {
      acquired.add(next);
    }
    assertEquals(List.of(many.get(0), one, many.get(1), many.get(2)), acquired);
    assertTrue(turns.isEmpty());
    many.forEach(turns::add);
    turns.add(one);
    assertEquals(one, turns.next(id -> id == 2));
    assertEquals(null, turns.next(id -> id == 2));
  }
}
