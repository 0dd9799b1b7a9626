package dev.shopwire.rules.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.PoolSizes;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.role.Role;
import dev.shopwire.testing.DeploymentFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Tests that conf/kubernetes is valid by Kubernetes' own model, complete, and consistent with
 * itself and the service.
 */
class KubernetesFilesTest {
  private static final int DRAIN_SECONDS = 10;

  /** PostgreSQL's max_connections, and superuser_reserved_connections of them. */
  private static final int DEFAULT_CONNECTIONS = 100;

  private static final int RESERVED_CONNECTIONS = 3;

  private static JsonNode deployment(String role) {
    return Manifests.named("Deployment", "shopwire-" + role);
  }

  private static Map<String, Integer> ports(JsonNode deployment) {
    Map<String, Integer> ports = new TreeMap<>();
    for (JsonNode port : Manifests.container(deployment).path("ports")) {
      ports.put(port.path("name").asText(), port.path("containerPort").asInt());
    }
    return ports;
  }

  private static String setting(String name) {
    JsonNode value = Manifests.named("ConfigMap", "shopwire").path("data").path(name);
    return value.isMissingNode() ? DeploymentFiles.defaultOf(name) : value.asText();
  }

  @Test
  void everyManifestIsValidAndNamedByTheKustomization() {
    Manifests.ALL.forEach(Manifests::check);
    Set<String> files = new TreeSet<>(Manifests.files());
    files.add("kustomization.yaml");
    Set<String> existing = new TreeSet<>();
    DeploymentFiles.below(Manifests.DIRECTORY)
        .forEach(file -> existing.add(file.getFileName().toString()));
    assertEquals(existing, files);
    Set<String> names = new HashSet<>();
    Manifests.ALL.forEach(
        manifest ->
            assertTrue(names.add(manifest.path("kind") + " " + manifest.at("/metadata/name"))));
  }

  @Test
  void unknownMissingAndMistypedFieldsAreFound() {
    ObjectNode unknown = deployment("ingest").deepCopy();
    ((ObjectNode) Manifests.container(unknown)).put("livenesProbe", "x");
    assertThrows(RuntimeException.class, () -> Manifests.check(unknown));
    ObjectNode missing = deployment("ingest").deepCopy();
    ((ObjectNode) missing.path("spec")).remove("selector");
    assertThrows(RuntimeException.class, () -> Manifests.check(missing));
    ObjectNode mistyped = deployment("ingest").deepCopy();
    ((ObjectNode) mistyped.path("spec")).put("minReadySeconds", "soon");
    assertThrows(RuntimeException.class, () -> Manifests.check(mistyped));
  }

  @Test
  void everyRoleHasItsDeploymentBudgetAndAutoscaler() {
    assertEquals(Role.values().length, Manifests.ofKind("Deployment").count());
    for (String role : Role.ids()) {
      JsonNode deployment = deployment(role);
      assertEquals(
          role, Manifests.variable(deployment, "SHOPWIRE_VERTICLES").path("value").asText());
      JsonNode labels = deployment.at("/spec/template/metadata/labels");
      assertEquals(role, labels.path("app.kubernetes.io/component").asText());
      assertTrue(Manifests.selects(deployment.at("/spec/selector/matchLabels"), labels));
      JsonNode budget = Manifests.named("PodDisruptionBudget", "shopwire-" + role);
      assertTrue(Manifests.selects(budget.at("/spec/selector/matchLabels"), labels));
      JsonNode scaler = Manifests.named("HorizontalPodAutoscaler", "shopwire-" + role);
      assertEquals("shopwire-" + role, scaler.at("/spec/scaleTargetRef/name").asText());
      assertTrue(scaler.at("/spec/minReplicas").asInt() >= 2);
      assertFalse(deployment.path("spec").has("replicas"), "the autoscaler decides");
    }
  }

  @Test
  void rolesDifferOnlyInTheirOwnSettings() {
    String common = Manifests.common(deployment("ingest"), "ingest");
    for (String role : Role.ids()) {
      assertEquals(common, Manifests.common(deployment(role), role));
    }
  }

  @Test
  void portsMatchTheSettings() {
    Map<String, Integer> shared =
        Map.of(
            "management", Integer.valueOf(setting("SHOPWIRE_MANAGEMENT_PORT")),
            "cluster", Integer.valueOf(setting("SHOPWIRE_CLUSTER_PORT")),
            "bus", Integer.valueOf(setting("SHOPWIRE_CLUSTER_BUS_PORT")));
    for (String role : Role.ids()) {
      Map<String, Integer> expected = new TreeMap<>(shared);
      if (role.equals("ingest")) {
        expected.put("http", Integer.valueOf(setting("SHOPWIRE_HTTP_PORT")));
      } else if (role.equals("console")) {
        expected.put("console", Integer.valueOf(setting("SHOPWIRE_CONSOLE_PORT")));
      }
      assertEquals(expected, ports(deployment(role)), role);
    }
  }

