package dev.shopwire.benchmarks.measure;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Calls one port of the service, one call after the other, and times them. */
public final class TimedCalls {
  private static final int LEAST_CALLS = 2;

  private final Http http;
  private final Map<String, String> headers;

  public TimedCalls(Target target) {
    http = new Http(target.url());
    headers = Map.of(target.header(), target.credential(), "Content-Type", "application/json");
  }

  /**
   * @param body empty for none
   */
  public record Call(String method, String path, String body) {
    public static Call get(String path) {
      return new Call("GET", path, "");
    }

    public static Call post(String path, String body) {
      return new Call("POST", path, body);
    }
  }

  /**
   * @throws IllegalStateException if the status is not 200
   */
  public JsonNode require(Call call) {
    Http.Response response =
        http.send(
            call.method(), call.path(), headers, call.body().getBytes(StandardCharsets.UTF_8));
    if (response.status() != 200) {
      throw new IllegalStateException(call + ": " + response.status() + " " + response.body());
    }
    return response.json();
  }

  /**
   * How many milliseconds the call takes, repeated {@code runs} times after a {@linkplain WarmUp
   * warm-up}.
   */
  public Spread repeat(Call call, int runs) {
    long warmUp = System.nanoTime();
    for (int i = 0;
        i < LEAST_CALLS || System.nanoTime() - warmUp < WarmUp.OF_A_CALL.toNanos();
        i++) {
      require(call);
    }
    List<Double> millis = new ArrayList<>(runs);
    for (int i = 0; i < runs; i++) {
      long start = System.nanoTime();
      require(call);
      millis.add((System.nanoTime() - start) / 1e6);
    }
    return Spread.of(millis);
  }
}
