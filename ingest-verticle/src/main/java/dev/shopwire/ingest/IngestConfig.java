package dev.shopwire.ingest;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.config.SharedSettings;
import dev.shopwire.common.redis.RedisConfig;
import dev.shopwire.common.tenancy.RateLimits;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.ingest.affiliate.AffiliateConfig;
import dev.shopwire.ingest.events.GroupWriter;
import dev.shopwire.ingest.events.UsageEventLimits;
import java.time.Duration;

/**
 * The ingest role's settings.
 *
 * @param port of the public listener; 0 lets the system choose
 * @param bodyBytes maximum size of a request body, both as sent and decompressed
 * @param requestTime how long a body may take to arrive and a response to be read
 * @param keyFailures requests per minute without a valid key that clients of one address may send
 *     before they get 429
 * @param keyTrust how long an API key is trusted without querying PostgreSQL
 * @param connections to PostgreSQL for short queries, per verticle instance
 * @param retentionMonths number of whole months of events to keep; 0 keeps all
 * @param maxReportLag how far an app's reports may lag before its events are rejected; zero: no
 *     limit
 */
public record IngestConfig(
    String host,
    int port,
    int bodyBytes,
    Duration requestTime,
    Duration keyTrust,
    int keyFailures,
    RedisConfig redis,
    RateLimits rateLimits,
    ShopDomain domains,
    UsageEventLimits events,
    GroupWriter.Limits groups,
    int connections,
    int retentionMonths,
    Duration maxReportLag,
    AffiliateConfig affiliate) {
  private static final int MAX = 1_000_000_000;

  public static IngestConfig of(Settings settings) {
    UsageEventLimits events = events(settings);
    return new IngestConfig(
        settings.text("http.host", "0.0.0.0"),
        settings.port("http.port", 8080),
        SharedSettings.bodyBytes(settings),
        SharedSettings.requestTime(settings),
        Duration.ofMillis(settings.integer("keys.trust.millis", 800, 10, 900)),
        settings.integer("keys.failures.per.minute", 60, 1, MAX),
        RedisConfig.of(settings),
        new RateLimits(
            settings.integer("limits.requests.per.second", 100, 1, MAX),
            settings.integer("limits.events.per.second", 20_000, 1, MAX),
            settings.integer("limits.burst.seconds", 2, 1, 3_600),
            settings.integer(
                "limits.bytes.per.second", RateLimits.DEFAULT_BYTES_PER_SECOND, 1_024, MAX)),
        ShopDomain.of(settings),
        events,
        new GroupWriter.Limits(
            settings.integer("ingest.group.events", 1_000, 1, 10_000),
            settings.integer("ingest.queue.events", 20_000, 200, 1_000_000),
            Duration.ofMillis(settings.integer("ingest.write.millis", 1_700, 100, 60_000))),
        settings.integer("ingest.connections", 2, 1, 100),
        settings.integer("events.retention.months", 0, 0, 1_200),
        Duration.ofMillis(settings.integer("rollups.behind.millis", 3_500, 0, 15_000)),
        AffiliateConfig.of(settings));
  }

  private static UsageEventLimits events(Settings settings) {
    return new UsageEventLimits(
        settings.integer("limits.batch.events", 200, 1, 10_000),
        settings.integer("limits.event.name.length", 100, 1, 500),
        settings.integer("limits.event.id.length", 128, 1, 600),
        SharedSettings.propertiesBytes(settings),
        settings.integer("limits.properties.members", 100, 0, 10_000),
        settings.integer("limits.properties.depth", 8, 1, 100),
        settings.integer("limits.path.length", 2_048, 1, 100_000),
        settings.integer("limits.session.key.length", 128, 1, 600),
        Duration.ofHours(settings.integer("limits.future.hours", 24, 0, 24 * 365)));
  }
}
