package dev.shopwire.enrichment.fields;

import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.enrichment.fields.FieldCheck.Result;
import dev.shopwire.enrichment.fields.FieldRetypes.FieldRef;
import dev.shopwire.enrichment.fields.FieldRetypes.Types;
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
 * {@code POST /custom-fields/{id}/retype} (docs/api/customers.md). Pushes go on all the while: of
 * the former type until the moment in which the type changes, of the new one from then on.
 *
 * <ol>
 *   <li>Under the catalog's lock a check is noted. A push that sets a value which does not convert
 *       says so to the check from then on.
 *   <li>The values are looked at, without a lock.
 *   <li>Under the catalog's lock again the type changes, if every value converts or the caller
 *       gives the others up; else the check is removed.
 *   <li>{@link FieldConversions} rewrites the values. Until it has, whoever reads a customer
 *       converts what it reads, and a push converts that customer's values before it compares.
 * </ol>
 *
 * For one event loop.
 */
public final class RetypeField {
  /** Longer than a check takes, so that one is over only if its process has died. */
  private static final Duration CHECK_LEASE = FieldCheck.LONGEST.plusSeconds(30);

  /**
   * The values of a field that few customers have are converted when the caller gets its answer.
   */
  private static final long CONVERSION_PATIENCE_MILLIS = 1_000;

  private final Vertx vertx;
  private final Pool pool;
  private final FieldLimits limits;
  private final FieldConversions conversions;

  public RetypeField(Vertx vertx, Pool pool, FieldLimits limits, FieldConversions conversions) {
    this.vertx = vertx;
    this.pool = pool;
    this.limits = limits;
    this.conversions = conversions;
  }

  /**
   * What a caller wants.
   *
   * @param unsetFailures whether values that don't convert may go
   */
  private record Wanted(FieldType type, boolean dryRun, boolean unsetFailures) {}

  /** A check that is noted. */
  private record Check(FieldRef field, Types types, UUID id) {}

  public Future<JsonResponse> handle(AdminRequest call) {
    Wanted wanted = read(call);
    int fieldId = call.intId();
    return wanted.dryRun() ? preview(fieldId, wanted.type()) : retype(fieldId, wanted);
  }

  private static Wanted read(AdminRequest call) {
    JsonInput input = JsonInput.strict(call.body());
    Optional<FieldType> type = FieldType.read(input);
    boolean dryRun = Boolean.TRUE.equals(input.optionalBoolean("dryRun").value());
    boolean unset = Boolean.TRUE.equals(input.optionalBoolean("unsetFailures").value());
    input.check();
    return new Wanted(type.orElseThrow(), dryRun, unset);
  }

  /** Of the values as they are now. */
  private Future<JsonResponse> preview(int fieldId, FieldType to) {
    return LockedCatalog.workspaceOf(pool, fieldId)
        .compose(
            workspace ->
                CustomFields.load(pool, workspace)
                    .map(catalog -> settled(workspace, LockedCatalog.known(catalog, fieldId)))
                    .compose(
                        found -> {
                          FieldRef field = new FieldRef(workspace, fieldId);
                          return found.type() == to
                              ? Future.succeededFuture(RetypeResponse.NOTHING)
                              : FieldCheck.of(pool, field, new Types(found.type(), to), limits)
                                  .compose(result -> answer(field, result));
                        }));
  }

  private Future<JsonResponse> retype(int fieldId, Wanted wanted) {
    return begin(fieldId, wanted.type())
        .compose(
            begun ->
                begun
                    .map(check -> retype(check, wanted))
                    .orElseGet(() -> Future.succeededFuture(RetypeResponse.NOTHING)));
  }

  /** Empty for a field that is of the type. */
  private Future<Optional<Check>> begin(int fieldId, FieldType to) {
    return LockedCatalog.change(
        pool,
        fieldId,
        (connection, held) -> {
          FieldType from = settled(held.workspaceId(), held.field()).type();
          if (from == to) {
            return Future.succeededFuture(Optional.empty());
          }
          FieldRef field = new FieldRef(held.workspaceId(), fieldId);
          Types types = new Types(from, to);
          return FieldRetypes.begin(connection, field, types, CHECK_LEASE)
              .map(id -> new Check(field, types, id.orElseThrow(RetypeField::underWay)))
              .compose(
                  check ->
                      CustomFields.nextVersion(connection, field.workspaceId())
                          .map(Optional.of(check)));
        });
  }

  /**
   * @throws Failure 409 while values are being converted, which goes on now if nobody is at it
   */
  private Field settled(int workspaceId, Field field) {
    if (field.isConverting()) {
      conversions.run(new FieldRef(workspaceId, field.id()));
      throw underWay();
    }
    return field;
  }

  private static Failure underWay() {
    return Failure.of(
        Code.CONFLICT,
        "retype_under_way",
        "The field is being given another type already, or its values are still being converted:"
            + " try again later");
  }

  private Future<JsonResponse> retype(Check check, Wanted wanted) {
    return FieldCheck.of(pool, check.field(), check.types(), limits)
        .compose(
            found ->
                found.failed() > 0 && !wanted.unsetFailures()
                    ? end(check).compose(ended -> Future.failedFuture(refusal(check, found)))
                    : accept(check, found, wanted.unsetFailures()),
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
                CustomFields.nextVersion(connection, check.field().workspaceId()).map(missed));
  }

  private Future<JsonResponse> accept(Check check, Result found, boolean withFailures) {
    return LockedCatalog.change(
            pool,
            check.field().fieldId(),
            (connection, held) ->
                FieldRetypes.accept(connection, check.field(), check.id(), withFailures)
                    .compose(
                        accepted ->
                            accepted
                                ? CustomFields.retype(
                                        connection,
                                        held.workspaceId(),
                                        held.field().id(),
                                        check.types().to())
                                    .map(Optional.<Failure>empty())
                                : end(connection, check)
                                    .map(missed -> Optional.of(late(check, missed)))))
        .compose(
            refused ->
                refused.isPresent()
                    ? Future.failedFuture(refused.get())
                    : converted(check.field()).compose(done -> answer(check.field(), found)));
  }

  private Future<Void> converted(FieldRef field) {
    Promise<Void> answered = Promise.promise();
    long timer = vertx.setTimer(CONVERSION_PATIENCE_MILLIS, id -> answered.tryComplete());
    conversions
        .run(field)
        .onComplete(
            done -> {
              vertx.cancelTimer(timer);
              answered.tryComplete();
            });
    return answered.future();
  }

  private static Failure late(Check check, Optional<Boolean> missed) {
    return missed.isPresent()
        ? refusal(check.types().to(), "a value that was pushed during the check", Optional.empty())
        : underWay();
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
        "The field was not changed: %s can't be converted to %s%s. A dry run lists examples; with unsetFailures they are unset"
            .formatted(
                which,
                to.word(),
                example.map(text -> ", such as " + RetypeResponse.quoted(text)).orElse("")));
  }

  private Future<JsonResponse> answer(FieldRef field, Result found) {
    return RetypeResponse.of(pool, field.workspaceId(), found);
  }
}
