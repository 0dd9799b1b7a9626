package dev.shopwire.app.console.access;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.DocumentedOperation;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.testing.Http;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An operation of the console's served OpenAPI document, with what the contract says about its
 * callers.
 *
 * @param least the document's {@code x-required-role}
 */
record AccessOperation(DocumentedOperation documented, AccessLevel least) {
  static final String DOCUMENT = "/console/api/openapi.json";
  private static final String API = "/console/api";
  private static final Pattern PARAMETER = Pattern.compile("([a-z-]+)/\\{(\\w+)}");
  private static final Set<String> RIGHTS = Set.of("users", "invitations", "tokens");
  private static final Set<AccessLevel> OF_WORKSPACES =
      Set.of(AccessLevel.ANALYST, AccessLevel.ADMIN, AccessLevel.OWNER);

  /**
   * The id of a resource in a path.
   *
   * @param kind the path segment before it
   * @param name of the parameter
   */
  record Slot(String kind, String name) {}

  /** All operations, in the order of the document. */
  static List<AccessOperation> all(String consoleUrl) {
    JsonNode document = new Http(consoleUrl).send("GET", DOCUMENT, Map.of(), new byte[0]).json();
    return DocumentedOperation.all(document).values().stream().map(AccessOperation::of).toList();
  }

  private static AccessOperation of(DocumentedOperation operation) {
    return new AccessOperation(
        operation, AccessLevel.of(operation.node().path("x-required-role").asText()));
  }

  /** Its method and its path below that of the API. */
  String name() {
    return documented.method() + " " + path();
  }

  /** Below that of the API. */
  String path() {
    return documented.path().substring(API.length());
  }

  List<String> segments() {
    return Arrays.asList(path().substring(1).split("/", -1));
  }

  /** The ids that its path contains. */
  List<Slot> slots() {
    List<Slot> slots = new ArrayList<>();
    Matcher matcher = PARAMETER.matcher(documented.path());
    while (matcher.find()) {
      slots.add(new Slot(matcher.group(1), matcher.group(2)));
    }
    return slots;
  }

  /** Its complete path with these ids. */
  String path(Function<Slot, String> ids) {
    String path = documented.path();
    for (Slot slot : slots()) {
      path = path.replace("{" + slot.name() + "}", ids.apply(slot));
    }
    return path;
  }

  boolean isWrite() {
    return !documented.method().equals("GET");
  }

  /** Whether it requires a role in the workspace of the resource in its path. */
  boolean isInWorkspace() {
    return OF_WORKSPACES.contains(least);
  }

  /** Whether it is about the user of a session, so that even the admin token can't call it. */
  boolean isAboutOneself() {
    return segments().get(0).equals("me") || (path().equals("/session") && isWrite());
  }

  /** Whether an API token must not call it: it could extend its own rights. */
  boolean isClosedToApiTokens() {
    boolean changesRights = isWrite() && segments().stream().anyMatch(RIGHTS::contains);
    return isAboutOneself()
        || path().equals("/session")
        || least == AccessLevel.OPERATOR
        || changesRights;
  }

  @Override
  public String toString() {
    return name();
  }
}
