package dev.shopwire.app.console.access;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.console.access.AccessOperation.Slot;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Makes calls that must be refused, each as it would succeed if someone else made it. */
final class RefusedCalls {
  /** What is different in every response. */
  private static final Set<String> OF_ONE_REQUEST =
      Set.of("connection", "date", "traceparent", "x-request-id");

  private final Http http;
  private final List<AccessOperation> operations;
  private final Tally tally;

  RefusedCalls(Http http, List<AccessOperation> operations, Tally tally) {
    this.http = http;
    this.operations = operations;
    this.tally = tally;
  }

  /** Every operation that the contract refuses to a caller, with a valid and an invalid request. */
  List<Runnable> of(MatrixCaller caller, WorkspaceResources resources) {
    List<Runnable> calls = new ArrayList<>();
    for (AccessOperation operation : operations) {
      caller
          .refusal(operation)
          .ifPresent(
              refusal -> {
                MatrixRequest request = resources.newRequest(operation, Map.of());
                calls.add(() -> send(caller, operation, request, refusal));
                calls.add(() -> send(caller, operation, request.invalid(), refusal));
              });
    }
    return calls;
  }

  private void send(
      MatrixCaller caller, AccessOperation operation, MatrixRequest request, Refusal refusal) {
    Response response = request.send(http, caller.headers());
    tally.count(refusal.toString());
    if (!refusal.is(response)) {
      tally.wrong(caller, operation, refusal.toString(), response);
    }
  }

  /** Ids of a workspace that the caller is no member of, which are like unknown ones. */
  List<Runnable> ofForeignIds(MatrixCaller stranger, WorkspaceResources foreign) {
    List<Runnable> calls = new ArrayList<>();
    for (AccessOperation operation : operations) {
      if (stranger.refusal(operation).equals(Optional.of(Refusal.UNKNOWN_ID))) {
        calls.add(comparison(stranger, operation, foreign));
      }
    }
    return calls;
  }

  private Runnable comparison(
      MatrixCaller caller, AccessOperation operation, WorkspaceResources resources) {
    MatrixRequest known = resources.request(operation, operation.path(resources::id));
    MatrixRequest unknown =
        resources.request(
            operation, operation.path(slot -> MatrixRequest.unknownId(resources.id(slot))));
    return () -> compare(caller, operation, known, unknown);
  }

  /** What a member keeps private, as saved views, does not exist for others of the workspace. */
  List<Runnable> ofPrivateThings(MatrixCaller member, WorkspaceResources resources) {
    return operations.stream()
        .filter(each -> each.isWrite() && each.least() == AccessLevel.ANALYST)
        .filter(each -> !each.segments().get(0).equals("workspaces"))
        .map(operation -> comparison(member, operation, resources))
        .toList();
  }

  /**
   * Foreign ids below something of the caller's: a key of an app, a session of a user. They are
   * like unknown ones too.
   *
   * @param callers of a workspace that the caller may do everything in
   */
  List<Runnable> ofForeignParts(
      MatrixCaller caller, WorkspaceResources callers, WorkspaceResources others) {
    List<Runnable> calls = new ArrayList<>();
    for (AccessOperation operation : operations) {
      List<Slot> slots = operation.slots();
      int first = operation.isInWorkspace() ? 1 : 0;
      boolean hasPart =
          slots.size() > first && !callers.id(slots.get(first)).equals(others.id(slots.get(first)));
      if (hasPart && caller.refusal(operation).isEmpty()) {
        List<Slot> parts = slots.subList(first, slots.size());
        MatrixRequest known =
            callers.request(
                operation,
                operation.path(slot -> (parts.contains(slot) ? others : callers).id(slot)));
        MatrixRequest unknown =
            callers.request(
                operation,
                operation.path(
                    slot ->
                        parts.contains(slot)
                            ? MatrixRequest.unknownId(others.id(slot))
                            : callers.id(slot)));
        calls.add(() -> compare(caller, operation, known, unknown));
      }
    }
    return calls;
  }

  /** The responses are equal to the byte, but for what identifies a request. */
  private void compare(
      MatrixCaller caller, AccessOperation operation, MatrixRequest known, MatrixRequest unknown) {
    Response expected = unknown.send(http, caller.headers());
    Response response = known.send(http, caller.headers());
    tally.count("404 as for an unknown id");
    if (expected.status() != 404 || !comparable(expected).equals(comparable(response))) {
      tally.wrong(caller, operation, "what an unknown id gets", response);
    }
  }

  private static Map<String, Object> comparable(Response response) {
    Map<String, Object> parts = new TreeMap<>(response.headers().map());
    parts.keySet().removeAll(OF_ONE_REQUEST);
    ObjectNode body = response.json().deepCopy();
    body.remove(List.of("requestId", "traceId"));
    parts.put("status", response.status());
    parts.put("body", body.toString());
    return parts;
  }
}
