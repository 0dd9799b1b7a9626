package dev.shopwire.app.logs;

import ch.qos.logback.classic.spi.ILoggingEvent;
import dev.shopwire.common.telemetry.RequestScope;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/** What a line says beside its message: its own members, then the ids of the request. */
final class LogFields {
  private LogFields() {}

  /** In the order in which they are written; numbers stay numbers. */
  static Map<String, Object> of(ILoggingEvent event) {
    Map<String, Object> members = new LinkedHashMap<>();
    if (event.getKeyValuePairs() != null) {
      for (KeyValuePair pair : event.getKeyValuePairs()) {
        members.put(pair.key, pair.value instanceof Number ? pair.value : clean(pair.value));
      }
    }
    RequestScope.current()
        .ifPresent(
            scope -> {
              scope.requestId().ifPresent(id -> members.putIfAbsent("requestId", clean(id)));
              scope.traceId().ifPresent(id -> members.putIfAbsent("traceId", clean(id)));
            });
    return members;
  }

  private static String clean(Object value) {
    return LogSafeText.of(String.valueOf(value));
  }
}
