package dev.shopwire.rules.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.role.Role;
import dev.shopwire.testing.DeploymentFiles;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Tests that conf/compose.yaml is valid by the Compose Specification, hardened, and without
 * passwords.
 */
class ComposeFileTest {
  private static final JsonNode FILE =
      DeploymentFiles.yaml(DeploymentFiles.CONF.resolve("compose.yaml")).get(0);
  private static final Pattern VARIABLE = Pattern.compile("\\$\\{(\\w+)(:[?-])?[^}]*}");

  private static List<JsonNode> processes() {
    List<JsonNode> processes = new ArrayList<>();
    for (JsonNode service : FILE.path("services")) {
      if (service.path("image").asText().contains("shopwire")) {
        processes.add(service);
      }
    }
    return processes;
  }

  private static OutputUnit validate(JsonObject file) throws IOException {
    try (InputStream schema =
        ComposeFileTest.class.getResourceAsStream("/compose-spec/compose-spec.json")) {
      JsonObject json = new JsonObject(new String(schema.readAllBytes(), StandardCharsets.UTF_8));
      removeFormats(json);
      return Validator.create(
              JsonSchema.of(json),
              new JsonSchemaOptions()
                  .setDraft(Draft.DRAFT7)
                  .setBaseUri("https://compose.example")
                  .setOutputFormat(OutputFormat.Basic))
          .validate(file);
    }
  }

  /**
   * Removes formats, since those of Compose are not those of JSON Schema (its durations are Go's),
   * and the identifier, which would be resolved against the validator's base.
   */
  private static void removeFormats(Object node) {
    if (node instanceof JsonObject object) {
      for (String name : List.of("format", "$id")) {
        if (object.getValue(name) instanceof String) {
          object.remove(name);
        }
      }
      object.forEach(entry -> removeFormats(entry.getValue()));
    } else if (node instanceof JsonArray array) {
      array.forEach(ComposeFileTest::removeFormats);
    }
  }

  @Test
  void theFileIsValid() throws IOException {
    OutputUnit result = validate(new JsonObject(FILE.toString()));
    assertTrue(result.getValid(), () -> String.valueOf(result.getErrors()));
  }

  @Test
  void aMisspelledPropertyIsFound() throws IOException {
    JsonObject file = new JsonObject(FILE.toString());
    file.getJsonObject("services").getJsonObject("shopwire").put("read_onyl", true);
    assertFalse(validate(file).getValid());
  }

  @Test
  void oneProfileRunsAllRolesInOneProcessAndTheOtherOneProcessPerRole() {
    Set<String> roles = new TreeSet<>();
    for (JsonNode process : processes()) {
      JsonNode environment = process.path("environment");
      if (process.path("profiles").path(0).asText().equals("single")) {
        assertFalse(environment.has("SHOPWIRE_VERTICLES"));
        assertTrue(environment.has("SHOPWIRE_ADMIN_TOKEN"));
        assertTrue(environment.has("SHOPWIRE_SECRET_KEYS"));
      } else {
        assertEquals("[\"cluster\"]", process.path("profiles").toString());
        assertEquals("true", environment.path("SHOPWIRE_CLUSTER").asText());
        assertEquals(
            environment.path("SHOPWIRE_CLUSTER_DNS").asText(),
            process.at("/networks/default/aliases/0").asText());
        String role = environment.path("SHOPWIRE_VERTICLES").asText();
        assertTrue(
            environment.has("SHOPWIRE_CLUSTER_SECRET"), "the process does not start without it");
        assertEquals(role.equals("console"), environment.has("SHOPWIRE_ADMIN_TOKEN"), role);
        assertEquals(role.equals("console"), environment.has("SHOPWIRE_CONSOLE_SECRET_KEYS"), role);
        assertEquals(
            Set.of("automation", "sources", "webhook").contains(role),
            environment.has("SHOPWIRE_SECRET_KEYS"),
            role);
        roles.add(role);
      }
    }
    assertEquals(new TreeSet<>(Role.ids()), roles);
  }

