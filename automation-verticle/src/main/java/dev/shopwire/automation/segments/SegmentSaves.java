package dev.shopwire.automation.segments;

import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.language.Draft;
import dev.shopwire.automation.language.Uses;
import dev.shopwire.automation.names.Mentions;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.VocabularyReader;
import dev.shopwire.automation.tracking.BuildStarts;
import dev.shopwire.automation.tracking.Tracking;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.contracts.RequestDeadline;
import dev.shopwire.common.postgres.Transactions;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Creates, changes and deletes segments, each in one transaction. It first takes the lock of the
 * workspace's field definitions, so that of a save and the deletion of a field that it uses one
 * fails; then that of its segments, so that two saves together make no ring and exceed no limit.
 * What names mean is read after that. Not thread-safe; use from one event loop.
 */
final class SegmentSaves {
  private final Pool pool;
  private final BuildStarts builds;
  private final Redefinition redefinition;

  SegmentSaves(Pool pool, BuildStarts builds, Redefinition redefinition) {
    this.pool = pool;
    this.builds = builds;
    this.redefinition = redefinition;
  }

  /**
   * A save that is committed.
   *
   * @param built the tracked segments whose members are found anew
   */
  private record Saved(long id, List<Long> built) {}

  /** The new segment's id. */
  Future<Long> create(long workspaceId, SegmentInput input, Caller caller) {
    RequestDeadline deadline = RequestDeadline.fromNow();
    Draft draft = input.draft().orElseThrow();
    ZoneId zone = input.zone().orElse(ConditionInput.DEFAULT_ZONE);
    return Transactions.run(
            pool,
            connection ->
                SegmentTable.lockWithFields(connection, workspaceId)
                    .compose(
                        locked -> VocabularyReader.read(connection, workspaceId, draft.mentions()))
                    .compose(
                        names -> {
                          deadline.check();
                          Condition condition = draft.resolve(names, 0);
                          SegmentChange segment =
                              input.create(new SegmentDefinition(condition, zone));
                          return create(connection, workspaceId, segment, names, caller)
                              .compose(created -> built(connection, created, input.announce()));
                        }))
        .compose(saved -> awaitBuilds(workspaceId, saved));
  }

  private static Future<Segment> create(
      SqlConnection connection,
      long workspaceId,
      SegmentChange segment,
      Vocabulary names,
      Caller caller) {
    return SegmentRules.checkCount(connection, workspaceId, 1, segment.isTracked() ? 1 : 0)
        .compose(fits -> SegmentRules.checkName(connection, workspaceId, segment.name(), 0))
        .compose(free -> SegmentTable.insert(connection, workspaceId, segment))
        .compose(
            created ->
                SegmentAudit.recordCreation(connection, caller, created, names).map(created));
  }

  private static Future<Saved> built(SqlConnection connection, Segment created, boolean announce) {
    return Tracking.build(connection, created.workspaceId(), List.of(created.id()), announce)
        .map(built -> new Saved(created.id(), built));
  }

  /** So that changes after the response are none of those that a build adds silently. */
  private Future<Long> awaitBuilds(long workspaceId, Saved saved) {
    return builds.await(workspaceId, saved.built()).map(saved.id());
  }

  /** Fails with 404 if there is no such segment. */
  Future<Void> change(long workspaceId, long id, SegmentInput input, Caller caller) {
    RequestDeadline deadline = RequestDeadline.fromNow();
    return Transactions.run(
            pool,
            connection ->
                SegmentTable.lockWithFields(connection, workspaceId)
                    .compose(locked -> SegmentReads.require(connection, workspaceId, id))
                    .compose(
                        before ->
                            VocabularyReader.read(connection, workspaceId, mentions(input, before))
                                .compose(
                                    names -> {
                                      deadline.check();
                                      return change(connection, before, input, names, caller);
                                    })))
        .compose(saved -> awaitBuilds(workspaceId, saved))
        .mapEmpty();
  }

