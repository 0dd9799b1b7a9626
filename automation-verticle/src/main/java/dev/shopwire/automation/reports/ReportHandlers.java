package dev.shopwire.automation.reports;

import dev.shopwire.automation.mail.senders.Senders;
import dev.shopwire.automation.reports.ReportOutcome.Reason;
import dev.shopwire.automation.reports.parsing.ReportParser;
import dev.shopwire.automation.reports.parsing.UnparsableMail;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.MailReportContracts.KnownSecrets;
import dev.shopwire.common.contracts.MailReportContracts.KnownSecrets.Known;
import dev.shopwire.common.contracts.MailReportContracts.ReportRequest;
import dev.shopwire.common.contracts.MailReportContracts.SecretsRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonBody;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Handles the reports that relays post. Runs on the caller's event loop. */
public final class ReportHandlers {
  private static final String RAW_REPORT = "multipart/report";
  private static final String BOUNDARY = "boundary";
  private static final Duration RETRY = Duration.ofSeconds(5);

  private final Pool pool;
  private final ReportWork work;
  private final Identification identification;
  private final Recording recording;

  public ReportHandlers(Vertx vertx, Pool pool, UUID installation, ReportMetrics metrics) {
    this.pool = pool;
    this.work = new ReportWork(vertx);
    this.identification = new Identification(installation);
    this.recording = new Recording(pool, metrics);
  }

  /** Which of these secrets senders have. */
  public Future<KnownSecrets> secrets(SecretsRequest request) {
    List<Buffer> hashes =
        request.hashes().stream().map(Base64.getDecoder()::decode).map(Buffer::buffer).toList();
    return Senders.ofEventsHashes(pool, hashes)
        .map(
            owners ->
                new KnownSecrets(
                    owners.stream()
                        .map(
                            owner ->
                                new Known(
                                    Base64.getEncoder().encodeToString(owner.hash().getBytes()),
                                    owner.workspaceId(),
                                    owner.senderId()))
                        .toList()));
  }

  /** Responds after the commit. */
  public Future<JsonResponse> report(ReportRequest request) {
    return work.run(request.senderId(), () -> read(request))
        .compose(
            read ->
                recording
                    .record(request.workspaceId(), request.senderId(), read.items())
                    .map(recorded -> respond(read, recorded)));
  }

  /** What arrived, and if it was refused, why. */
  private record Read(List<Item> items, Optional<Failure> refusal) {}

  private Read read(ReportRequest request) {
    byte[] body = Base64.getDecoder().decode(request.body());
    String type = request.contentType().toLowerCase(Locale.ROOT);
    if (!type.startsWith("message/") && !type.startsWith(RAW_REPORT)) {
      return new Read(EventsInput.read(JsonBody.text(body)), Optional.empty());
    }
    try {
      // Without a boundary, it is one of the mail's own fields.
      boolean isBody = type.startsWith(RAW_REPORT) && type.contains(BOUNDARY);
      return new Read(
          List.of(
              identification.identify(
                  isBody
                      ? ReportParser.parse(request.contentType(), body)
                      : ReportParser.parse(body),
                  request.workspaceId(),
                  Source.RELAY)),
          Optional.empty());
    } catch (UnparsableMail e) {
      return new Read(
          List.of(Item.of(ReportOutcome.ignored(Reason.UNREADABLE))),
          Optional.of(
              Failure.invalid("", "unreadable_report", "The report can't be read: " + e.reason())));
    }
  }

  private static JsonResponse respond(Read read, Optional<List<ReportOutcome>> recorded) {
    if (recorded.isEmpty()) {
      throw Failure.of(Code.NOT_FOUND, "There is nothing at this path");
    }
    read.refusal()
        .ifPresent(
            refusal -> {
              throw refusal;
            });
    if (recorded.get().contains(ReportOutcome.LATER)) {
      throw Failure.unavailable(
          "message_being_sent",
          "One of the mails is being sent at this moment; send the report again",
          RETRY);
    }
    return JsonResponse.of(Map.of("results", recorded.get()));
  }

  /** What the console shows of a sender. */
  public static Future<Map<String, @Nullable Object>> show(
      SqlClient client, long workspaceId, long senderId) {
    return ReportCounts.read(client, workspaceId, senderId)
        .compose(
            counts ->
                MailboxTable.read(client, senderId)
                    .map(
                        mailbox -> {
                          Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                          fields.put("reports", counts);
                          fields.put("mailbox", mailbox.orElse(null));
                          return fields;
                        }));
  }

  /** Lets the soft bounces that an address has had so far count no more. */
  public static Future<Void> settleSoftBounces(
      SqlConnection connection, long workspaceId, String email) {
    return ReportTable.settleSoftBounces(connection, workspaceId, email);
  }

  public Future<Void> close() {
    return work.close();
  }
}
