package dev.shopwire.app.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.shopwire.testing.DeploymentFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.maven.artifact.versioning.ComparableVersion;

/**
 * Reads the OSV advisories that are pinned in packaging/advisories, and finds those that affect a
 * version by OSV's rule, in Maven's order of versions.
 */
final class Advisories {
  private static final Path DIRECTORY = DeploymentFiles.ROOT.resolve("packaging/advisories");
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A component of a bill of materials: {@code group:artifact} and its version. */
  record Component(String name, String version) {}

  private final JsonNode pinned = json("advisories.json");
  private final JsonNode accepted = json("accepted.json");

  private static JsonNode json(String file) {
    try {
      return JSON.readTree(DIRECTORY.resolve(file).toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The date of the data. */
  String asOf() {
    return pinned.path("asOf").asText();
  }

  /** Names of the components whose advisories were all looked up on that date. */
  Set<String> lookedUp() {
    Set<String> names = new TreeSet<>();
    pinned.path("lookedUp").forEach(name -> names.add(name.asText()));
    return names;
  }

  /** Accepted advisories, {@code id group:artifact}, with their reasons. */
  Map<String, String> accepted() {
    Map<String, String> reasons = new TreeMap<>();
    accepted.forEach(
        each ->
            reasons.put(
                each.path("id").asText() + " " + each.path("package").asText(),
                each.path("reason").asText()));
    return reasons;
  }

  /** The advisories that affect {@code component}: {@code id group:artifact}. */
  List<String> affecting(Component component) {
    List<String> found = new ArrayList<>();
    for (JsonNode advisory : pinned.path("advisories")) {
      for (JsonNode affected : advisory.path("affected")) {
        if (affected.at("/package/name").asText().equals(component.name())
            && isWithin(component.version(), affected.path("ranges"))) {
          found.add(advisory.path("id").asText() + " " + component.name());
        }
      }
    }
    return found;
  }

  private static boolean isWithin(String version, JsonNode ranges) {
    ComparableVersion candidate = new ComparableVersion(version);
    for (JsonNode range : ranges) {
      List<JsonNode> events = new ArrayList<>();
      range.path("events").forEach(events::add);
      events.sort(Comparator.comparing(Advisories::versionOf));
      boolean within = false;
      for (JsonNode event : events) {
        int order = candidate.compareTo(versionOf(event));
        if (event.has("introduced")) {
          within = within || order >= 0;
        } else if (event.has("fixed")) {
          within = within && order < 0;
        } else {
          within = within && order <= 0;
        }
      }
      if (within) {
        return true;
      }
    }
    return false;
  }

  private static ComparableVersion versionOf(JsonNode event) {
    return new ComparableVersion(event.elements().next().asText());
  }
}
