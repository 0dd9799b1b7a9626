package dev.shopwire.enrichment.fields;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.enrichment.fields.FieldRetypes.FieldRef;
import dev.shopwire.enrichment.fields.FieldRetypes.Types;
import dev.shopwire.enrichment.fields.RetypeCheck.Result;
import dev.shopwire.enrichment.fields.ValuePages.Entry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;

/**
 * Handles {@code POST /custom-fields/{id}/retype} (docs/api/customers.md). Pushes continue
 * meanwhile: with the former type until the type changes, with the new one from then on.
 *
 * <ol>
 *   <li>Under the catalog's lock, a check is recorded, unless something uses the field or a query
 *       fills it. From then on, a push that sets a value which does not convert marks the check.
 *   <li>The values are checked, without a lock.
 *   <li>Under the catalog's lock again, the type changes if every value converts or the caller
 *       gives up the others, and still nothing uses or fills the field; otherwise the check is
 *       removed.
 *   <li>{@link FieldConversions} rewrites the values. Until it has finished, readers of a customer
 *       convert what they read, and a push converts that customer's values before it compares.
 * </ol>
 *
 * Not thread-safe; use from one event loop.
 */
public final class RetypeHandler {
  /** Longer than a check takes, so that it expires only if its process has died. */
  private static final Duration CHECK_LEASE = RetypeCheck.MAX_DURATION.plusSeconds(30);

  /** How long a response waits for the conversion, so that a small field is converted by then. */
  private static final long CONVERSION_WAIT_MILLIS = 1_000;

  private final Vertx vertx;
  private final Pool pool;
  private final FieldLimits limits;
  private final FieldConversions conversions;

  public RetypeHandler(Vertx vertx, Pool pool, FieldLimits limits, FieldConversions conversions) {
    this.vertx = vertx;
    this.pool = pool;
    this.limits = limits;
    this.conversions = conversions;
  }

  /**
   * A parsed request.
   *
   * @param unsetFailures whether values that don't convert may be removed
   */
  private record RetypeRequest(
      FieldType type, boolean dryRun, boolean unsetFailures, Caller caller) {}

  /** A recorded check. */
  private record Check(FieldRef field, Types types, UUID id) {}

  public Future<JsonResponse> handle(AdminRequest adminRequest) {
    RetypeRequest request = read(adminRequest);
    long fieldId = adminRequest.id();
    return request.dryRun() ? preview(fieldId, request.type()) : retype(fieldId, request);
  }

  private static RetypeRequest read(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    Optional<FieldType> type = FieldType.read(input);
    boolean dryRun = Boolean.TRUE.equals(input.optionalBoolean("dryRun").value());
    boolean unset = Boolean.TRUE.equals(input.optionalBoolean("unsetFailures").value());
    input.throwIfInvalid();
    return new RetypeRequest(type.orElseThrow(), dryRun, unset, request.caller());
  }

  /** Counts how the current values convert, without changing anything. */
  private Future<JsonResponse> preview(long fieldId, FieldType to) {
    return LockedCatalog.workspaceOf(pool, fieldId)
        .compose(
            workspace ->
                CustomFields.load(pool, workspace)
                    .map(
                        catalog ->
                            requireFit(workspace, LockedCatalog.requireField(catalog, fieldId)))
                    .compose(
                        found -> {
                          FieldRef field = new FieldRef(workspace, fieldId);
                          return found.type() == to
                              ? Future.succeededFuture(RetypeResponse.UNCHANGED)
                              : FieldUsers.requireNone(pool, field)
                                  .compose(
                                      unused ->
                                          RetypeCheck.of(
                                              pool, field, new Types(found.type(), to), limits))
                                  .compose(result -> respond(field, result));
                        }));
  }

  private Future<JsonResponse> retype(long fieldId, RetypeRequest request) {
    return startCheck(fieldId, request.type())
        .compose(
            started ->
                started
                    .map(check -> retype(check, request))
                    .orElseGet(() -> Future.succeededFuture(RetypeResponse.UNCHANGED)));
  }

  /** Empty if the field already has the type. */
  private Future<Optional<Check>> startCheck(long fieldId, FieldType to) {
    return LockedCatalog.change(
        pool,
        fieldId,
        (connection, locked) -> {
          FieldType from = requireFit(locked.workspaceId(), locked.field()).type();
          if (from == to) {
            return Future.succeededFuture(Optional.empty());
          }
          FieldRef field = new FieldRef(locked.workspaceId(), fieldId);
          Types types = new Types(from, to);
          return FieldUsers.requireNone(connection, field)
              .compose(unused -> FieldRetypes.start(connection, field, types, CHECK_LEASE))
              .map(id -> new Check(field, types, id.orElseThrow(RetypeHandler::inProgress)))
              .compose(
                  check ->
                      CustomFields.advanceVersion(connection, field.workspaceId())
                          .map(Optional.of(check)));
        });
  }

