package dev.shopwire.app.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.shopwire.app.support.Metric;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Compares the metrics of a running service with their page, the dashboard and the alerts. */
class MetricsIT {
  private static final ObservedService SERVICE = ObservedService.shared();
  private static final Path CONF = Path.of("../conf");
  private static final Pattern NAME =
      Pattern.compile(
          "\\b((?:shopwire|vertx|jvm|process|disk|probe|system)_[a-z0-9_]+|up(?=[{ ]))");

  /** Metrics of Prometheus itself, of the blackbox exporter, and of processes with a replica. */
  private static final Set<String> EXTERNAL =
      Set.of("up", "probe_ssl_earliest_cert_expiry", "shopwire_replica_lag_seconds");

  private static Set<String> samples() {
    return SERVICE
        .metrics()
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("[{ ]", 2)[0])
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> namesIn(List<String> expressions) {
    Set<String> names = new TreeSet<>();
    for (String expression : expressions) {
      Matcher matcher = NAME.matcher(expression);
      while (matcher.find()) {
        names.add(matcher.group(1));
      }
    }
    names.removeAll(EXTERNAL);
    return names;
  }

  private static void assertExposed(List<String> expressions) {
    Set<String> missing = namesIn(expressions);
    assertTrue(missing.size() > 5, missing::toString);
    missing.removeAll(samples());
    assertEquals(Set.of(), missing);
  }

  @Test
  void theDashboardUsesOnlyExposedMetrics() throws IOException {
    JsonNode dashboard =
        Json.MAPPER.readTree(Files.readString(CONF.resolve("grafana/shopwire.json")));
    assertExposed(dashboard.findValuesAsText("expr"));
  }

  @Test
  void theAlertsUseOnlyExposedMetricsAndAreTested() throws IOException {
    JsonNode alerts =
        new YAMLMapper().readTree(Files.readString(CONF.resolve("prometheus/alerts.yml")));
    assertExposed(alerts.findValuesAsText("expr"));
    JsonNode tests =
        new YAMLMapper().readTree(Files.readString(CONF.resolve("prometheus/alerts_test.yml")));
    for (String alert : alerts.findValuesAsText("alert")) {
      List<String> testNames = tests.findValuesAsText("name");
      assertTrue(testNames.contains(alert + " fires"), alert);
      assertTrue(testNames.contains(alert + " stays quiet"), alert);
    }
  }

  /** Skipped where promtool (of the package prometheus) is not installed. */
  @Test
  void promtoolAcceptsTheAlertsAndTheirTests() throws IOException, InterruptedException {
    String tool = System.getProperty("shopwire.promtool", "promtool");
    Assumptions.assumeTrue(isInstalled(tool), "promtool is not installed");
    assertEquals("", outputOfFailure(tool, "check", "rules", "alerts.yml"));
    assertEquals("", outputOfFailure(tool, "check", "config", "prometheus.yml"));
    assertEquals("", outputOfFailure(tool, "test", "rules", "alerts_test.yml"));
  }

  private static boolean isInstalled(String tool) throws InterruptedException {
    try {
      return outputOfFailure(tool, "--version").isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  /** The output of the command if it fails. */
  private static String outputOfFailure(String... command)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(CONF.resolve("prometheus").toFile())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor() == 0 ? "" : output;
  }

  @Test
  void theMetricsPageListsEachOne() throws IOException {
    Set<String> exposed = new TreeSet<>();
    for (String line : SERVICE.metrics().lines().toList()) {
      if (line.startsWith("# TYPE ")) {
        exposed.add(line.split(" ", 4)[2]);
      }
    }
    exposed.removeIf(
        name -> name.endsWith("_max") && exposed.contains(name.replaceAll("_max$", "")));
    exposed.removeIf(name -> name.matches("(jvm|process|system)_.*"));
    Set<String> documented = new TreeSet<>();
    for (String line : Files.readAllLines(Path.of("../docs/operators/metrics.md"))) {
      Matcher matcher = Pattern.compile("^\\| `([a-z0-9_]+)`").matcher(line);
      if (matcher.find()) {
        documented.add(matcher.group(1));
      }
    }
    documented.removeIf(name -> name.matches("(jvm|process|system)_.*"));
    documented.removeAll(EXTERNAL);
    assertEquals(exposed, documented);
  }

  @Test
  void noLabelContainsWhatCallersSend() {
    Http http = new Http(SERVICE.httpUrl());
    sendHostileRequests(http, 0, 20);
    long before = requestSeries();
    sendHostileRequests(http, 20, 80);
    assertEquals(before, requestSeries());
    String metrics = SERVICE.metrics();
    SERVICE.secrets().forEach(secret -> assertTrue(!metrics.contains(secret), secret));
    assertTrue(!metrics.contains("odd-"), "a label contains what a caller sent");
  }

  private static void sendHostileRequests(Http http, int from, int to) {
    for (int i = from; i < to; i++) {
      Map<String, String> headers =
          Map.of("X-Request-Id", "odd-" + i, "X-Api-Key", "odd-key-odd-key-" + i);
      http.send("GET", "/odd-" + i, headers, new byte[0]);
      http.send("ODD" + i, "/v1/identify", headers, new byte[0]);
      http.send("GET", "/v1/usage_metrics/odd-" + i + "/report?odd-" + i, headers, new byte[0]);
    }
  }

  @Test
  void theTimesOfPagesAreCountedByRoute() {
    String signIn = "method=\"GET\",route=\"/console/sign-in\",status=\"2xx\"";
    String users = "method=\"GET\",route=\"/console/w/:workspace/settings/users\",status=\"3xx\"";
    double signInsBefore = pages(signIn);
    double usersBefore = pages(users);
    for (int i = 0; i < 3; i++) {
      SERVICE.page("/console/sign-in?next=odd-" + i);
      SERVICE.page("/console/w/" + (7_000 + i) + "/settings/users");
    }
    assertEquals(signInsBefore + 3, pages(signIn));
    assertEquals(usersBefore + 3, pages(users));
    assertTrue(!SERVICE.metrics().contains("odd-"), "a label contains what a caller sent");
  }

  private static double pages(String labels) {
    return Metric.value(SERVICE.managementUrl(), "shopwire_page_seconds_count{" + labels + "}");
  }

  /**
   * Meanwhile meters of sweeps and pools may appear for the first time, but not those of requests.
   */
  private static long requestSeries() {
    return SERVICE
        .metrics()
        .lines()
        .filter(line -> line.startsWith("shopwire_http") || line.startsWith("shopwire_requests"))
        .count();
  }
}
