package dev.shopwire.console.pages;

import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.time.TimeZones;
import dev.shopwire.console.auth.Access;
import dev.shopwire.console.auth.Callers;
import dev.shopwire.console.pages.Frame.Width;
import dev.shopwire.console.pages.forms.FormData;
import dev.shopwire.console.pages.parts.Part;
import dev.shopwire.console.sessions.UserSession;
import io.vertx.ext.web.RoutingContext;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An authorized request for a page.
 *
 * @param query the parameters in the page's address
 * @param form what was submitted; empty for GET
 */
public record PageRequest(
    RoutingContext context,
    Caller caller,
    Optional<Visitor> visitor,
    Optional<PageWorkspace> workspaceIfAny,
    FormData query,
    FormData form) {
  private static final int OK = 200;

  /** Not {@code ZoneOffset.UTC}, whose id is no zone's name. */
  private static final ZoneId UTC = ZoneId.of("UTC");

  /** The same with the parameters that a form carries in the place of its page's address. */
  public PageRequest withQuery(FormData parameters) {
    return new PageRequest(context, caller, visitor, workspaceIfAny, parameters, form);
  }

  /** The same with other form values. */
  public PageRequest withForm(FormData values) {
    return new PageRequest(context, caller, visitor, workspaceIfAny, query, values);
  }

  /** The number in the parameter {@code id}. */
  public long id() {
    return NumericId.parse(query.get("id")).orElseThrow(Access::unknownId);
  }

  /** The id of what the page is about, as it is in its path. */
  public String pathId() {
    return String.valueOf(context.pathParam(ConsolePage.ID_PARAMETER));
  }

  /** The number in the page's path. */
  public long numericPathId() {
    return NumericId.parse(pathId()).orElseThrow(Access::unknownId);
  }

  public String path() {
    return context.normalizedPath();
  }

  /** Of a page below a workspace. */
  public PageWorkspace workspace() {
    return workspaceIfAny.orElseThrow(() -> new IllegalStateException("a page of no workspace"));
  }

  public long workspaceId() {
    return workspace().id();
  }

  public boolean may(AccessLevel least) {
    return workspace().level().includes(least);
  }

  /**
   * The session of a page that needs one.
   *
   * @throws Failure 403 if there is none
   */
  public UserSession session() {
    return Callers.requireSession(context);
  }

  /** The visitor of a page that only users see. */
  public Visitor user() {
    return visitor.orElseThrow(() -> new IllegalStateException("a page without a visitor"));
  }

  /**
   * This request, if its level in the workspace suffices.
   *
   * @throws Failure 403 if it doesn't
   */
  public PageRequest require(AccessLevel least) {
    if (!may(least)) {
      throw Failure.of(Code.FORBIDDEN, "role_required", "This needs the role " + least.id());
    }
    return this;
  }

  /** The zone of the address, else the user's, else the workspace's, else UTC. */
  public ZoneId zone() {
    return TimeZones.find(query.get("timezone"))
        .or(() -> visitor.flatMap(Visitor::timezone).flatMap(TimeZones::find))
        .or(() -> workspaceIfAny.flatMap(PageWorkspace::timezone).flatMap(TimeZones::find))
        .orElse(UTC);
  }

  public Frame frame(String heading, Width width) {
    return new Frame(heading, visitor, workspaceIfAny, path(), zone(), width);
  }

  /** A wide page. */
  public PageResponse page(String heading, List<Part> parts) {
    return new PageResponse.Page(OK, frame(heading, Width.WIDE), parts);
  }

  /** A page that is not more than forms. */
  public PageResponse narrowPage(String heading, List<Part> parts) {
    return new PageResponse.Page(OK, frame(heading, Width.NARROW), parts);
  }

  /** A page whose form was not accepted. */
  public static PageResponse withStatus(PageResponse response, Failure failure) {
    return response instanceof PageResponse.Page page
        ? new PageResponse.Page(failure.code().status(), page.frame(), page.parts())
        : response;
  }

  /** Back to this page, whose query says what was done. */
  public PageResponse done(String what) {
    return new PageResponse.Redirect(path() + "?done=" + what);
  }

  /** The page's address with some parameters changed; an empty value removes one. */
  public String address(Map<String, String> changes) {
    Map<String, String> parameters = parameters(changes);
    return path() + (parameters.isEmpty() ? "" : "?" + encode(parameters));
  }

  /** The parameters of the page's address with some changed; an empty value removes one. */
  public Map<String, String> parameters(Map<String, String> changes) {
    Map<String, String> parameters = new LinkedHashMap<>();
    query.values().forEach((name, values) -> parameters.put(name, values.get(0)));
    parameters.putAll(changes);
    parameters.values().removeIf(String::isEmpty);
    return parameters;
  }

  public static String encode(Map<String, String> parameters) {
    return parameters.entrySet().stream()
        .map(parameter -> encode(parameter.getKey()) + "=" + encode(parameter.getValue()))
        .collect(Collectors.joining("&"));
  }

  public static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
