package dev.shopwire.app.tracing;

import dev.shopwire.common.config.Settings;
import java.net.URI;
import java.util.Optional;

/**
 * Settings of tracing.
 *
 * @param endpoint of a collector that speaks OTLP over HTTP; empty for no tracing
 * @param ratio the share of requests that are traced, from 0 to 1
 * @param service the name of this service in traces
 */
public record TracingConfig(Optional<URI> endpoint, double ratio, String service) {
  private static final String PATH = "/v1/traces";

  public static TracingConfig of(Settings settings) {
    String endpoint = settings.text("tracing.endpoint", "");
    return new TracingConfig(
        endpoint.isEmpty() ? Optional.empty() : Optional.of(uri(settings, endpoint)),
        ratio(settings),
        service(settings));
  }

  private static URI uri(Settings settings, String endpoint) {
    try {
      URI uri = URI.create(endpoint);
      boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      if (http && uri.getHost() != null && uri.getUserInfo() == null && uri.getQuery() == null) {
        return uri.getPath().isEmpty() || uri.getPath().equals("/") ? uri.resolve(PATH) : uri;
      }
    } catch (IllegalArgumentException e) {
      // reported below, without the value, which may contain a password
    }
    throw settings.invalidSecret(
        "tracing.endpoint", "http://host:4318 or https://host/path, without user info and query");
  }

  private static double ratio(Settings settings) {
    String text = settings.text("tracing.sample.ratio", "0.1");
    try {
      double ratio = Double.parseDouble(text);
      if (ratio >= 0 && ratio <= 1) {
        return ratio;
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    throw settings.invalid("tracing.sample.ratio", "a number from 0 to 1", text);
  }

  private static String service(Settings settings) {
    String name = settings.text("tracing.service.name", "shopwire");
    if (!name.matches("[A-Za-z0-9_.-]{1,100}")) {
      throw settings.invalid("tracing.service.name", "letters, digits, _, . and -", name);
    }
    return name;
  }
}