  /**
   * @throws Failure 409 for a field that a query fills, and while values are being converted;
   *     resumes the conversion if no process is running it
   */
  private Field requireFit(long workspaceId, Field field) {
    if (field.isConverting()) {
      conversions.run(new FieldRef(workspaceId, field.id()));
      throw inProgress();
    }
    return FieldLinks.requireNone(field);
  }

  private static Failure inProgress() {
    return Failure.of(
        Code.CONFLICT,
        "retype_under_way",
        "The field's type is already being changed, or its values are still being converted:"
            + " try again later");
  }

  private Future<JsonResponse> retype(Check check, RetypeRequest request) {
    return RetypeCheck.of(pool, check.field(), check.types(), limits)
        .compose(
            found ->
                found.failed() > 0 && !request.unsetFailures()
                    ? end(check).compose(ended -> Future.failedFuture(refusal(check, found)))
                    : accept(check, found, request),
            error -> end(check).transform(ended -> Future.failedFuture(error)));
  }

  private Future<Optional<Boolean>> end(Check check) {
    return LockedCatalog.change(
        pool, check.field().fieldId(), (connection, found) -> end(connection, check));
  }

  private static Future<Optional<Boolean>> end(SqlConnection connection, Check check) {
    return FieldRetypes.end(connection, check.field(), check.id())
        .compose(
            missed ->
                CustomFields.advanceVersion(connection, check.field().workspaceId()).map(missed));
  }

  private Future<JsonResponse> accept(Check check, Result found, RetypeRequest request) {
    return LockedCatalog.change(
            pool,
            check.field().fieldId(),
            (connection, locked) ->
                FieldUsers.refusal(connection, check.field())
                    .map(inUse -> inUse.or(() -> FieldLinks.refusal(locked.field())))
                    .compose(
                        refusal ->
                            refusal.isPresent()
                                ? end(connection, check).map(refusal)
                                : accept(connection, check, request)))
        .compose(
            refused ->
                refused.isPresent()
                    ? Future.failedFuture(refused.get())
                    : awaitConversion(check.field())
                        .compose(done -> respond(check.field(), found)));
  }

  /** Empty if the type has changed. */
  private static Future<Optional<Failure>> accept(
      SqlConnection connection, Check check, RetypeRequest request) {
    return FieldRetypes.accept(connection, check.field(), check.id(), request.unsetFailures())
        .compose(
            accepted ->
                accepted
                    ? changeType(connection, check, request.caller()).map(Optional.empty())
                    : end(connection, check).map(missed -> Optional.of(rejection(check, missed))));
  }

  private static Future<Void> changeType(SqlConnection connection, Check check, Caller caller) {
    FieldRef field = check.field();
    return FieldAudit.recordChange(
        connection,
        caller.in(field.workspaceId()),
        FieldAudit.CHANGED,
        field.fieldId(),
        () ->
            CustomFields.retype(
                connection, field.workspaceId(), field.fieldId(), check.types().to()));
  }

  private Future<Void> awaitConversion(FieldRef field) {
    Promise<Void> waited = Promise.promise();
    long timer = vertx.setTimer(CONVERSION_WAIT_MILLIS, id -> waited.tryComplete());
    conversions
        .run(field)
        .onComplete(
            done -> {
              vertx.cancelTimer(timer);
              waited.tryComplete();
            });
    return waited.future();
  }

  private static Failure rejection(Check check, Optional<Boolean> missed) {
    return missed.isPresent()
        ? refusal(check.types().to(), "a value that was pushed during the check", Optional.empty())
        : inProgress();
  }

  private static Failure refusal(Check check, Result found) {
    return refusal(
        check.types().to(),
        found.failed() + " of its " + (found.failed() + found.converted()) + " values",
        found.examples().stream().findFirst().map(Entry::text));
  }

  private static Failure refusal(FieldType to, String which, Optional<String> example) {
    return Failure.of(
        Code.CONFLICT,
        "values_do_not_convert",
        ("The field was not changed: %s can't be converted to %s%s. A dry run lists examples;"
                + " unsetFailures unsets these values")
            .formatted(
                which,
                to.apiName(),
                example.map(text -> ", such as " + RetypeResponse.quoted(text)).orElse("")));
  }

  private Future<JsonResponse> respond(FieldRef field, Result found) {
    return RetypeResponse.of(pool, field.workspaceId(), found);
  }
}
