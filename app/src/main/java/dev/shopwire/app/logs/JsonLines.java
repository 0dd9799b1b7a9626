package dev.shopwire.app.logs;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;

/**
 * Encodes log events as JSON, one object per line. Logback's own encoder would take ids from
 * thread-locals, which an event loop shares among its requests; here they come from the Vert.x
 * context.
 */
public final class JsonLines extends EncoderBase<ILoggingEvent> {
  private static final byte[] NOTHING = new byte[0];

  @Override
  public byte[] encode(ILoggingEvent event) {
    ObjectNode line = Json.MAPPER.createObjectNode();
    line.put("time", TextLines.TIME.format(Instant.ofEpochMilli(event.getTimeStamp())));
    line.put("level", event.getLevel().toString());
    line.put("logger", event.getLoggerName());
    line.put("thread", event.getThreadName());
    line.put("message", LogSafeText.of(String.valueOf(event.getFormattedMessage())));
    for (Map.Entry<String, Object> field : LogFields.of(event).entrySet()) {
      if (!line.has(field.getKey())) {
        line.putPOJO(field.getKey(), field.getValue());
      }
    }
    IThrowableProxy error = event.getThrowableProxy();
    if (error != null) {
      line.put("error", error.getClassName());
      line.put("stack", ThrowableProxyUtil.asString(error));
    }
    return (text(line) + "\n").getBytes(StandardCharsets.UTF_8);
  }

  private static String text(ObjectNode line) {
    try {
      return Json.MAPPER.writeValueAsString(line);
    } catch (JsonProcessingException e) {
      return "{\"level\":\"ERROR\",\"message\":\"Cannot encode a log line\"}";
    }
  }

  @Override
  public byte[] headerBytes() {
    return NOTHING;
  }

  @Override
  public byte[] footerBytes() {
    return NOTHING;
  }
}