  /** By default the service is reachable only from its own pod. */
  @Test
  void theConsoleAndManagementAreReachableFromOutsideThePod() {
    assertEquals("0.0.0.0", setting("SHOPWIRE_CONSOLE_HOST"));
    assertEquals("0.0.0.0", setting("SHOPWIRE_MANAGEMENT_HOST"));
  }

  /**
   * The maximum connections of a pod of the role, by its settings and the service's own defaults.
   */
  private static int connections(String role) {
    Map<String, String> environment = new TreeMap<>();
    Manifests.named("ConfigMap", "shopwire")
        .path("data")
        .properties()
        .forEach(setting -> environment.put(setting.getKey(), setting.getValue().asText()));
    for (JsonNode variable : Manifests.container(deployment(role)).path("env")) {
      if (variable.has("value")) {
        environment.put(variable.path("name").asText(), variable.path("value").asText());
      }
    }
    return PoolSizes.of(Settings.load(Path.of("none"), environment)).sum();
  }

  @Test
  void poolsFitPostgresqlsDefaultAndMatchTheGuide() {
    int minimum = 0;
    int replacing = 0;
    int maximum = 0;
    List<String> perRole = new ArrayList<>();
    for (String role : Role.ids()) {
      JsonNode scaler = Manifests.named("HorizontalPodAutoscaler", "shopwire-" + role);
      int pods = scaler.at("/spec/minReplicas").asInt();
      int surge = deployment(role).at("/spec/strategy/rollingUpdate/maxSurge").asInt();
      int connections = connections(role);
      minimum += connections * pods;
      replacing += connections * (pods + surge);
      maximum += connections * scaler.at("/spec/maxReplicas").asInt();
      perRole.add(role + " " + connections);
    }
    assertTrue(
        replacing <= DEFAULT_CONNECTIONS - RESERVED_CONNECTIONS, () -> "they need " + perRole);
    String counts = "hold %d, and %d while".formatted(minimum, replacing);
    String manifest =
        DeploymentFiles.text(Manifests.DIRECTORY.resolve("settings.yaml")).replace("\n  # ", " ");
    assertTrue(manifest.contains(": " + String.join(", ", perRole) + "."), perRole::toString);
    assertTrue(manifest.contains(counts), counts);
    assertTrue(manifest.contains("it is " + maximum + ": raise"), "at most " + maximum);
    String guide =
        DeploymentFiles.text(DeploymentFiles.ROOT.resolve("docs/operators/install.md"))
            .replace("\n  ", " ");
    String countsOfTheGuide =
        "%d with two pods of each role, %d while all deployments replace a pod at once, %d with all"
            .formatted(minimum, replacing, maximum);
    assertTrue(guide.contains(countsOfTheGuide), countsOfTheGuide);
  }

  /** Otherwise a pod's event loops, and so its connections, depend on the node's processors. */
  @Test
  void everyNumberOfInstancesIsPinned() {
    Set<String> pinned = new TreeSet<>();
    Manifests.named("ConfigMap", "shopwire")
        .path("data")
        .fieldNames()
        .forEachRemaining(pinned::add);
    Set<String> unpinned = new TreeSet<>(DeploymentFiles.settings().keySet());
    unpinned.removeIf(
        name -> !name.endsWith("_INSTANCES") && !name.equals("SHOPWIRE_WEBHOOK_WORKERS"));
    assertTrue(unpinned.size() >= 4, unpinned::toString);
    unpinned.removeAll(pinned);
    assertEquals(Set.of(), unpinned);
  }

  @Test
  void servicesTargetPortsOfPods() {
    Manifests.ofKind("Service")
        .forEach(
            service -> {
              JsonNode pods =
                  Manifests.ofKind("Deployment")
                      .filter(
                          deployment ->
                              Manifests.selects(
                                  service.at("/spec/selector"),
                                  deployment.at("/spec/template/metadata/labels")))
                      .findFirst()
                      .orElseThrow(() -> new AssertionError("selects no pods: " + service));
              for (JsonNode port : service.at("/spec/ports")) {
                assertEquals(
                    port.path("port").asInt(),
                    ports(pods).get(port.path("targetPort").asText()),
                    service::toString);
              }
            });
  }

  @Test
  void membersFindEachOtherByTheHeadlessService() {
    JsonNode service = Manifests.named("Service", setting("SHOPWIRE_CLUSTER_DNS"));
    assertEquals("None", service.at("/spec/clusterIP").asText());
    assertTrue(service.at("/spec/publishNotReadyAddresses").asBoolean());
    assertEquals("true", setting("SHOPWIRE_CLUSTER"));
    assertEquals(
        "status.podIP",
        Manifests.variable(deployment("ingest"), "SHOPWIRE_CLUSTER_HOST")
            .at("/valueFrom/fieldRef/fieldPath")
            .asText());
  }

