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

/** Tests that logged input cannot look like a line of the log, or move a terminal's cursor. */
class ForgedLinesTest {
  private static final String FORGED =
      "x\r\n2026-11-22T08:00:00.000Z INFO  d.s.app.Service all is well\u001b[2J\u009b\u2028\u202e\u0000";

  private static String encoded(Encoder<ILoggingEvent> encoder) {
    Logger logger = new LoggerContext().getLogger("dev.shopwire.Test");
    LoggingEvent event =
        new LoggingEvent(
            "", logger, Level.WARN, FORGED + "{}", new IllegalStateException(FORGED), null);
    event.setKeyValuePairs(List.of(new KeyValuePair("route", FORGED)));
    return new String(encoder.encode(event), StandardCharsets.UTF_8);
  }

  @Test
  void asText() {
    String text = encoded(new TextLines());
    List<String> lines = text.lines().toList();
    assertTrue(lines.get(0).matches("\\S+Z WARN  dev.shopwire.Test .*"), lines.get(0));
    lines.stream().skip(1).forEach(line -> assertTrue(line.startsWith("\t"), line));
    assertTrue(text.chars().allMatch(c -> c == '\n' || c == '\t' || (c >= ' ' && c < 0x7f)), text);
  }

  @Test
  void asJson() throws IOException {
    String text = encoded(new JsonLines());
    assertEquals(1, text.lines().count());
    assertTrue(text.endsWith("\n"));
    JsonNode line = Json.MAPPER.readTree(text);
    assertEquals("WARN", line.path("level").asText());
    assertTrue(line.path("message").asText().startsWith("x\\u000d\\u000a2026"), text);
    assertTrue(text.strip().chars().allMatch(c -> c >= ' '), text);
  }
}
