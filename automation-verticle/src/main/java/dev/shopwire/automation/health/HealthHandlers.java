package dev.shopwire.automation.health;

import dev.shopwire.automation.mail.senders.Sender;
import dev.shopwire.automation.mail.senders.Senders;
import dev.shopwire.automation.messages.MailCounts;
import dev.shopwire.automation.sending.SenderState;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests about whether automation keeps up. Runs on the caller's event
 * loop.
 */
public final class HealthHandlers {
  private final Pool pool;
  private final boolean hasConfiguredSender;
  private final int stuckSeconds;

  /**
   * @param hasConfiguredSender whether workspaces without a sender use that of the settings
   * @param stuckSeconds how long a step may be overdue before its run counts as stuck
   */
  public HealthHandlers(Pool pool, boolean hasConfiguredSender, int stuckSeconds) {
    this.pool = pool;
    this.hasConfiguredSender = hasConfiguredSender;
    this.stuckSeconds = stuckSeconds;
  }

  /**
   * Reads counters and a row of each sender, however many mails there are; of what waits in flows
   * at most 100,000 rows of a kind.
   */
  public Future<JsonResponse> show(AdminRequest request) {
    long workspaceId = request.id();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(exists -> FlowHealth.read(pool, workspaceId, stuckSeconds))
        .compose(
            flows ->
                MailCounts.ofWorkspace(pool, workspaceId)
                    .compose(
                        messages ->
                            senders(workspaceId).map(senders -> json(flows, messages, senders))))
        .map(health -> JsonResponse.of(Map.of("health", health)));
  }

  private static Map<String, @Nullable Object> json(
      FlowHealth flows, Map<String, Long> messages, List<Map<String, @Nullable Object>> senders) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("pendingCauses", flows.pendingCauses());
    json.put("oldestCauseSeconds", flows.oldestCauseSeconds().orElse(null));
    json.put("dueSteps", flows.dueSteps());
    json.put("oldestDueSeconds", flows.oldestDueSeconds().orElse(null));
    json.put("stuckRuns", flows.stuckRuns());
    json.put("messages", messages);
    json.put("senders", senders);
    return json;
  }

  private Future<List<Map<String, @Nullable Object>>> senders(long workspaceId) {
    return Senders.ids(pool, workspaceId)
        .compose(
            ids -> {
              List<Long> all = new ArrayList<>(ids);
              if (hasConfiguredSender) {
                all.add(Sender.CONFIGURED);
              }
              return SenderState.read(pool, all).map(states -> json(all, states));
            });
  }

  private static List<Map<String, @Nullable Object>> json(
      List<Long> ids, List<SenderState> states) {
    Map<Long, SenderState> byId =
        states.stream().collect(Collectors.toMap(SenderState::senderId, Function.identity()));
    return ids.stream().map(id -> json(id, byId.get(id))).toList();
  }

  /**
   * All workspaces use the configured sender, and what its server says may be about the mail of
   * another one.
   */
  private static Map<String, @Nullable Object> json(long id, @Nullable SenderState state) {
    boolean isConfigured = id == Sender.CONFIGURED;
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", isConfigured ? null : Long.toString(id));
    json.put("status", state != null && state.isBackingOff() ? "backing_off" : "ok");
    json.put("lastReply", state == null || isConfigured ? null : state.lastReply().orElse(null));
    return json;
  }
}
