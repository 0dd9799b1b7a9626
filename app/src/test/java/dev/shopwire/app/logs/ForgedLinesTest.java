package dev.shopwire.app.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.encoder.Encoder;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.slf4j.event.KeyValuePair;

/** Nothing that was sent can look like a line of the log, or move a terminal's cursor. */
class ForgedLinesTest {
  private static final String FORGED =
      "x\r\n2026-11-22T08:00:00.000Z INFO  d.s.app.Service all is well\u001b[2J\u009b\u2028\u202e\u0000";

  private static String written(Encoder<ILoggingEvent> encoder) {
    Logger logger = new LoggerContext().getLogger("dev.shopwire.Test");
    LoggingEvent event =
        new LoggingEvent(
            "", logger, Level.WARN, FORGED + "{}", new IllegalStateException(FORGED), null);
    event.setKeyValuePairs(List.of(new KeyValuePair("route", FORGED)));
    return new String(encoder.encode(event), StandardCharsets.UTF_8);
  }

  @Test
  void asText() {
    String written = written(new TextLines());
    List<String> lines = written.lines().toList();
    assertTrue(lines.get(0).matches("\\S+Z WARN  dev.shopwire.Test .*"), lines.get(0));
    lines.stream().skip(1).forEach(line -> assertTrue(line.startsWith("\t"), line));
    assertTrue(
        written.chars().allMatch(c -> c == '\n' || c == '\t' || (c >= ' ' && c < 0x7f)), written);
  }

  @Test
  void asJson() throws IOException {
    String written = written(new JsonLines());
    assertEquals(1, written.lines().count());
    assertTrue(written.endsWith("\n"));
    JsonNode line = Json.MAPPER.readTree(written);
    assertEquals("WARN", line.path("level").asText());
    assertTrue(line.path("message").asText().startsWith("x\\u000d\\u000a2026"), written);
    assertTrue(written.strip().chars().allMatch(c -> c >= ' '), written);
  }
}
