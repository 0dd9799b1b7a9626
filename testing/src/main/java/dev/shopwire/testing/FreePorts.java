package dev.shopwire.testing;

import java.io.IOException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Chooses TCP ports for servers that tests start. They are below the ephemeral range, so that the
 * system does not assign them to a connection before the server listens, and below those of the
 * embedded stores. Thread-safe.
 */
public final class FreePorts {
  private static final int FIRST = 12_000;

  /**
   * Test processes that run at the same time have ports of their own, since a port is free until
   * its server listens. The build numbers those of a module from 1, and sets how many processes of
   * other modules precede them.
   */
  private static final int PER_PROCESS = 1_600;

  private static final int PROCESSES = 5;
  private static final int OWN_FIRST =
      FIRST
          + (Integer.getInteger("shopwire.forks.before", 0)
                  + Integer.getInteger("shopwire.fork", 1)
                  - 1)
              % PROCESSES
              * PER_PROCESS;

  /** Redis nodes of a cluster use a second port at this distance. */
  private static final int REDIS_BUS = 10_000;

  private static final AtomicInteger NEXT =
      new AtomicInteger(ThreadLocalRandom.current().nextInt(PER_PROCESS));

  private FreePorts() {}

  /** A free port, which this process does not choose again for long. */
  public static int next() {
    for (int i = 0; i < PER_PROCESS; i++) {
      int port = OWN_FIRST + Math.floorMod(NEXT.getAndIncrement(), PER_PROCESS);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IllegalStateException("no free port from " + OWN_FIRST);
  }

  /** A free port of a Redis node, whose port for the cluster's bus is free as well. */
  public static int nextForRedis() {
    int port = next();
    while (!isFree(port + REDIS_BUS)) {
      port = next();
    }
    return port;
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
