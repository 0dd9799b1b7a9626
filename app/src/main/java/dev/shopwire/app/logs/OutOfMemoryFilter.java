package dev.shopwire.app.logs;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import dev.shopwire.common.failure.OutOfMemory;

/**
 * Ends the process when a logged error shows that its memory is exhausted, as libraries catch and
 * log what callbacks throw.
 */
final class OutOfMemoryFilter extends Filter<ILoggingEvent> {
  @Override
  public FilterReply decide(ILoggingEvent event) {
    if (event.getThrowableProxy() instanceof ThrowableProxy thrown) {
      OutOfMemory.exitIfExhausted(thrown.getThrowable());
    }
    return FilterReply.NEUTRAL;
  }
}
