package dev.shopwire.app.console.access;

import static dev.shopwire.app.console.access.MatrixCallers.SERVICE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.console.access.MatrixCaller.Credentials;
import dev.shopwire.common.access.AccessLevel;
import dev.shopwire.console.pages.ConsolePage;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Receiver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Opens every page of the console's list as everyone, and sends every form on them as all who may
 * not: those who may not get the page that says so, or the sign-in, and change nothing.
 */
@Tag("everywhere")
class PageMatrixIT {
  private static final Receiver RECEIVER = new Receiver();
  private static final List<AccessOperation> OPERATIONS = AccessOperation.all(SERVICE.consoleUrl());
  private static final WorkspaceResources OWN =
      new WorkspaceResources(OPERATIONS, RECEIVER.url("/"));
  private static final WorkspaceResources FOREIGN =
      new WorkspaceResources(OPERATIONS, RECEIVER.url("/"));

  private final Tally tally = new Tally();
  private final PageCalls pages = new PageCalls(new Http(SERVICE.consoleUrl()), OWN, tally);
  private final MatrixCallers callers = new MatrixCallers(OWN, FOREIGN);

  @AfterAll
  static void close() {
    RECEIVER.close();
  }

  private static boolean asksForLess(Optional<AccessLevel> listed, AccessLevel contract) {
    return listed.filter(least -> !least.includes(contract)).isPresent();
  }

  @Test
  void theListAsksForNoLessThanTheContract() {
    List<ConsolePage> less =
        Arrays.stream(ConsolePage.values())
            .filter(
                page ->
                    asksForLess(page.reader(), ContractPages.reader(page))
                        || asksForLess(page.writer(), ContractPages.writer(page)))
            .toList();
    assertEquals(List.of(), less);
  }

  @BeforeAll
  static void shareAView() {
    Map<String, ?> view = Map.of("name", "shared", "page", "/customers", "shared", true);
    assertEquals(
        200,
        OWN.asOwner.post("/workspaces/%s/saved-views".formatted(OWN.workspace), view).status());
  }

  @Test
  void everyPageIsForThoseWhoMaySeeIt() throws Exception {
    List<MatrixCaller> members = callers.members();
    List<MatrixCaller> strangers =
        callers.strangers().stream()
            .filter(stranger -> stranger.credentials() == Credentials.SESSION)
            .toList();
    List<MatrixCaller> all = new ArrayList<>();
    List.of(members, strangers, callers.tokens(), callers.forged()).forEach(all::addAll);
    all.addAll(new InvalidCredentials(OWN).ofSessions());
    all.addAll(List.of(MatrixCallers.nobody(), MatrixCallers.adminToken()));
    SeenPage seen = seenByAnyone(members);
    assertTrue(seen.forms().size() >= 20, () -> "too few forms: " + seen.forms().keySet());
    List<Runnable> calls = calls(all, seen);
    members.forEach(member -> calls.addAll(pages.ofUnseen(member, seen)));
    strangers.forEach(stranger -> calls.addAll(pages.ofForeignPages(stranger)));
    calls.addAll(pages.ofMixedAddresses(callers.ownerOfBoth(), FOREIGN));
    MatrixRun.assertNothingChanges(
        "Pages and forms of %d visitors".formatted(all.size()), calls, tally, OWN, FOREIGN);
  }

  /** The owner, who has tokens, sessions and views, is one of them. */
  private SeenPage seenByAnyone(List<MatrixCaller> members) {
    SeenPage seen = pages.seenBy(MatrixCallers.nobody());
    List<MatrixCaller> all = new ArrayList<>(members);
    all.add(MatrixCallers.session("the owner", OWN.asOwner, AccessLevel.OWNER));
    for (MatrixCaller member : all) {
      SeenPage more = pages.seenBy(member);
      seen.steps().putAll(more.steps());
      seen.forms().putAll(more.forms());
    }
    return seen;
  }

  private List<Runnable> calls(List<MatrixCaller> visitors, SeenPage seen) {
    List<Runnable> calls = new ArrayList<>();
    for (MatrixCaller visitor : visitors) {
      calls.addAll(pages.openings(visitor));
      calls.addAll(pages.submissions(visitor, seen));
    }
    return calls;
  }

  @Test
  void whoHasNoTotpSeesOnlyTheirAccountWhereItIsRequired() throws Exception {
    List<Runnable> calls = calls(callers.withoutTotp(), seenByAnyone(callers.members()));
    OWN.requireTotp(true);
    try {
      MatrixRun.assertNothingChanges("Pages and forms without TOTP", calls, tally, OWN);
    } finally {
      OWN.requireTotp(false);
    }
  }
}