  @Test
  void metricsCanBeRequestedByServiceName() {
    for (JsonNode process : processes()) {
      List<String> names =
          List.of(process.at("/environment/SHOPWIRE_MANAGEMENT_HOSTS").asText().split(","));
      FILE.path("services")
          .properties()
          .forEach(
              service -> {
                if (service.getValue().equals(process)) {
                  assertTrue(names.contains(service.getKey()), service.getKey());
                }
              });
    }
  }

  @Test
  void everyServiceIsHardenedLimitedAndHealthChecked() {
    for (JsonNode service : FILE.path("services")) {
      String description = service.toString();
      assertTrue(service.path("read_only").asBoolean(), description);
      assertEquals("[\"ALL\"]", service.path("cap_drop").toString(), description);
      assertEquals(
          "[\"no-new-privileges:true\"]", service.path("security_opt").toString(), description);
      assertTrue(service.has("mem_limit") && service.has("pids_limit"), description);
      assertTrue(service.at("/healthcheck/test").isArray(), description);
      assertFalse(service.path("privileged").asBoolean(), description);
    }
  }

  @Test
  void aProcessRunsAsTheImagesUserAndHasTimeToDrain() {
    for (JsonNode process : processes()) {
      assertTrue(
          DeploymentFiles.pom().contains("<user>" + process.path("user").asText() + "</user>"));
      assertTrue(
          process.path("image").asText().endsWith(":-shopwire:" + DeploymentFiles.version() + "}"));
      int grace = Integer.parseInt(process.path("stop_grace_period").asText().replace("s", ""));
      assertTrue(grace >= 15, "the drain takes up to 10 s");
      for (String store : List.of("postgres", "redis")) {
        assertEquals("service_healthy", process.at("/depends_on/" + store + "/condition").asText());
      }
    }
  }

  /** By default the service is not reachable from outside its container. */
  @Test
  void theConsoleAndManagementAreReachableFromOutsideTheContainer() {
    for (JsonNode process : processes()) {
      for (String name : List.of("SHOPWIRE_CONSOLE_HOST", "SHOPWIRE_MANAGEMENT_HOST")) {
        assertEquals("0.0.0.0", process.path("environment").path(name).asText());
        assertTrue(
            DeploymentFiles.pom().contains("<" + name + ">0.0.0.0</" + name + ">"),
            "the image too");
      }
    }
  }

  /** Compose refuses to start while one is empty; there is no default tag. */
  @Test
  void imagesOfStoresAreChosenByTheOperator() {
    for (String store : List.of("postgres", "redis")) {
      String image = FILE.at("/services/" + store + "/image").asText();
      assertTrue(image.matches("\\$\\{[A-Z]+_IMAGE:\\?[^}]+}"), image);
    }
  }

  @Test
  void onlyPortsOfTheServiceArePublished() {
    Set<String> ports = new TreeSet<>();
    for (JsonNode service : FILE.path("services")) {
      for (JsonNode port : service.path("ports")) {
        ports.add(port.asText().replaceAll(".*:", ""));
      }
    }
    assertEquals(
        Set.of(
            DeploymentFiles.defaultOf("SHOPWIRE_HTTP_PORT"),
            DeploymentFiles.defaultOf("SHOPWIRE_CONSOLE_PORT"),
            DeploymentFiles.defaultOf("SHOPWIRE_MANAGEMENT_PORT")),
        ports);
  }

  @Test
  void secretsHaveNoDefaultAndTheExampleNamesAllVariables() {
    String file = DeploymentFiles.text(DeploymentFiles.CONF.resolve("compose.yaml"));
    String example = DeploymentFiles.text(DeploymentFiles.CONF.resolve("compose.env.example"));
    Matcher variable = VARIABLE.matcher(file);
    int secrets = 0;
    while (variable.find()) {
      String name = variable.group(1);
      if (name.matches(".*(PASSWORD|TOKEN|KEYS?|SECRET)")) {
        assertEquals(":?", variable.group(2), name);
        assertTrue(example.contains("\n" + name + "=\n"), name);
        secrets++;
      }
      assertTrue(example.contains("\n" + name + "="), name);
    }
    assertTrue(secrets >= 6, "the test finds the secrets");
  }
}
