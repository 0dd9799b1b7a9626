package dev.shopwire.app.logs;

import ch.qos.logback.classic.pattern.TargetLengthBasedClassNameAbbreviator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.encoder.EncoderBase;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * Encodes log events as text: a line that starts with the time in UTC. Following lines (a stack
 * trace) are indented, so that input to the service can't look like a line of its own.
 */
public final class TextLines extends EncoderBase<ILoggingEvent> {
  private static final byte[] NOTHING = new byte[0];
  static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSX").withZone(ZoneOffset.UTC);
  private static final int LOGGER_LENGTH = 24;

  private final TargetLengthBasedClassNameAbbreviator abbreviator =
      new TargetLengthBasedClassNameAbbreviator(LOGGER_LENGTH);

  @Override
  public byte[] encode(ILoggingEvent event) {
    StringBuilder line = new StringBuilder(200);
    line.append(TIME.format(Instant.ofEpochMilli(event.getTimeStamp())))
        .append(' ')
        .append(String.format("%-5s ", event.getLevel()))
        .append(abbreviator.abbreviate(event.getLoggerName()))
        .append(' ')
        .append(LogSafeText.of(String.valueOf(event.getFormattedMessage())));
    LogFields.of(event)
        .forEach((name, value) -> line.append(' ').append(name).append('=').append(value));
    line.append('\n');
    IThrowableProxy error = event.getThrowableProxy();
    if (error != null) {
      for (String part : ThrowableProxyUtil.asString(error).split("\\R", -1)) {
        if (!part.isEmpty()) {
          line.append('\t').append(LogSafeText.of(part.replace('\t', ' '))).append('\n');
        }
      }
    }
    return line.toString().getBytes(StandardCharsets.UTF_8);
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
