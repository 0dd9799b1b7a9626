package dev.shopwire.app.logs;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Configures the process's log and its levels. Thread-safe. */
public final class Logs {
  private Logs() {}

  /** Applies the format in {@code config} to everything that is logged from now on. */
  public static void apply(LogConfig config) {
    // pgjdbc and the trace exporter use the JDK's logging.
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
    Iterator<Appender<ILoggingEvent>> appenders =
        context().getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME).iteratorForAppenders();
    while (appenders.hasNext()) {
      if (appenders.next() instanceof OutputStreamAppender<ILoggingEvent> appender) {
        Encoder<ILoggingEvent> encoder = config.json() ? new JsonLines() : new TextLines();
        encoder.setContext(context());
        encoder.start();
        appender.clearAllFilters();
        appender.addFilter(new OutOfMemoryFilter());
        appender.setEncoder(encoder);
      }
    }
  }

  private static LoggerContext context() {
    return (LoggerContext) LoggerFactory.getILoggerFactory();
  }

  /**
   * A logger's state.
   *
   * @param level null to inherit that of the nearest parent logger
   */
  record Entry(String name, @Nullable String level, String effectiveLevel) {}

  static List<Entry> all() {
    return context().getLoggerList().stream().map(Logs::entry).toList();
  }

  private static Entry entry(Logger logger) {
    return new Entry(
        logger.getName(),
        logger.getLevel() == null ? null : logger.getLevel().toString(),
        logger.getEffectiveLevel().toString());
  }

  /** Finds an existing logger or a parent of one; creates none. */
  static Optional<Entry> find(String name) {
    return Optional.ofNullable(context().exists(name)).map(Logs::entry);
  }

  /**
   * Sets a logger's level until the process ends.
   *
   * @param level empty to inherit that of the nearest parent logger; the root logger needs one
   */
  static Entry set(String name, Optional<String> level) {
    Logger logger = context().getLogger(name);
    logger.setLevel(level.map(Level::valueOf).orElse(null));
    return entry(logger);
  }
}
