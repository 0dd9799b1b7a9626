package dev.shopwire.ingest.events;

import static dev.shopwire.ingest.events.ReadBodies.batch;
import static dev.shopwire.ingest.events.ReadBodies.batchOf;
import static dev.shopwire.ingest.events.ReadBodies.goodEvent;
import static dev.shopwire.ingest.events.ReadBodies.read;
import static dev.shopwire.ingest.events.ReadBodies.withFields;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.common.postgres.DatabaseEpoch;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestKeysTest {
  private static final long APP = 7;
  private static final long NOW = 0;
  private static final String WITHOUT_ID = "{\"eventName\":\"a\",\"customerId\":\"a.example\"}";

  private final DatabaseEpoch epoch = new DatabaseEpoch(() -> NOW);
  private final RequestKeys keys = new RequestKeys(epoch);

  @BeforeEach
  void confirmEpoch() {
    epoch.confirm("e1", NOW);
  }

  private Optional<String> of(String body) {
    return keys.of(APP, read(body));
  }

  @Test
  void theSameRequestHasTheSameKeyOnEveryProcess() {
    for (String body : new String[] {goodEvent(1), batchOf(2), batchOf(200)}) {
      Optional<String> key = of(body);
      assertTrue(key.isPresent());
      assertEquals(key, of(body));
      assertEquals(key, new RequestKeys(epoch).of(APP, read(body)));
    }
  }

  @Test
  void theKeyDependsOnTheDatabaseEpoch() {
    Optional<String> before = of(batchOf(2));
    epoch.confirm("e2", NOW);
    assertNotEquals(before, of(batchOf(2)));
    epoch.confirm("e1", NOW);
    assertEquals(before, of(batchOf(2)));
  }

  @Test
  void withoutARecentlyConfirmedEpochThereIsNoKey() {
    epoch.confirm("e1", NOW - TimeUnit.MINUTES.toNanos(1));
    assertEquals(Optional.empty(), of(batchOf(2)));
    epoch.confirm("e1", NOW);
    epoch.invalidate();
    assertEquals(Optional.empty(), of(batchOf(2)));
    epoch.confirm("e1", NOW - 1);
    assertEquals(Optional.empty(), of(batchOf(2)), "confirmed before it was invalidated");
  }

  @Test
  void onlyTheIdsMatter() {
    assertEquals(
        of(batchOf(2)),
        of(
            batch(
                goodEvent(0).replace("acme", "other"),
                goodEvent(1).replace("{", "{\"timestamp\":1700000000000,"))));
  }

  @Test
  void otherIdsHaveAnotherKey() {
    Set<Optional<String>> seen = new HashSet<>();
    for (int i = 1; i <= 200; i++) {
      assertTrue(seen.add(of(batchOf(i))), i + " events");
    }
    assertTrue(seen.add(of(batch(goodEvent(0), goodEvent(2)))));
    assertTrue(seen.add(of(batch(goodEvent(0), goodEvent(0)))));
    assertTrue(seen.add(of(goodEvent(1))));
  }

  @Test
  void theSameBatchOfAnotherAppHasAnotherKey() {
    assertNotEquals(of(batchOf(2)), keys.of(APP + 1, read(batchOf(2))));
  }

  @Test
  void anEventHasTheSameKeyAloneAndInABatch() {
    assertEquals(of(goodEvent(1)), of(batch(goodEvent(1))));
  }

  @Test
  void aKeyIsPlainText() {
    assertTrue(of(goodEvent(1)).orElse("").matches("e1:[A-Za-z0-9_-]{22}"));
    assertTrue(of(batchOf(200)).orElse("").matches("e1:[A-Za-z0-9_-]{43}"));
  }

  @Test
  void aRequestWithAValidEventWithoutAnIdHasNoKey() {
    assertEquals(Optional.empty(), of(WITHOUT_ID));
    assertEquals(Optional.empty(), of(batch(goodEvent(1), WITHOUT_ID)));
    assertEquals(Optional.empty(), of(withFields("\"eventId\":null")));
  }

  @Test
  void aRequestWithoutValidEventsHasNoKey() {
    assertEquals(Optional.empty(), of("{\"eventId\":\"e1\"}"));
    assertEquals(Optional.empty(), of(batch("7", "{}")));
  }

  @Test
  void rejectedEventsDoNotMatter() {
    assertEquals(of(batchOf(2)), of(batch(goodEvent(0), "7", goodEvent(1), "{}")));
  }
}
