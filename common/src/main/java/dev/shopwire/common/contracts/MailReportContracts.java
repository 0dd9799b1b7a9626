package dev.shopwire.common.contracts;

import dev.shopwire.common.bus.Contract;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.role.Role;
import java.time.Duration;
import java.util.List;

/** Requests to the automation role about reports of bounces and complaints. */
public final class MailReportContracts {
  /** Less than the 2 s within which callers must get a response. */
  private static final Duration TIMEOUT = Duration.ofMillis(1_700);

  /** Which senders know these secrets, before a report is read. */
  public static final Contract<SecretsRequest, KnownSecrets> SECRETS =
      Role.AUTOMATION.contract(
          "mail-reports.secrets", SecretsRequest.class, KnownSecrets.class, TIMEOUT);

  public static final Contract<ReportRequest, JsonResponse> REPORT =
      Role.AUTOMATION.contract(
          "mail-reports.report", ReportRequest.class, JsonResponse.class, TIMEOUT);

  private MailReportContracts() {}

  /**
   * @param hashes SHA-256 of secrets, in Base64
   */
  public record SecretsRequest(List<String> hashes) {}

  /** Those of the secrets that a sender has. */
  public record KnownSecrets(List<Known> known) {
    /**
     * @param hash as in the request
     */
    public record Known(String hash, long workspaceId, long senderId) {}
  }

  /**
   * A report for a sender.
   *
   * @param contentType of the body
   * @param body in Base64
   */
  public record ReportRequest(long workspaceId, long senderId, String contentType, String body) {}
}
