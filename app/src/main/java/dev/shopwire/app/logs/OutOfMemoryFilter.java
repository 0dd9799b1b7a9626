package dev.shopwire.app.logs;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxy;
import ch.qos.logback.core.filter.Filter;
import ch.qos.logback.core.spi.FilterReply;
import dev.shopwire.common.failure.OutOfMemory;

/**
 * Ends the process when an error that is logged says that its memory is exhausted: the libraries
 * keep what their callbacks throw to themselves, and log it.
 */
final class OutOfMemoryFilter extends Filter<ILoggingEvent> {
  @Override
  public FilterReply decide(ILoggingEvent event) {
    if (event.getThrowableProxy() instanceof ThrowableProxy thrown) {
      OutOfMemory.endProcessIf(thrown.getThrowable());
    }
    return FilterReply.NEUTRAL;
  }
}
