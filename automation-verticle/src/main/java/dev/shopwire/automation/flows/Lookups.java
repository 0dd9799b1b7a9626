package dev.shopwire.automation.flows;

import dev.shopwire.automation.definitions.language.DefinitionDraft;
import dev.shopwire.automation.definitions.language.DefinitionDraft.Checked;
import dev.shopwire.automation.definitions.language.DefinitionDraft.Existing;
import dev.shopwire.automation.mail.senders.Senders;
import dev.shopwire.automation.names.VocabularyReader;
import dev.shopwire.automation.suppressions.MailTopics;
import dev.shopwire.automation.templates.store.Templates;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * Looks up what a draft names, and keeps it from being deleted until the transaction ends. It needs
 * the locks of {@link dev.shopwire.automation.segments.SegmentTable#lockWithFields}. Runs on the
 * caller's event loop.
 */
final class Lookups {
  private final SqlConnection connection;
  private final long workspaceId;

  Lookups(SqlConnection connection, long workspaceId) {
    this.connection = connection;
    this.workspaceId = workspaceId;
  }

  Future<Checked> check(DefinitionDraft draft) {
    return VocabularyReader.read(connection, workspaceId, draft.mentions())
        .compose(names -> existing(draft).map(existing -> draft.check(names, existing)));
  }

  private Future<Existing> existing(DefinitionDraft draft) {
    return existing(draft.templates(), id -> Templates.exists(connection, workspaceId, id))
        .compose(
            templates ->
                existing(draft.senders(), id -> Senders.exists(connection, workspaceId, id))
                    .compose(
                        senders ->
                            existing(
                                    draft.topics(),
                                    id -> MailTopics.exists(connection, workspaceId, id))
                                .map(topics -> new Existing(templates, senders, topics))));
  }

  /** Finds out whether the workspace has something, and holds it. */
  @FunctionalInterface
  private interface Existence {
    Future<Boolean> of(long id);
  }

  /** In the order of ids, so that two transactions don't deadlock. */
  private static Future<Set<Long>> existing(Set<Long> mentioned, Existence existence) {
    Set<Long> found = new HashSet<>();
    Future<Void> done = Future.succeededFuture();
    for (long id : new TreeSet<>(mentioned)) {
      done =
          done.compose(before -> existence.of(id))
              .map(
                  exists -> {
                    if (exists) {
                      found.add(id);
                    }
                    return null;
                  });
    }
    return done.map(found);
  }
}
