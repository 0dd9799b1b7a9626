package dev.shopwire.console;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminItemRequest;
import dev.shopwire.common.contracts.AdminListRequest;
import dev.shopwire.common.contracts.AdminPartRequest;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.docs.ParameterCheck;
import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.json.JsonBody;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.role.Role;
import dev.shopwire.console.auth.Callers;
import io.vertx.core.Future;
import io.vertx.ext.web.RoutingContext;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Creates the calls of the console's operations; most relay the request to the role in charge. Not
 * thread-safe; use from one event loop.
 */
final class ConsoleHandlers {
  private static final long TIMEOUT_MILLIS = 1_800;

  private final RoleRequests roles;
  private final BodyReader bodies;
  private final BodyReader anyonesBodies;
  private final ParameterCheck parameterCheck;

  /**
   * @param anyonesBodies reads the bodies of requests that need no credentials
   */
  ConsoleHandlers(
      RoleRequests roles,
      BodyReader bodies,
      BodyReader anyonesBodies,
      ParameterCheck parameterCheck) {
    this.roles = roles;
    this.bodies = bodies;
    this.anyonesBodies = anyonesBodies;
    this.parameterCheck = parameterCheck;
  }

  /** A read whose parameters another role parses. */
  ConsoleCall query(Contract<AdminQuery, JsonResponse> contract) {
    return read(context ->
            roles.query(
                contract,
                PathIds.of(context),
                Query.first(context.queryParams()),
                Callers.of(context)))
        .handledBy(Role.of(contract.role()));
  }

  /** A paginated list of another role. */
  ConsoleCall list(Contract<AdminListRequest, JsonResponse> contract) {
    return read(context ->
            roles.list(
                contract,
                PathIds.of(context),
                Query.first(context.queryParams()),
                Callers.of(context)))
        .handledBy(Role.of(contract.role()));
  }

  /** A request whose body another role parses. */
  ConsoleCall relay(Contract<AdminRequest, JsonResponse> contract) {
    return relay(contract, JsonBody::text);
  }

  /** Same for a body that is optional. */
  ConsoleCall relayOptionalBody(Contract<AdminRequest, JsonResponse> contract) {
    return relay(contract, ConsoleHandlers::textOrNone);
  }

  private ConsoleCall relay(
      Contract<AdminRequest, JsonResponse> contract, Function<byte[], String> text) {
    return write(
        (context, body) ->
            roles.send(contract, PathIds.of(context), text.apply(body), Callers.of(context)));
  }

  private static String textOrNone(byte[] body) {
    return body.length == 0 ? "" : JsonBody.text(body);
  }

  /** A request without a body, handled by another role. */
  ConsoleCall relayWithoutBody(Contract<AdminRequest, JsonResponse> contract) {
    return read(context -> roles.send(contract, PathIds.of(context), "", Callers.of(context)));
  }

  /**
   * A request about part of a resource, whose body another role parses.
   *
   * @param part the path parameter that identifies the part
   */
  ConsoleCall relayPart(Contract<AdminPartRequest, JsonResponse> contract, String part) {
    return write(
        (context, body) ->
            roles.sendPart(
                contract,
                PathIds.of(context),
                context.pathParam(part),
                JsonBody.text(body),
                Callers.of(context)));
  }

  /** A request without a body about a resource whose id is not a number. */
  ConsoleCall relayItemWithoutBody(Contract<AdminItemRequest, JsonResponse> contract) {
    return read(context -> roles.sendItem(contract, textId(context), "", Callers.of(context)));
  }

  /** Same with an optional body. */
  ConsoleCall relayItem(Contract<AdminItemRequest, JsonResponse> contract) {
    return write(
        (context, body) ->
            roles.sendItem(contract, textId(context), textOrNone(body), Callers.of(context)));
  }

  private static String textId(RoutingContext context) {
    return String.valueOf(context.pathParam("id"));
  }

  /** Limits the time of work in this role; contracts with other roles have their own timeouts. */
  static <T> Future<T> withTimeout(Future<T> work) {
    return work.timeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** A request without a body that this role handles. */
  ConsoleCall readLocally(Function<RoutingContext, Future<?>> call) {
    return read(context -> withTimeout(call.apply(context)));
  }

  /** A request with a body that this role handles. */
  ConsoleCall writeLocally(BiFunction<RoutingContext, byte[], Future<?>> call) {
    return write((context, body) -> withTimeout(call.apply(context, body)));
  }

  /** A request without a body. */
  ConsoleCall read(Function<RoutingContext, Future<?>> call) {
    return context -> {
      parameterCheck.check(context);
      return call.apply(context);
    };
  }

  /** The same for requests that need no credentials. */
  ConsoleCall writeByAnyone(BiFunction<RoutingContext, byte[], Future<?>> call) {
    return context -> anyonesBodies.readJson(context).compose(body -> call.apply(context, body));
  }

  /** A request with a body, handled by a call that limits its time itself. */
  ConsoleCall write(BiFunction<RoutingContext, byte[], Future<?>> call) {
    return context -> bodies.readJson(context).compose(bytes -> call.apply(context, bytes));
  }
}