  private Future<Saved> change(
      SqlConnection connection,
      Segment before,
      SegmentInput input,
      Vocabulary names,
      Caller caller) {
    SegmentChange after = input.applyTo(before, definition(input, before, names));
    if (after.equals(SegmentChange.of(before))) {
      return Future.succeededFuture(new Saved(before.id(), List.of()));
    }
    int moreTracked = after.isTracked() && !before.isTracked() ? 1 : 0;
    return SegmentRules.checkCount(connection, before.workspaceId(), 0, moreTracked)
        .compose(
            fits ->
                SegmentRules.checkName(connection, before.workspaceId(), after.name(), before.id()))
        .compose(
            free ->
                before.isTracked() && !after.isTracked()
                    ? SegmentRules.checkNoTriggers(connection, before)
                    : Future.succeededFuture())
        .compose(free -> SegmentTable.update(connection, before.workspaceId(), before.id(), after))
        .compose(written -> changeMembers(connection, before, after, names, input.announce()))
        .compose(
            built ->
                SegmentAudit.recordChange(connection, caller, before, after, names)
                    .map(new Saved(before.id(), built)));
  }

  /**
   * Counts a change of the definition, and starts and stops tracking.
   *
   * @return the tracked segments whose members are found anew
   */
  private Future<List<Long>> changeMembers(
      SqlConnection connection,
      Segment before,
      SegmentChange after,
      Vocabulary names,
      boolean announce) {
    long workspaceId = before.workspaceId();
    boolean isRedefined = !after.definition().equals(before.definition());
    Set<Long> changed = new HashSet<>();
    Future<Void> done = Future.succeededFuture();
    if (isRedefined) {
      Set<Long> redefined = withUsers(before.id(), names);
      changed.addAll(redefined);
      done =
          SegmentTable.advanceVersions(connection, workspaceId, redefined)
              .compose(counted -> redefinition.apply(connection, workspaceId, redefined));
    }
    if (after.isTracked() && !before.isTracked()) {
      changed.add(before.id());
    } else if (before.isTracked() && !after.isTracked()) {
      done = done.compose(counted -> Tracking.stop(connection, workspaceId, before.id()));
    }
    return changed.isEmpty()
        ? done.map(List.of())
        : done.compose(stopped -> Tracking.build(connection, workspaceId, changed, announce));
  }

  private static SegmentDefinition definition(
      SegmentInput input, Segment before, Vocabulary names) {
    Condition condition =
        input
            .draft()
            .map(draft -> draft.resolve(names, before.id()))
            .orElse(before.definition().condition());
    return new SegmentDefinition(condition, input.zone().orElse(before.definition().zone()));
  }

  /** What the new condition mentions, and the old one, which the audit log shows too. */
  private static Mentions mentions(SegmentInput input, Segment before) {
    Mentions added = input.draft().map(Draft::mentions).orElse(Mentions.NONE);
    Set<Long> affiliates = new HashSet<>(added.affiliates());
    affiliates.addAll(Uses.of(before.definition().condition()).affiliates());
    return new Mentions(added.affiliateNames(), affiliates);
  }

  /** A segment and all that nest it, however deep. */
  private static Set<Long> withUsers(long id, Vocabulary names) {
    Set<Long> found = new HashSet<>(Set.of(id));
    boolean isGrowing = true;
    while (isGrowing) {
      isGrowing = false;
      for (Vocabulary.Segment each : names.segments().values()) {
        if (each.nested().stream().anyMatch(found::contains)) {
          isGrowing |= found.add(each.id());
        }
      }
    }
    return found;
  }

  /** Fails with 404 if there is no such segment, and with 409 if another one uses it. */
  Future<Void> delete(long workspaceId, long id, Caller caller) {
    return Transactions.run(
        pool,
        connection ->
            SegmentTable.lockWithFields(connection, workspaceId)
                .compose(locked -> SegmentReads.require(connection, workspaceId, id))
                .compose(segment -> delete(connection, segment, caller)));
  }

  private static Future<Void> delete(SqlConnection connection, Segment segment, Caller caller) {
    long workspaceId = segment.workspaceId();
    Set<Long> affiliates = Uses.of(segment.definition().condition()).affiliates();
    return SegmentRules.checkUnused(connection, segment)
        .compose(
            unused ->
                VocabularyReader.read(connection, workspaceId, new Mentions(Set.of(), affiliates)))
        .compose(names -> SegmentAudit.recordDeletion(connection, caller, segment, names))
        .compose(recorded -> Tracking.stop(connection, workspaceId, segment.id()))
        .compose(stopped -> SegmentTable.delete(connection, workspaceId, segment.id()));
  }
}
