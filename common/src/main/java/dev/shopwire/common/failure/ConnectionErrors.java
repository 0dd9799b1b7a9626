package dev.shopwire.common.failure;

import io.netty.channel.ChannelException;
import io.netty.handler.codec.CodecException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes errors that mean that a request to a store could not be sent or got no response: a
 * broken connection, a time limit, or a shutdown. Only the types listed here count, so that a bug
 * is never mistaken for an outage.
 */
public final class ConnectionErrors {
  private static final List<Class<? extends Throwable>> TYPES =
      List.of(
          SocketException.class, // refused, reset, timed out, no route to the host
          UnknownHostException.class,
          UnresolvedAddressException.class,
          InterruptedIOException.class, // a socket's time limit
          ClosedChannelException.class,
          SSLException.class,
          TimeoutException.class, // also Vert.x's own, of Future.timeout
          RejectedExecutionException.class); // the event loop or the worker pool has been shut down

  /** Types that only wrap what happened: TLS records are read by one of Netty's decoders. */
  private static final List<Class<? extends Throwable>> WRAPPERS =
      List.of(CodecException.class, ChannelException.class);

  private ConnectionErrors() {}

  public static boolean matches(@Nullable Throwable error) {
    if (error == null) {
      return false;
    }
    // What the operating system reports, such as a broken pipe, has no subclass; JSON errors do.
    return error.getClass() == IOException.class
        || isOneOf(TYPES, error)
        || (isOneOf(WRAPPERS, error) && matches(error.getCause()));
  }

  private static boolean isOneOf(List<Class<? extends Throwable>> types, Throwable error) {
    return types.stream().anyMatch(type -> type.isInstance(error));
  }
}
