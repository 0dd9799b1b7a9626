package dev.shopwire.app.logs;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.shopwire.common.telemetry.RequestScope;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/** The fields of a log line besides its message: its own ones, then the ids of the request. */
final class LogFields {
  private LogFields() {}

  /** In the order in which they are written; numbers stay numbers. */
  static Map<String, Object> of(ILoggingEvent event) {
    Map<String, Object> fields = new LinkedHashMap<>();
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        fields.put(pair.key, pair.value instanceof Number ? pair.value : clean(pair.value));
      }
    }
    RequestScope.current()
        .ifPresent(
            scope -> {
              scope.requestId().ifPresent(id -> fields.putIfAbsent("requestId", clean(id)));
              scope.traceId().ifPresent(id -> fields.putIfAbsent("traceId", clean(id)));
            });
    return fields;
  }

  private static String clean(Object value) {
    return LogSafeText.of(String.valueOf(value));
  }
}
