package dev.shopwire.ingest.mailreports;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.MailReportContracts;
import dev.shopwire.common.contracts.MailReportContracts.ReportRequest;
import dev.shopwire.common.docs.OperationRoutes;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.http.BodyPause;
import dev.shopwire.common.http.BodyReader;
import dev.shopwire.common.http.Responses;
import dev.shopwire.ingest.admission.AdmissionDecision;
import dev.shopwire.ingest.admission.BodyBuckets;
import dev.shopwire.ingest.mailreports.EventsSecrets.EventsGrant;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;

/**
 * Handles {@code /mail-events/{secret}}: checks the secret, then the rate limit, reads the report
 * and relays it to the automation role. Not thread-safe; use from one event loop.
 */
public final class MailReportHandlers {
  /** Of a report, before and after decompression. */
  public static final int MAX_BYTES = 1 << 20;

  private static final String JSON = "application/json";

  private final Vertx vertx;
  private final EventsSecrets secrets;
  private final BodyBuckets buckets;
  private final BodyReader bodies;

  /**
   * @param bodies limits bodies to {@link #MAX_BYTES}
   */
  public MailReportHandlers(
      Vertx vertx, EventsSecrets secrets, BodyBuckets buckets, BodyReader bodies) {
    this.vertx = vertx;
    this.secrets = secrets;
    this.buckets = buckets;
    this.bodies = bodies;
  }

  public void addTo(OperationRoutes operations) {
    operations.on("postMailEvents", this::handle);
  }

  private void handle(RoutingContext context) {
    Future<EventsGrant> grant = secrets.grant(context.pathParam("secret"), context.request());
    BodyPause.awaitPermission(grant, context, granted -> report(context, granted))
        .onComplete(reply -> Responses.okJson(context, reply.json()), context::fail);
  }

  private Future<JsonResponse> report(RoutingContext context, EventsGrant grant) {
    Optional<AdmissionDecision> refusal = buckets.tryTake(grant.limits(), 0);
    if (refusal.isPresent()) {
      return Future.failedFuture(
          Failure.rateLimited(
              "Too many reports are posted for this sender",
              Duration.ofMillis(refusal.get().retryAfterMillis())));
    }
    String type = context.request().getHeader(HttpHeaders.CONTENT_TYPE);
    return bodies
        .readMailReport(context)
        .compose(
            body -> {
              buckets.charge(grant.limits(), body.length);
              return MailReportContracts.REPORT.call(
                  vertx,
                  new ReportRequest(
                      grant.workspaceId(),
                      grant.senderId(),
                      type == null ? JSON : type,
                      Base64.getEncoder().encodeToString(body)));
            });
  }
}
