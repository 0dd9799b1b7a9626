package dev.shopwire.app.cluster;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.hazelcast.internal.serialization.Data;
import com.hazelcast.internal.serialization.InternalSerializationService;
import com.hazelcast.internal.serialization.impl.DefaultSerializationServiceBuilder;
import com.hazelcast.spi.exception.RetryableHazelcastException;
import com.hazelcast.spi.exception.TargetNotMemberException;
import java.io.Serializable;
import java.math.BigInteger;
import java.net.URI;
import java.util.BitSet;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Hazelcast reads of Java objects, with the settings of a member. */
class SerializationFilterTest {
  private static final InternalSerializationService MEMBER =
      new DefaultSerializationServiceBuilder()
          .setConfig(
              HazelcastConfig.of(TestMember.config("objects", 0, java.util.Map.of()))
                  .getSerializationConfig())
          .build();

  private static Object sent(Serializable object) {
    Data data = new DefaultSerializationServiceBuilder().build().toData(object);
    return MEMBER.toObject(data);
  }

  /** Of our own: not one of Hazelcast's or the JDK's. */
  record Own(String text) implements Serializable {}

  @Test
  void errorsAreReadWithTheirCausesAndStacks() {
    Throwable error = new RetryableHazelcastException("a", new TargetNotMemberException("b"));
    error.addSuppressed(new TimeoutException("c"));
    Throwable read = (Throwable) assertDoesNotThrow(() -> sent(error));
    assertEquals("a", read.getMessage());
    assertInstanceOf(TargetNotMemberException.class, read.getCause());
    assertEquals(1, read.getSuppressed().length);
    assertEquals(error.getStackTrace()[0], read.getStackTrace()[0]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bits", "uri", "own", "error"})
  void otherObjectsAreNot(String which) {
    Serializable object =
        switch (which) {
          case "bits" -> new BitSet();
          case "uri" -> URI.create("http://example.com");
          case "own" -> new Own("x");
          default -> new Hidden(BigInteger.TEN);
        };
    assertThrows(RuntimeException.class, () -> sent(object));
  }

  /** An error that is none of the known ones. */
  private static final class Hidden extends IllegalStateException {
    private static final long serialVersionUID = 1L;
    private final BigInteger cargo;

    Hidden(BigInteger cargo) {
      this.cargo = cargo;
    }

    @Override
    public String getMessage() {
      return "Hidden " + cargo;
    }
  }
}
