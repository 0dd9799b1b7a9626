package dev.shopwire.benchmarks.webhooks;

import dev.shopwire.benchmarks.measure.Installation;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the service's histogram of the time from a cause to its first attempt. */
final class FirstAttempts {
  private static final String NAME = "shopwire_webhook_first_attempt_seconds_bucket";
  private static final Pattern BUCKET = Pattern.compile("le=\"([0-9.]+|\\+Inf)\".*} ([0-9.E]+)$");

  private final Installation installation;
  private final Map<Double, Double> before;

  FirstAttempts(Installation installation) {
    this.installation = installation;
    this.before = read();
  }

  private Map<Double, Double> read() {
    Map<Double, Double> counts = new TreeMap<>();
    for (String line : installation.metrics(NAME)) {
      Matcher bucket = BUCKET.matcher(line);
      if (bucket.find()) {
        boolean last = bucket.group(1).equals("+Inf");
        double bound = last ? Double.POSITIVE_INFINITY : Double.parseDouble(bucket.group(1));
        counts.merge(bound, Double.parseDouble(bucket.group(2)), Double::sum);
      }
    }
    return counts;
  }

  /** The share within each bound, of the attempts since this was created. */
  String summary() {
    Map<Double, Double> now = read();
    now.replaceAll((bound, count) -> count - before.getOrDefault(bound, 0.0));
    double all = now.getOrDefault(Double.POSITIVE_INFINITY, 0.0);
    StringBuilder text = new StringBuilder();
    now.forEach(
        (bound, count) -> {
          if (bound >= 0.005 && bound <= 0.25) {
            text.append(
                String.format(
                    Locale.ROOT, "%.1f %% in %.0f ms  ", 100 * count / all, bound * 1_000));
          }
        });
    return text.toString().strip();
  }
}
