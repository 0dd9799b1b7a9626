package dev.shopwire.app.support;

import dev.shopwire.testing.Http;
import java.util.Map;

/** Reads one value from {@code /metrics}. */
public final class Metric {
  private Metric() {}

  /**
   * @param name including its labels, as Prometheus prints them
   */
  public static double value(String managementUrl, String name) {
    String metrics = new Http(managementUrl).send("GET", "/metrics", Map.of(), new byte[0]).body();
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElse(0);
  }
}
