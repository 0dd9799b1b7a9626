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
import dev.shopwire.common.config.Settings;
import java.io.Serializable;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which Java objects Hazelcast deserializes with the settings of a member. */
class SerializationFilterTest {
  private static final InternalSerializationService MEMBER =
      new DefaultSerializationServiceBuilder()
          .setConfig(HazelcastConfig.of(config()).getSerializationConfig())
          .build();

  private static ClusterConfig config() {
    return ClusterConfig.of(
            Settings.load(
                Path.of("none"),
                Map.of(
                    "SHOPWIRE_CLUSTER", "true",
                    "SHOPWIRE_CLUSTER_HOST", "127.0.0.1",
                    "SHOPWIRE_CLUSTER_MEMBERS", "127.0.0.1:5701")))
        .orElseThrow();
  }

  private static Object deserialized(Serializable object) {
    Data data = new DefaultSerializationServiceBuilder().build().toData(object);
    return MEMBER.toObject(data);
  }

  /** A class that is neither Hazelcast's nor the JDK's. */
  record Own(String text) implements Serializable {}

  @Test
  void errorsAreDeserializedWithTheirCausesAndStacks() {
    Throwable error = new RetryableHazelcastException("a", new TargetNotMemberException("b"));
    error.addSuppressed(new TimeoutException("c"));
    Throwable result = (Throwable) assertDoesNotThrow(() -> deserialized(error));
    assertEquals("a", result.getMessage());
    assertInstanceOf(TargetNotMemberException.class, result.getCause());
    assertEquals(1, result.getSuppressed().length);
    assertEquals(error.getStackTrace()[0], result.getStackTrace()[0]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bits", "uri", "own", "error"})
  void otherObjectsAreRejected(String kind) {
    Serializable object =
        switch (kind) {
          case "bits" -> new BitSet();
          case "uri" -> URI.create("http://example.com");
          case "own" -> new Own("x");
          default -> new Hidden(BigInteger.TEN);
        };
    assertThrows(RuntimeException.class, () -> deserialized(object));
  }

  /** An error class that is not in the list of allowed ones. */
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
