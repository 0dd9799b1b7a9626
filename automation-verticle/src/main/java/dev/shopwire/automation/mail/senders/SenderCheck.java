package dev.shopwire.automation.mail.senders;

import dev.shopwire.automation.mail.smtp.Reply;
import dev.shopwire.automation.mail.smtp.SmtpConfig;
import dev.shopwire.automation.mail.smtp.SmtpConnection;
import dev.shopwire.automation.mail.smtp.SmtpFailure;
import dev.shopwire.automation.mail.smtp.SmtpTimeouts;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Failure;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether a sender's server takes connections: connects, encrypts, signs in, sends
 * nothing. Not thread-safe; use from one event loop.
 */
public final class SenderCheck {
  static final int AT_ONCE = 4;

  private static final Duration STEP = Duration.ofSeconds(4);
  private static final Duration OVERALL = Duration.ofSeconds(8);
  private static final Duration RETRY = Duration.ofSeconds(2);

  private final SqlClient client;
  private final Senders senders;
  private final SenderConnections connections;
  private int running;

  public SenderCheck(SqlClient client, Senders senders, SenderConnections connections) {
    this.client = client;
    this.senders = senders;
    this.connections = connections;
  }

  /** Takes up to 17 s: 5 for names, 4 for the connection, 8 for the rest. */
  public Future<JsonResponse> check(AdminRequest request) {
    if (running >= AT_ONCE) {
      return Future.failedFuture(
          Failure.unavailable(
              "sender_checks_busy",
              "Too many senders are being checked at this moment, try again later",
              RETRY));
    }
    running++;
    return senders
        .load(client, request.caller().workspaceId(), request.id())
        .map(found -> found.orElseThrow(SenderTable::unknown))
        .compose(this::check)
        .onComplete(done -> running--);
  }

  private Future<JsonResponse> check(Sender sender) {
    return connections
        .open(sender, hurried(sender.smtp()))
        .map(SenderCheck::works)
        .recover(
            error ->
                error instanceof SmtpFailure failure
                    ? Future.succeededFuture(fails(failure))
                    : Future.failedFuture(error));
  }

  private static SmtpConfig hurried(SmtpConfig config) {
    return new SmtpConfig(
        config.host(),
        config.port(),
        config.tls(),
        config.credentials(),
        config.heloName(),
        new SmtpTimeouts(STEP, STEP, STEP, STEP, OVERALL));
  }

  /** What the server answers to QUIT doesn't matter. */
  private static JsonResponse works(SmtpConnection connection) {
    connection.quit();
    Map<String, @Nullable Object> check = new LinkedHashMap<>();
    check.put("ok", true);
    check.put("stage", null);
    check.put("problem", null);
    check.put("code", null);
    check.put("reply", null);
    return JsonResponse.of(Map.of("check", check));
  }

  private static JsonResponse fails(SmtpFailure failure) {
    Map<String, @Nullable Object> check = new LinkedHashMap<>();
    check.put("ok", false);
    check.put("stage", failure.stage().name().toLowerCase(Locale.ROOT));
    check.put("problem", failure.problem());
    check.put("code", failure.reply().map(Reply::code).orElse(null));
    check.put("reply", failure.reply().map(Reply::text).orElse(null));
    return JsonResponse.of(Map.of("check", check));
  }
}