  @Test
  void policiesAllowClusterPortsOnlyFromShopwireAndOnlyExistingPorts() {
    Set<Integer> known = new TreeSet<>();
    Manifests.ofKind("Deployment").forEach(deployment -> known.addAll(ports(deployment).values()));
    Set<Integer> open = new TreeSet<>();
    Manifests.ofKind("NetworkPolicy")
        .forEach(
            policy -> {
              for (JsonNode rule : policy.at("/spec/ingress")) {
                for (JsonNode port : rule.path("ports")) {
                  open.add(port.path("port").asInt());
                  if (port.path("port").asText().equals(setting("SHOPWIRE_CLUSTER_PORT"))
                      || port.path("port").asText().equals(setting("SHOPWIRE_CLUSTER_BUS_PORT"))) {
                    assertEquals(
                        "[{\"podSelector\":{\"matchLabels\":{\"app.kubernetes.io/name\":\"shopwire\"}}}]",
                        rule.path("from").toString());
                  }
                }
              }
            });
    assertEquals(known, open);
    JsonNode denyAll = Manifests.named("NetworkPolicy", "shopwire-deny-all");
    assertFalse(denyAll.path("spec").has("ingress"), "what no other policy allows is denied");
  }

  @Test
  void podsAreHardenedAndRunAsTheImagesUser() {
    JsonNode deployment = deployment("ingest");
    JsonNode pod = Manifests.pod(deployment);
    JsonNode user = pod.path("securityContext");
    assertTrue(user.path("runAsNonRoot").asBoolean());
    assertEquals("RuntimeDefault", user.at("/seccompProfile/type").asText());
    assertTrue(
        DeploymentFiles.pom()
            .contains(
                "<user>" + user.path("runAsUser") + ":" + user.path("runAsGroup") + "</user>"));
    JsonNode context = Manifests.container(deployment).path("securityContext");
    assertTrue(context.path("readOnlyRootFilesystem").asBoolean());
    assertFalse(context.path("allowPrivilegeEscalation").asBoolean(true));
    assertEquals("[\"ALL\"]", context.at("/capabilities/drop").toString());
    assertFalse(pod.path("automountServiceAccountToken").asBoolean(true));
    assertFalse(
        pod.path("enableServiceLinks").asBoolean(true),
        "variables of service links fail the start");
    assertEquals(
        "shopwire:" + DeploymentFiles.version(),
        Manifests.container(deployment).path("image").asText());
  }

  @Test
  void aPodHasTimeToShutDownAndHealthProbes() {
    JsonNode deployment = deployment("ingest");
    JsonNode container = Manifests.container(deployment);
    int sleep = container.at("/lifecycle/preStop/sleep/seconds").asInt();
    assertTrue(sleep > 0);
    assertTrue(
        Manifests.pod(deployment).path("terminationGracePeriodSeconds").asInt()
            > sleep + DRAIN_SECONDS);
    assertEquals("/health/live", container.at("/startupProbe/httpGet/path").asText());
    assertEquals("/health/live", container.at("/livenessProbe/httpGet/path").asText());
    assertEquals("/health/ready", container.at("/readinessProbe/httpGet/path").asText());
    for (String probe : new String[] {"startupProbe", "livenessProbe", "readinessProbe"}) {
      assertEquals("management", container.path(probe).at("/httpGet/port").asText());
    }
    assertTrue(container.at("/resources/limits").has("memory"));
    assertTrue(container.at("/resources/requests").has("cpu"));
  }

  @Test
  void aRoleGetsTheClusterSecretAndOfTheOthersOnlyItsOwn() {
    for (String role : Role.ids()) {
      Set<String> variables = new TreeSet<>();
      Manifests.container(deployment(role))
          .path("env")
          .forEach(variable -> variables.add(variable.path("name").asText()));
      assertTrue(variables.contains("SHOPWIRE_CLUSTER_SECRET"), "pods do not start without it");
      assertEquals(role.equals("console"), variables.contains("SHOPWIRE_ADMIN_TOKEN"), role);
      assertEquals(
          role.equals("console"), variables.contains("SHOPWIRE_CONSOLE_SECRET_KEYS"), role);
      assertEquals(
          Set.of("automation", "sources", "webhook").contains(role),
          variables.contains("SHOPWIRE_SECRET_KEYS"),
          role);
    }
  }

  @Test
  void secretsAreReferencedAndNeverIncluded() {
    assertEquals(0, Manifests.ofKind("Secret").count());
    String guide = DeploymentFiles.text(DeploymentFiles.ROOT.resolve("docs/operators/install.md"));
    Manifests.ofKind("Deployment")
        .forEach(
            deployment -> {
              for (JsonNode variable : Manifests.container(deployment).path("env")) {
                if (variable.path("name").asText().matches(".*(URI|TOKEN|KEYS?|SECRET)")) {
                  JsonNode secret = variable.at("/valueFrom/secretKeyRef");
                  assertEquals("shopwire", secret.path("name").asText(), variable::toString);
                  String key = secret.path("key").asText();
                  assertTrue(guide.contains("--from-literal=" + key + "="), key);
                }
              }
            });
  }
}
