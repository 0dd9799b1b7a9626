package dev.shopwire.common.docs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.http.Routes;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.commons.text.similarity.LevenshteinDistance;

/**
 * The query parameters that an OpenAPI document knows of each read. Others are refused: a misspelt
 * condition that is ignored would answer for everything. Thread-safe.
 */
public final class DocumentedParameters {
  private static final Set<HttpMethod> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD);
  private static final int MAX_FAULTS = 50;

  private final Map<String, Set<String>> byPath = new HashMap<>();

  DocumentedParameters(JsonNode document) {
    document
        .path("paths")
        .properties()
        .forEach(
            path -> {
              JsonNode operation = path.getValue().path("get");
              if (!operation.isMissingNode()) {
                Set<String> names = new TreeSet<>();
                add(document, path.getValue().path("parameters"), names);
                add(document, operation.path("parameters"), names);
                byPath.put(route(path.getKey()), names);
              }
            });
  }

  private static void add(JsonNode document, JsonNode parameters, Set<String> names) {
    for (JsonNode given : parameters) {
      String reference = given.path("$ref").asText();
      JsonNode parameter = reference.isEmpty() ? given : document.at(reference.substring(1));
      if (parameter.path("in").asText().equals("query")) {
        names.add(parameter.path("name").asText());
      }
    }
  }

  /** A path as vertx-web writes it. */
  private static String route(String path) {
    return path.replaceAll("\\{(\\w+)}", ":$1");
  }

  /**
   * @throws Failure 422 for parameters of a read that its document doesn't have
   */
  public void check(RoutingContext context) {
    if (!READS.contains(context.request().method())) {
      return;
    }
    Set<String> known = byPath.get(Routes.pattern(context));
    if (known == null) {
      return;
    }
    List<Fault> faults = new ArrayList<>();
    for (String name : context.queryParams().names()) {
      if (!known.contains(name) && faults.size() < MAX_FAULTS) {
        faults.add(Fault.ofParameter(name, "unknown_parameter", complaint(name, known)));
      }
    }
    if (!faults.isEmpty()) {
      throw Failure.invalid(faults);
    }
  }

  private static String complaint(String name, Set<String> known) {
    String shown = Fault.cut(name);
    return known.stream()
        .min(
            Comparator.comparingInt(
                each -> LevenshteinDistance.getDefaultInstance().apply(shown, each)))
        .map(nearest -> shown + " is no parameter of this read, did you mean " + nearest + "?")
        .orElse(shown + " is no parameter of this read, it takes none");
  }
}
