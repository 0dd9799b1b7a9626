package dev.shopwire.common.docs;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
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
 * Checks the query parameters of reads against an OpenAPI document. Unknown parameters are
 * rejected: if a misspelled condition were ignored, the response would cover everything.
 * Thread-safe.
 */
public final class ParameterCheck {
  private static final Set<HttpMethod> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD);
  private static final int MAX_ERRORS = 50;

  private final Map<String, Set<String>> byPath = new HashMap<>();

  ParameterCheck(JsonNode document) {
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
                byPath.put(ApiOperation.route(path.getKey()), names);
              }
            });
  }

  private static void add(JsonNode document, JsonNode parameters, Set<String> names) {
    for (JsonNode entry : parameters) {
      String reference = entry.path("$ref").asText();
      JsonNode parameter = reference.isEmpty() ? entry : document.at(reference.substring(1));
      if (parameter.path("in").asText().equals("query")) {
        names.add(parameter.path("name").asText());
      }
    }
  }

  /**
   * @throws Failure 422 if a read has parameters that the document doesn't list
   */
  public void check(RoutingContext context) {
    if (!READS.contains(context.request().method())) {
      return;
    }
    Set<String> known = byPath.get(Routes.pattern(context));
    if (known == null) {
      return;
    }
    List<ValidationError> errors = new ArrayList<>();
    for (String name : context.queryParams().names()) {
      if (!known.contains(name) && errors.size() < MAX_ERRORS) {
        errors.add(ValidationError.ofParameter(name, "unknown_parameter", message(name, known)));
      }
    }
    if (!errors.isEmpty()) {
      throw Failure.invalid(errors);
    }
  }

  private static String message(String name, Set<String> known) {
    String shown = ValidationError.truncate(name);
    return known.stream()
        .min(
            Comparator.comparingInt(
                each -> LevenshteinDistance.getDefaultInstance().apply(shown, each)))
        .map(
            nearest -> shown + " is not a parameter of this request; did you mean " + nearest + "?")
        .orElse(shown + " is not a parameter of this request; it accepts none");
  }
}
