package dev.shopwire.sources.linked.calls;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.contracts.LinkedValueContracts;
import dev.shopwire.common.contracts.LinkedValueContracts.LinkField;
import dev.shopwire.common.contracts.LinkedValueContracts.LinkRequest;
import dev.shopwire.common.contracts.LinkedValueContracts.Links;
import dev.shopwire.common.contracts.LinkedValueContracts.UnlinkRequest;
import dev.shopwire.sources.databases.LinkedDatabase;
import dev.shopwire.sources.linked.queries.QueryKey;
import dev.shopwire.sources.linked.queries.QuerySettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;

/** Asks the enrichment role to link fields to queries. Runs on the caller's event loop. */
public record FieldLinks(Vertx vertx) {

  /** Makes missing fields and links all; returns their ids in the order of the columns. */
  Future<List<Long>> link(
      QueryKey query, LinkedDatabase database, QuerySettings settings, Caller caller) {
    List<LinkField> fields =
        settings.source().columns().stream()
            .map(column -> new LinkField(column.field(), column.type().id(), column.scope().id()))
            .toList();
    return LinkedValueContracts.LINK
        .call(
            vertx,
            new LinkRequest(
                query.workspaceId(),
                query.id(),
                settings.name(),
                database.fields().app().map(app -> Long.valueOf(app.id())).orElse(null),
                caller,
                fields))
        .map(Links::fieldIds);
  }

  /** Frees the fields of a query. */
  Future<Void> unlink(QueryKey query, Caller caller) {
    return LinkedValueContracts.UNLINK
        .call(vertx, new UnlinkRequest(query.workspaceId(), query.id(), caller))
        .mapEmpty();
  }
}
