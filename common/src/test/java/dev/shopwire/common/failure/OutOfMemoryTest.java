package dev.shopwire.common.failure;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OutOfMemoryTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Java heap space",
        "Metaspace",
        "GC overhead limit exceeded",
        "Cannot reserve 65536 bytes of direct buffer memory (allocated: 1, limit: 2)"
      })
  void exhaustedMemoryIsFoundAmongTheCauses(String message) {
    OutOfMemoryError error = new OutOfMemoryError(message);
    assertTrue(OutOfMemory.isExhausted(error));
    assertTrue(OutOfMemory.isExhausted(new IllegalStateException(new RuntimeException(error))));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"unable to create native thread", "Requested array size exceeds VM limit"})
  void anErrorThatIsTemporaryIsNotExhaustedMemory(String message) {
    assertFalse(OutOfMemory.isExhausted(new OutOfMemoryError(message)));
    assertFalse(OutOfMemory.isExhausted(new RuntimeException("Java heap space")));
    assertFalse(OutOfMemory.isExhausted(null));
  }

  @Test
  void aCycleOfCausesIsHandled() {
    RuntimeException first = new RuntimeException("first");
    RuntimeException second = new RuntimeException("second", first);
    first.initCause(second);
    assertFalse(OutOfMemory.isExhausted(first));
  }
}
