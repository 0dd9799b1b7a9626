package dev.shopwire.console.auth;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.docs.ApiOperation;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an operation of the API or a page requires of its caller.
 *
 * @param least the least level, in the workspace of the resource if there is one
 * @param isWrite whether it may change something, so that requests of other sites are refused
 * @param csrf how a write proves that it comes from a page of ours
 * @param credentials which of them it accepts
 * @param resource the kind of the resource that its path identifies
 * @param parameter the path parameter with the resource's id; empty without a resource
 */
public record AccessRule(
    AccessLevel least,
    boolean isWrite,
    Csrf csrf,
    Credentials credentials,
    Optional<Resource> resource,
    String parameter) {
  private static final String API = "/console/api/";
  private static final Pattern RESOURCE = Pattern.compile(API + "([a-z-]+)/:(\\w+)(?:/.*)?");
  private static final Pattern OWN = Pattern.compile(API + "me(?:/.*)?");
  private static final Pattern RIGHTS =
      Pattern.compile(API + ".*\\b(?:users|invitations|tokens)(?:/.*)?");
  private static final Set<HttpMethod> READS = Set.of(HttpMethod.GET, HttpMethod.HEAD);
  private static final Set<AccessLevel> OF_WORKSPACES =
      Set.of(AccessLevel.ANALYST, AccessLevel.ADMIN, AccessLevel.OWNER);

  /** Where the CSRF token of a write is. */
  enum Csrf {
    HEADER,
    /** In the form, which the page compares with {@link Callers#session}. */
    FORM
  }

  /** Which credentials an operation accepts. */
  enum Credentials {
    ANY,
    /** No API token: it could extend its own rights. */
    NO_API_TOKEN,
    /** Only a session: the operation is about its user. */
    SESSION
  }

  /**
   * @throws IllegalStateException if the document names no role for the operation, or its role is
   *     one in a workspace and its path identifies none
   */
  public static AccessRule of(ApiOperation operation) {
    AccessLevel least =
        AccessLevel.find(operation.requiredRole())
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "The operation %s has no x-required-role in the OpenAPI document"
                            .formatted(operation.id())));
    Matcher path = RESOURCE.matcher(operation.path());
    Optional<Resource> resource =
        path.matches() ? Resource.of(path.group(1)) : Optional.<Resource>empty();
    if (OF_WORKSPACES.contains(least) && resource.isEmpty()) {
      throw new IllegalStateException(
          "The operation %s requires a role in a workspace, but its path identifies none"
              .formatted(operation.id()));
    }
    boolean isWrite = !READS.contains(operation.method());
    return new AccessRule(
        least,
        isWrite,
        Csrf.HEADER,
        credentials(operation, least, isWrite),
        resource,
        resource.isPresent() ? path.group(2) : "");
  }

  private static Credentials credentials(
      ApiOperation operation, AccessLevel least, boolean isWrite) {
    String path = operation.path();
    boolean isOwnSession = path.equals(API + "session");
    if (OWN.matcher(path).matches() || (isOwnSession && isWrite)) {
      return Credentials.SESSION;
    }
    boolean changesRights = isWrite && RIGHTS.matcher(path).matches();
    return least == AccessLevel.OPERATOR || isOwnSession || changesRights
        ? Credentials.NO_API_TOKEN
        : Credentials.ANY;
  }

  /** The rule of a page that belongs to no resource. */
  public static AccessRule page(AccessLevel least) {
    return new AccessRule(least, false, Csrf.FORM, Credentials.SESSION, Optional.empty(), "");
  }

  /** The rule of a form that is sent to its page, which checks the CSRF token in it. */
  public static AccessRule form(AccessLevel least) {
    return new AccessRule(least, true, Csrf.FORM, Credentials.SESSION, Optional.empty(), "");
  }

  /**
   * The same rule, in the workspace of a resource.
   *
   * @param kind the segment that precedes the resource's id in paths of the API
   * @param parameter the path parameter with its id
   */
  public AccessRule about(String kind, String parameter) {
    Resource found =
        Resource.of(kind)
            .orElseThrow(() -> new IllegalStateException("No kind of resource: " + kind));
    return new AccessRule(least, isWrite, csrf, credentials, Optional.of(found), parameter);
  }

  /** The id of the request's resource; null if it has none, or one that can't be an id. */
  @Nullable Object resourceId(RoutingContext context) {
    return resource
        .map(kind -> kind.parse(String.valueOf(context.pathParam(parameter))))
        .orElse(null);
  }
}
