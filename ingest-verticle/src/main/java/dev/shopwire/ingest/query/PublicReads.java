package dev.shopwire.ingest.query;

import dev.shopwire.common.docs.DocumentedParameters;
import dev.shopwire.common.http.Answers;
import dev.shopwire.common.postgres.PostgresFailures;
import dev.shopwire.ingest.admission.Entrance;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.ext.web.RoutingContext;

/** Reads as the backend of an app calls them, each within the app of its key. */
public final class PublicReads {
  private final Entrance entrance;
  private final Reads reads;
  private final DocumentedParameters parameters;
  private final CursorSeal seal;

  public PublicReads(
      Entrance entrance, Reads reads, DocumentedParameters parameters, CursorSeal seal) {
    this.entrance = entrance;
    this.reads = reads;
    this.parameters = parameters;
    this.seal = seal;
  }

  public Handler<RoutingContext> of(Read read) {
    return context ->
        entrance
            .enter(context)
            .compose(
                grant -> {
                  parameters.check(context);
                  return reads.whileAlive(
                      read.answer(
                          new Caller(grant.workspaceId(), grant.appId()),
                          new Query(Query.first(context.queryParams()), seal)));
                })
            .recover(error -> Future.failedFuture(PostgresFailures.asFailure(error)))
            .onComplete(answer -> Answers.okJson(context, answer.json()), context::fail);
  }
}
