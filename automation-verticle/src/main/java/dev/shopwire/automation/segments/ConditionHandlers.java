package dev.shopwire.automation.segments;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.language.Draft;
import dev.shopwire.automation.reads.HeavyReads;
import dev.shopwire.automation.reads.Snapshot;
import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.automation.sql.MemberPages;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.Times;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests about conditions that are not saved. Not thread-safe; use from one
 * event loop.
 */
public final class ConditionHandlers {
  private static final String TAKE = "take";
  private static final int DEFAULT_TAKE = 10;
  private static final int MAX_TAKE = 100;

  private final Pool pool;
  private final HeavyReads heavy;

  /**
   * @param pool for reads that take milliseconds
   */
  public ConditionHandlers(Pool pool, HeavyReads heavy) {
    this.pool = pool;
    this.heavy = heavy;
  }

  public Future<JsonResponse> check(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    BodyFaults faults = new BodyFaults();
    ConditionInput condition = ConditionInput.read(input, faults, true);
    faults.throwIfAny(input);
    return resolve(request.id(), condition)
        .map(
            resolved ->
                JsonResponse.of(Map.of("check", SegmentJson.check(resolved, condition.isText()))));
  }

  public Future<JsonResponse> preview(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    BodyFaults faults = new BodyFaults();
    ConditionInput condition = ConditionInput.read(input, faults, true);
    int take = take(input);
    faults.throwIfAny(input);
    return resolve(request.id(), condition)
        .compose(
            resolved ->
                heavy.run(
                    request.id(),
                    snapshot -> preview(resolved, condition.isText(), take, snapshot)))
        .map(preview -> JsonResponse.of(Map.of("preview", preview)));
  }

  private static int take(JsonInput input) {
    JsonNode given = input.value(TAKE);
    if (given.isMissingNode() || given.isNull()) {
      return DEFAULT_TAKE;
    }
    boolean isValid =
        given.isIntegralNumber()
            && given.canConvertToInt()
            && given.intValue() >= 0
            && given.intValue() <= MAX_TAKE;
    if (!isValid) {
      input.addError(TAKE, "invalid_number", "must be a whole number from 0 to " + MAX_TAKE);
    }
    return isValid ? given.intValue() : DEFAULT_TAKE;
  }

  /**
   * Faults are found before the read waits for its turn, and soon if PostgreSQL does not respond.
   */
  private Future<Resolved> resolve(long workspaceId, ConditionInput condition) {
    Draft draft = condition.draft().orElseThrow();
    ZoneId zone = condition.zoneOrDefault();
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(
            exists ->
                Snapshots.read(
                    pool, connection -> Resolved.of(connection, workspaceId, draft, zone)));
  }

  private static Future<Map<String, @Nullable Object>> preview(
      Resolved resolved, boolean isText, int take, Snapshot snapshot) {
    long start = System.nanoTime();
    MemberPages pages = new MemberPages(resolved.scope(snapshot.at()), resolved.condition());
    return pages
        .preview(snapshot.connection(), take)
        .compose(
            found ->
                CustomerRows.byIds(snapshot.connection(), resolved.workspaceId(), found.sample())
                    .map(
                        sample -> {
                          Map<String, @Nullable Object> json = SegmentJson.check(resolved, isText);
                          json.put("count", found.count());
                          json.put("sample", sample);
                          json.put("at", Times.format(snapshot.at().atOffset(ZoneOffset.UTC)));
                          json.put("milliseconds", (System.nanoTime() - start) / 1_000_000);
                          return json;
                        }));
  }
}
