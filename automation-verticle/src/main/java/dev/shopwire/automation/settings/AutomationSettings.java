package dev.shopwire.automation.settings;

import dev.shopwire.automation.mail.message.MailAddress;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a workspace sends mails.
 *
 * @param defaultSender the id of the sender of mails that name none; empty for the configured one
 */
public record AutomationSettings(
    Sandbox sandbox,
    Optional<QuietHours> quietHours,
    Optional<FrequencyCap> frequencyCap,
    Optional<Long> defaultSender) {
  static final AutomationSettings DEFAULT =
      new AutomationSettings(Sandbox.DEFAULT, Optional.empty(), Optional.empty(), Optional.empty());

  /** Reads the settings of a workspace, or the defaults. Runs on the caller's event loop. */
  public static Future<AutomationSettings> read(SqlClient client, long workspaceId) {
    return AutomationSettingsTable.find(client, workspaceId).map(found -> found.orElse(DEFAULT));
  }

  /** Whether mails of the workspace that name no sender are sent by this one. */
  public static Future<Boolean> isDefaultSender(SqlClient client, long workspaceId, long sender) {
    return read(client, workspaceId)
        .map(settings -> settings.defaultSender().filter(id -> id == sender).isPresent());
  }

  /** Whether the sandbox lets mails to this address pass. */
  public boolean allows(MailAddress address) {
    return sandbox.allows(address);
  }

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("sandbox", sandbox.json());
    json.put("quietHours", quietHours.map(QuietHours::json).orElse(null));
    json.put("frequencyCap", frequencyCap.map(FrequencyCap::json).orElse(null));
    json.put("defaultSender", defaultSender.map(id -> Long.toString(id)).orElse(null));
    return json;
  }
}
