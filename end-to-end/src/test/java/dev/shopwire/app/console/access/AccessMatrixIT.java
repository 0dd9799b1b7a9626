package dev.shopwire.app.console.access;

import static dev.shopwire.app.console.access.MatrixCallers.SERVICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.console.access.MatrixCaller.Credentials;
import dev.shopwire.app.console.access.PermittedCalls.Kind;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Calls every operation of the served OpenAPI document as everyone: those who may not are refused
 * as the contract says and change nothing, those who may are not refused.
 */
@Tag("everywhere")
class AccessMatrixIT {
  private static final Receiver RECEIVER = new Receiver();
  private static final List<AccessOperation> OPERATIONS = AccessOperation.all(SERVICE.consoleUrl());
  private static final SchemaCheckedHttp HTTP =
      new SchemaCheckedHttp(SERVICE.consoleUrl(), AccessOperation.DOCUMENT, Map.of());
  private static final WorkspaceResources OWN = workspace();
  private static final WorkspaceResources FOREIGN = workspace();

  @AfterAll
  static void close() {
    RECEIVER.close();
  }

  private static WorkspaceResources workspace() {
    return new WorkspaceResources(OPERATIONS, RECEIVER.url("/"));
  }

  @Test
  void theDocumentAsksForNoLessThanTheContract() {
    List<String> less =
        OPERATIONS.stream()
            .filter(operation -> !operation.least().includes(ContractRoles.least(operation)))
            .map(operation -> operation + " needs only " + operation.least().id())
            .toList();
    assertEquals(List.of(), less);
  }

  @Test
  void whoMayNotIsRefusedAndChangesNothing() throws Exception {
    MatrixCallers callers = new MatrixCallers(OWN, FOREIGN);
    Tally tally = new Tally();
    RefusedCalls refused = new RefusedCalls(HTTP, OPERATIONS, tally);
    List<Runnable> calls = new ArrayList<>();
    List<MatrixCaller> members = callers.members();
    List<MatrixCaller> strangers = callers.strangers();
    List<MatrixCaller> all = new ArrayList<>();
    List.of(members, strangers, callers.tokens(), callers.forged()).forEach(all::addAll);
    all.addAll(new InvalidCredentials(OWN).all());
    all.addAll(List.of(MatrixCallers.nobody(), MatrixCallers.adminToken()));
    all.forEach(caller -> calls.addAll(refused.of(caller, OWN)));
    strangers.forEach(caller -> calls.addAll(refused.ofForeignIds(caller, OWN)));
    members.forEach(caller -> calls.addAll(refused.ofPrivateThings(caller, OWN)));
    MatrixCaller foreignOwner =
        MatrixCallers.session("an owner with foreign parts", FOREIGN.asOwner, AccessLevel.OWNER);
    calls.addAll(refused.ofForeignParts(foreignOwner, FOREIGN, OWN));
    MatrixRun.assertNothingChanges(
        "Refused calls of %d callers".formatted(all.size()), calls, tally, OWN, FOREIGN);
  }

  @Test
  void whoHasNoTotpIsRefusedWhereItIsRequired() throws Exception {
    List<MatrixCaller> callers = new MatrixCallers(OWN, FOREIGN).withoutTotp();
    Tally tally = new Tally();
    RefusedCalls refused = new RefusedCalls(HTTP, OPERATIONS, tally);
    List<Runnable> calls = new ArrayList<>();
    callers.forEach(caller -> calls.addAll(refused.of(caller, OWN)));
    OWN.requireTotp(true);
    try {
      MatrixRun.assertNothingChanges("Refused calls without TOTP", calls, tally, OWN);
    } finally {
      OWN.requireTotp(false);
    }
  }

  @Test
  void aChangedTableIsSeen() {
    Tenants.App app = SERVICE.tenants().app();
    DatabaseState tables = new DatabaseState(SERVICE.sql(), List.of(app.workspaceId()));
    Map<String, String> before = tables.readSettled();
    assertTrue(before.size() > 50, () -> "too few tables: " + before.keySet());
    SERVICE.tenants().app(app.workspaceId());
    Map<String, String> after = tables.read();
    after.entrySet().removeAll(before.entrySet());
    assertEquals(Set.of("apps", "api_keys", "audit_log"), after.keySet());
  }

  @Test
  void whoMayIsNotRefused() throws Exception {
    Tally reads = new Tally();
    Tally writes = new Tally();
    PermittedCalls permitted =
        new PermittedCalls(HTTP, OPERATIONS, RECEIVER.url("/"), reads, writes);
    List<Kind> kinds =
        List.of(
            new Kind(AccessLevel.ANALYST, Credentials.SESSION),
            new Kind(AccessLevel.ADMIN, Credentials.SESSION),
            new Kind(AccessLevel.OWNER, Credentials.SESSION),
            new Kind(AccessLevel.OPERATOR, Credentials.SESSION),
            new Kind(AccessLevel.ANALYST, Credentials.API_TOKEN),
            new Kind(AccessLevel.ADMIN, Credentials.API_TOKEN),
            new Kind(AccessLevel.OPERATOR, Credentials.ADMIN_TOKEN));
    MatrixRun.atOnce(kinds.stream().<Runnable>map(kind -> () -> permitted.run(kind)).toList());
    reads.print("Permitted reads of %d callers".formatted(kinds.size()));
    writes.print("Permitted writes");
    reads.assertNothingWrong();
    writes.assertNothingWrong();
    assertEquals(reads.calls(), reads.of(PermittedCalls.SUCCEEDED));
    // The others conflict with the state of a resource, by the order of the calls.
    assertTrue(writes.of(PermittedCalls.SUCCEEDED) > writes.calls() * 4 / 5);
  }
}
