package dev.shopwire.ingest.events;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.http.Responses;
import dev.shopwire.common.postgres.DatabaseEpoch;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.ingest.admission.Admission;
import dev.shopwire.ingest.admission.AdmissionDecision;
import dev.shopwire.ingest.admission.AuthenticatedBodies;
import dev.shopwire.ingest.admission.Backpressure;
import dev.shopwire.ingest.admission.LimitHeaders;
import dev.shopwire.ingest.auth.ApiKeyGrant;
import dev.shopwire.ingest.events.Submission.Outcome;
import dev.shopwire.ingest.events.UsageEventRequest.Rejection;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Handles {@code POST /v1/usage_events} (docs/api/events.md): authenticate, read, admit, write,
 * respond. Not thread-safe; use from one event loop.
 */
public final class UsageEventsHandler {
  private final Vertx vertx;
  private final AuthenticatedBodies bodies;
  private final Backpressure backpressure;
  private final UsageEventReader reader;
  private final Admission admission;
  private final GroupWriter writer;
  private final RequestKeys requestKeys;
  private final IngestMetrics metrics;

  public UsageEventsHandler(
      Vertx vertx,
      AuthenticatedBodies bodies,
      Backpressure backpressure,
      UsageEventLimits limits,
      ShopDomain domains,
      DatabaseEpoch epoch,
      Admission admission,
      GroupWriter writer,
      IngestMetrics metrics) {
    this.vertx = vertx;
    this.bodies = bodies;
    this.backpressure = backpressure;
    this.reader = new UsageEventReader(limits, domains);
    this.requestKeys = new RequestKeys(epoch);
    this.admission = admission;
    this.writer = writer;
    this.metrics = metrics;
  }

  /** A complete body; the write timeout starts when it has arrived. */
  private static final class Body {
    final byte[] bytes;
    final long arrivedAtNanos = System.nanoTime();

    Body(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  public void handle(RoutingContext context) {
    long start = System.nanoTime();
    Instant arrival = Instant.now().truncatedTo(ChronoUnit.MICROS);
    context.addEndHandler(
        end ->
            metrics.recordRequest(context.response().getStatusCode(), System.nanoTime() - start));
    bodies
        .read(
            context,
            (grant, body) ->
                body.map(Body::new)
                    .compose(
                        received ->
                            backpressure
                                .delay(vertx, grant.appId())
                                .compose(go -> readAndRespond(context, grant, received, arrival))))
        .onComplete(response -> Responses.ok(context, response), context::fail);
  }

  private Future<UsageEventResponse> readAndRespond(
      RoutingContext context, ApiKeyGrant grant, Body body, Instant arrival) {
    return read(body.bytes, arrival)
        .transform(
            read -> respond(context, grant, read.result(), read.cause(), body.arrivedAtNanos));
  }

  private Future<UsageEventRequest> read(byte[] body, Instant arrival) {
    try {
      return Future.succeededFuture(reader.read(body, arrival));
    } catch (Failure refusal) {
      return Future.failedFuture(refusal);
    }
  }

  /** An unreadable request costs a request token too. */
  private Future<UsageEventResponse> respond(
      RoutingContext context,
      ApiKeyGrant grant,
      @org.jspecify.annotations.Nullable UsageEventRequest request,
      @org.jspecify.annotations.Nullable Throwable unreadable,
      long arrivedAtNanos) {
    int events = request == null ? 0 : request.events().size();
    Optional<String> requestKey =
        request == null ? Optional.empty() : requestKeys.of(grant.appId(), request);
    return admission
        .admit(grant, events, requestKey)
        .compose(
            decision -> {
              LimitHeaders.set(context.response(), grant, decision);
              if (decision.outcome() == AdmissionDecision.Outcome.LIMITED) {
                return Future.failedFuture(decision.toFailure());
              }
              if (request == null) {
                return Future.failedFuture(
                    unreadable == null ? new IllegalStateException("no request") : unreadable);
              }
              return decision.outcome() == AdmissionDecision.Outcome.ALREADY_STORED
                  ? Future.succeededFuture(alreadyStored(request))
                  : store(grant, request, requestKey, arrivedAtNanos);
            });
  }

  private Future<UsageEventResponse> store(
      ApiKeyGrant grant,
      UsageEventRequest request,
      Optional<String> requestKey,
      long arrivedAtNanos) {
    Optional<Failure> refusal = request.refusal();
    if (refusal.isPresent()) {
      metrics.recordEvents(0, 0, request.rejected().size());
      return Future.failedFuture(refusal.get());
    }
    return writer
        .write(grant, request.events(), arrivedAtNanos)
        .compose(
            outcome -> {
              List<Rejection> rejected = merge(request.rejected(), outcome.rejected());
              metrics.recordEvents(outcome.accepted(), outcome.duplicates(), rejected.size());
              if (outcome.rejected().isEmpty()) {
                requestKey.ifPresent(key -> admission.remember(grant, key));
              }
              return outcome.accepted() + outcome.duplicates() == 0
                  ? Future.failedFuture(nothingStored(request, outcome))
                  : Future.succeededFuture(
                      UsageEventResponse.of(
                          outcome.accepted(), outcome.duplicates(), rejected, request.warnings()));
            });
  }

  private UsageEventResponse alreadyStored(UsageEventRequest request) {
    metrics.recordRepeatedRequest();
    metrics.recordEvents(0, request.events().size(), request.rejected().size());
    return UsageEventResponse.of(
        0, request.events().size(), request.rejected(), request.warnings());
  }

  private static Failure nothingStored(UsageEventRequest request, Outcome outcome) {
    List<ValidationError> errors = new ArrayList<>(request.errors());
    boolean batch = request.events().size() + request.rejected().size() > 1;
    for (Rejection rejection : outcome.rejected()) {
      String pointer = batch ? "/events/" + rejection.index() : "";
      errors.add(new ValidationError(pointer, rejection.code(), rejection.message()));
    }
    return UsageEventRequest.refusal(errors, merge(request.rejected(), outcome.rejected()));
  }

  private static List<Rejection> merge(List<Rejection> read, List<Rejection> written) {
    if (written.isEmpty()) {
      return read;
    }
    List<Rejection> all = new ArrayList<>(read);
    all.addAll(written);
    all.sort(Comparator.comparingInt(Rejection::index));
    return all;
  }
}
