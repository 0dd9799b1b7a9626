package dev.shopwire.enrichment.fields;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.contracts.LinkedValueContracts.LinkRequest;
import dev.shopwire.common.contracts.LinkedValueContracts.Links;
import dev.shopwire.common.contracts.LinkedValueContracts.UnlinkRequest;
import dev.shopwire.common.contracts.LinkedValueContracts.Unlinked;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.enrichment.fields.FieldLinks.QueryRef;
import dev.shopwire.enrichment.fields.FieldLinks.Taken;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Links fields to the queries that fill them, and frees them. A request that changes nothing writes
 * nothing. Not thread-safe; use from one event loop.
 */
public final class LinkHandler {
  private final Pool pool;
  private final FieldLimits limits;

  public LinkHandler(Pool pool, FieldLimits limits) {
    this.pool = pool;
    this.limits = limits;
  }

  /** Creates the missing fields of a query, links all of them, and frees its other ones. */
  public Future<Links> link(LinkRequest request) {
    List<LinkedColumn> columns = LinkedColumn.of(request);
    return Transactions.run(pool, connection -> new Linking(connection, request, columns).run());
  }

  /** Frees all fields of a query. */
  public Future<Unlinked> unlink(UnlinkRequest request) {
    return free(request.workspaceId(), request.queryId()).map(Unlinked::new);
  }

  /** Frees the fields of queries that were not stored after all. */
  Future<Void> freeOrphans() {
    return FieldLinks.orphans(pool)
        .compose(
            queries -> {
              Future<Void> done = Future.succeededFuture();
              for (QueryRef query : queries) {
                done = done.compose(next -> free(query.workspaceId(), query.queryId())).mapEmpty();
              }
              return done;
            });
  }

  private Future<Integer> free(long workspaceId, long queryId) {
    return Transactions.run(
        pool,
        connection ->
            CustomFields.lock(connection, workspaceId)
                .compose(locked -> CustomFields.load(connection, workspaceId))
                .map(catalog -> ids(catalog.filledBy(queryId)))
                .compose(
                    fields ->
                        fields.isEmpty()
                            ? Future.succeededFuture(0)
                            : FieldLinks.unlink(connection, workspaceId, fields)
                                .compose(
                                    freed -> CustomFields.advanceVersion(connection, workspaceId))
                                .map(fields.size())));
  }

  private static List<Long> ids(List<Field> fields) {
    return fields.stream().map(Field::id).toList();
  }

  /** One request, within its transaction. */
  private final class Linking {
    private final SqlConnection connection;
    private final LinkRequest request;
    private final List<LinkedColumn> columns;
    private final QueryRef query;

    Linking(SqlConnection connection, LinkRequest request, List<LinkedColumn> columns) {
      this.connection = connection;
      this.request = request;
      this.columns = columns;
      this.query = new QueryRef(request.workspaceId(), request.queryId());
    }

    Future<Links> run() {
      return CustomFields.lock(connection, query.workspaceId())
          .compose(locked -> CustomFields.load(connection, query.workspaceId()))
          .compose(
              before ->
                  requireFit(before).compose(fit -> create(before)).compose(after -> link(after)));
    }

    /** Fails with 422 or 409 if one of the fields can't be filled by the query. */
    private Future<Void> requireFit(FieldCatalog catalog) {
      List<Field> found = new ArrayList<>();
      List<ValidationError> errors = new ArrayList<>();
      int created = 0;
      for (LinkedColumn column : columns) {
        Optional<Field> field = column.find(catalog, query.queryId());
        field.ifPresent(found::add);
        errors.addAll(field.map(column::errors).orElseGet(List::of));
        if (field.isEmpty() && column.scope() == FieldScope.APP) {
          created++;
          if (catalog.ownedBy(column.ownerApp()) + created > limits.perApp()) {
            errors.add(
                column.error(
                    "field",
                    "field_limit_reached",
                    "%s would be a new field, but the app has reached its limit of %d fields"
                        .formatted(column.name(), limits.perApp())));
          }
        }
      }
      if (!errors.isEmpty()) {
        return Future.failedFuture(Failure.invalid(errors));
      }
      if (found.stream().anyMatch(Field::isConverting)) {
        return Future.failedFuture(
            Failure.of(
                Code.CONFLICT,
                "retype_under_way",
                "The values of a field are still being converted to its new type: try again later"));
      }
      return FieldLinks.taken(connection, query, ids(found))
          .compose(
              taken ->
                  taken.isPresent()
                      ? Future.failedFuture(refusal(found, taken.get()))
                      : Future.succeededFuture());
    }

    private static Failure refusal(List<Field> fields, Taken taken) {
      String name =
          fields.stream()
              .filter(field -> field.id() == taken.fieldId())
              .map(Field::name)
              .findFirst()
              .orElseThrow();
      return Failure.of(
          Code.CONFLICT,
          "field_linked",
          "The field %s is filled by the linked query \"%s\": of one query at a time"
              .formatted(name, taken.queryName()));
    }

    /** Creates the fields that are missing; returns the definitions with them. */
    private Future<FieldCatalog> create(FieldCatalog before) {
      Map<FieldScope, List<LinkedColumn>> missing =
          columns.stream()
              .filter(column -> column.find(before, query.queryId()).isEmpty())
              .collect(Collectors.groupingBy(LinkedColumn::scope));
      Future<Void> created = Future.succeededFuture();
      for (List<LinkedColumn> alike : missing.values()) {
        created =
            created.compose(
                next ->
                    CustomFields.insert(
                        connection,
                        query.workspaceId(),
                        alike.get(0).ownerApp(),
                        alike.get(0).scope(),
                        false,
                        alike.stream().map(LinkedColumn::name).toArray(String[]::new),
                        alike.stream()
                            .map(column -> column.type().apiName())
                            .toArray(String[]::new)));
      }
      return missing.isEmpty()
          ? Future.succeededFuture(before)
          : created
              .compose(done -> CustomFields.load(connection, query.workspaceId()))
              .compose(after -> record(missing, after).map(after));
    }

    private Future<Void> record(Map<FieldScope, List<LinkedColumn>> created, FieldCatalog catalog) {
      Caller caller = request.caller().in(query.workspaceId());
      Future<Void> recorded = Future.succeededFuture();
      for (List<LinkedColumn> alike : created.values()) {
        for (LinkedColumn column : alike) {
          Field field = column.find(catalog, query.queryId()).orElseThrow();
          recorded =
              recorded.compose(next -> FieldAudit.recordCreation(connection, caller, field.id()));
        }
      }
      return recorded;
    }

    /** Links what is not linked yet, and frees what the query does not name. */
    private Future<Links> link(FieldCatalog catalog) {
      List<Field> fields =
          columns.stream()
              .map(column -> column.find(catalog, query.queryId()).orElseThrow())
              .toList();
      FieldLink link = new FieldLink(query.queryId(), request.queryName());
      List<Long> linked =
          ids(fields.stream().filter(field -> !field.link().equals(Optional.of(link))).toList());
      List<Long> freed = new ArrayList<>(ids(catalog.filledBy(query.queryId())));
      freed.removeAll(ids(fields));
      Links result = new Links(ids(fields));
      if (linked.isEmpty() && freed.isEmpty()) {
        return Future.succeededFuture(result);
      }
      return FieldLinks.unlink(connection, query.workspaceId(), freed)
          .compose(done -> FieldLinks.link(connection, query, request.queryName(), linked))
          .compose(done -> CustomFields.advanceVersion(connection, query.workspaceId()))
          .map(result);
    }
  }
}
