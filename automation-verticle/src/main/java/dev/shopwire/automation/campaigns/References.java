package dev.shopwire.automation.campaigns;

import dev.shopwire.automation.campaigns.audience.Audience;
import dev.shopwire.automation.language.Draft;
import dev.shopwire.automation.mail.senders.Senders;
import dev.shopwire.automation.names.VocabularyReader;
import dev.shopwire.automation.segments.SegmentTable;
import dev.shopwire.automation.suppressions.MailTopics;
import dev.shopwire.automation.templates.store.Templates;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks up what the body of a campaign names, and keeps it from being deleted until the transaction
 * ends. It needs the locks of {@link SegmentTable#lockWithFields}. For one body; runs on the
 * caller's event loop.
 */
final class References {
  private final SqlConnection connection;
  private final long workspaceId;
  private final CampaignInput input;
  private final List<ValidationError> faults;

  References(SqlConnection connection, long workspaceId, CampaignInput input) {
    this.connection = connection;
    this.workspaceId = workspaceId;
    this.input = input;
    this.faults = new ArrayList<>(input.faults());
  }

  /**
   * The audience of the body; empty if it stays. Fails with 422 and every fault of the body and of
   * what it names.
   */
  Future<Optional<Audience>> check() {
    return checkSegment()
        .compose(
            checked ->
                exists(
                    input.template().orElse(null),
                    "template",
                    id -> Templates.exists(connection, workspaceId, id)))
        .compose(
            checked ->
                exists(
                    input.sender().value(),
                    "sender",
                    id -> Senders.exists(connection, workspaceId, id)))
        .compose(
            checked ->
                exists(
                    input.topic().value(),
                    "topic",
                    id -> MailTopics.exists(connection, workspaceId, id)))
        .compose(checked -> audience())
        .map(
            audience -> {
              if (!faults.isEmpty()) {
                throw Failure.invalid(faults);
              }
              return audience;
            });
  }

  /** Finds out whether the workspace has something. */
  @FunctionalInterface
  private interface Existence {
    Future<Boolean> of(long id);
  }

  private Future<Void> exists(@Nullable Long id, String member, Existence existence) {
    return id == null
        ? Future.succeededFuture()
        : existence
            .of(id)
            .map(
                exists -> {
                  if (!exists) {
                    addUnknown("/" + member, member);
                  }
                  return null;
                });
  }

  private Future<Void> checkSegment() {
    return input
        .segment()
        .map(
            id ->
                SegmentTable.find(connection, workspaceId, id)
                    .<Void>map(
                        found -> {
                          if (found.isEmpty()) {
                            addUnknown("/audience/segment", "segment");
                          }
                          return null;
                        }))
        .orElseGet(Future::succeededFuture);
  }

  private void addUnknown(String pointer, String what) {
    faults.add(
        new ValidationError(pointer, "unknown_" + what, "The workspace has no such " + what));
  }

  private Future<Optional<Audience>> audience() {
    return input
        .condition()
        .map(this::resolve)
        .orElseGet(() -> Future.succeededFuture(input.segment().map(Audience::ofSegment)));
  }

  private Future<Optional<Audience>> resolve(Draft draft) {
    return VocabularyReader.read(connection, workspaceId, draft.mentions())
        .map(
            names -> {
              try {
                return Optional.of(Audience.ofCondition(draft.resolve(names, 0)));
              } catch (Failure failure) {
                if (failure.code() != Code.INVALID) {
                  throw failure;
                }
                faults.addAll(failure.errors());
                return Optional.empty();
              }
            });
  }
}
