package dev.shopwire.app.linked;

import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** A client that sends identify requests at a steady pace and measures them, in a thread. */
final class IdentifyTimes implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(15);

  private final Tenants.App app;
  private final List<Long> nanos = Collections.synchronizedList(new ArrayList<>());
  private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
  private final AtomicBoolean stopped = new AtomicBoolean();
  private final Thread thread = new Thread(this::send, "identify");

  IdentifyTimes(Tenants.App app) {
    this.app = app;
    thread.start();
  }

  private void send() {
    for (int i = 0; !stopped.get(); i++) {
      long start = System.nanoTime();
      Response response =
          app.api()
              .post(
                  "/v1/identify",
                  "{\"myplatformDomain\":\"identify%d.example.com\",\"name\":\"Shop %d\"}"
                      .formatted(i % 50, i));
      nanos.add(System.nanoTime() - start);
      if (response.status() != 200) {
        failures.add(response.body());
      }
      LockSupport.parkNanos(PAUSE.toNanos());
    }
  }

  int count() {
    return nanos.size();
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  /** The 99th percentile of the requests from {@code first} on. */
  double p99Millis(int first) {
    List<Long> sorted = new ArrayList<>(nanos).stream().skip(first).sorted().toList();
    return sorted.get((int) Math.ceil(sorted.size() * 0.99) - 1) / 1e6;
  }

  @Override
  public void close() {
    stopped.set(true);
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
