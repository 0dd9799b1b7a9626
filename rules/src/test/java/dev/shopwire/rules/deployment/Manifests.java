package dev.shopwire.rules.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.testing.DeploymentFiles;
import io.kubernetes.client.openapi.JSON;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Namespace;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads the manifests of conf/kubernetes, and validates them with Kubernetes' own model. */
final class Manifests {
  static final Path DIRECTORY = DeploymentFiles.CONF.resolve("kubernetes");
  static final List<JsonNode> ALL = read();

  private static final Map<String, Class<?>> MODELS =
      Map.of(
          "apps/v1 Deployment", V1Deployment.class,
          "v1 Service", V1Service.class,
          "v1 ServiceAccount", V1ServiceAccount.class,
          "v1 ConfigMap", V1ConfigMap.class,
          "v1 Namespace", V1Namespace.class,
          "policy/v1 PodDisruptionBudget", V1PodDisruptionBudget.class,
          "autoscaling/v2 HorizontalPodAutoscaler", V2HorizontalPodAutoscaler.class,
          "networking.k8s.io/v1 NetworkPolicy", V1NetworkPolicy.class);

  private Manifests() {}

  private static List<JsonNode> read() {
    List<JsonNode> all = new ArrayList<>();
    for (String file : files()) {
      all.addAll(DeploymentFiles.yaml(DIRECTORY.resolve(file)));
    }
    return all;
  }

  /** The files that the kustomization lists. */
  static List<String> files() {
    return DeploymentFiles.children(kustomization().path("resources"))
        .map(JsonNode::asText)
        .toList();
  }

  static JsonNode kustomization() {
    return DeploymentFiles.yaml(DIRECTORY.resolve("kustomization.yaml")).get(0);
  }

  /**
   * Parses {@code manifest} as Kubernetes would: unknown, missing and mistyped fields are rejected.
   *
   * @throws RuntimeException with the error
   */
  static void check(JsonNode manifest) {
    String kind = manifest.path("apiVersion").asText() + " " + manifest.path("kind").asText();
    Class<?> model = MODELS.get(kind);
    if (model == null) {
      throw new IllegalArgumentException("no model of " + kind);
    }
    JSON.deserialize(manifest.toString(), model);
  }

  static Stream<JsonNode> ofKind(String kind) {
    return ALL.stream().filter(manifest -> manifest.path("kind").asText().equals(kind));
  }

  static JsonNode named(String kind, String name) {
    return ofKind(kind)
        .filter(manifest -> manifest.at("/metadata/name").asText().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no " + kind + " " + name));
  }

  static JsonNode pod(JsonNode deployment) {
    return deployment.at("/spec/template/spec");
  }

  static JsonNode container(JsonNode deployment) {
    return pod(deployment).at("/containers/0");
  }

  static JsonNode variable(JsonNode deployment, String name) {
    return DeploymentFiles.children(container(deployment).path("env"))
        .filter(variable -> variable.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("there is no " + name));
  }

  /** Whether every label of {@code selector} is one of {@code labels}. */
  static boolean selects(JsonNode selector, JsonNode labels) {
    return !selector.isEmpty()
        && selector.properties().stream()
            .allMatch(label -> label.getValue().equals(labels.path(label.getKey())));
  }

  /**
   * What must be the same for each role: everything but its name, ports, variables and resources.
   */
  static String common(JsonNode deployment, String role) {
    ObjectNode copy = deployment.deepCopy();
    ObjectNode container = (ObjectNode) container(copy);
    container.remove(List.of("env", "ports", "resources"));
    // Pods of some roles are replaced without an additional one, to spare connections.
    ((ObjectNode) copy.path("spec")).remove("strategy");
    return copy.toString()
        .replace("shopwire-" + role, "shopwire-ROLE")
        .replace("\"component\":\"" + role, "\"component\":\"ROLE")
        .replace("component\":\"" + role, "component\":\"ROLE");
  }
}
