package dev.shopwire.common;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.Level;
import org.slf4j.helpers.LegacyAbstractLogger;
import org.slf4j.helpers.MessageFormatter;

/** Keeps what is logged. Not thread-safe. */
public final class RecordingLogger extends LegacyAbstractLogger {
  private static final long serialVersionUID = 1L;

  /** One log line. */
  public record Line(Level level, String text, @Nullable Throwable error) {}

  private final transient List<Line> lines = new ArrayList<>();

  /** What was logged since the last call. */
  public List<Line> take() {
    List<Line> taken = List.copyOf(lines);
    lines.clear();
    return taken;
  }

  @Override
  protected void handleNormalizedLoggingCall(
      Level level,
      @Nullable Marker marker,
      String pattern,
      Object @Nullable [] arguments,
      @Nullable Throwable error) {
    lines.add(new Line(level, MessageFormatter.basicArrayFormat(pattern, arguments), error));
  }

  @Override
  protected @Nullable String getFullyQualifiedCallerName() {
    return null;
  }

  @Override
  public boolean isTraceEnabled() {
    return true;
  }

  @Override
  public boolean isDebugEnabled() {
    return true;
  }

  @Override
  public boolean isInfoEnabled() {
    return true;
  }

  @Override
  public boolean isWarnEnabled() {
    return true;
  }

  @Override
  public boolean isErrorEnabled() {
    return true;
  }
}
