package dev.shopwire.sources;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.secrets.SecretKeysConfig;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.addresses.AddressConfig;
import dev.shopwire.sources.addresses.SourceAddresses;
import dev.shopwire.sources.linked.ValueLimits;
import dev.shopwire.sources.report.ReportLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The sources role's settings.
 *
 * @param connections PostgreSQL connections for calls
 * @param pullConnections PostgreSQL connections for what is fetched
 * @param secrets the keys of tokens
 * @param addresses which hosts may be connected to
 * @param dialects a directory of dialect files in addition to those of the release
 * @param request how long one request to the partner interface may take in all
 * @param domains decides which domains belong to shops
 * @param reports the limits of reports
 * @param values limits of the values of linked fields
 * @param keptBytes of the differences of a workspace's runs of linked queries
 */
public record SourcesConfig(
    int connections,
    int pullConnections,
    SecretKeysConfig secrets,
    AddressConfig addresses,
    Optional<Path> dialects,
    Duration request,
    ShopDomain domains,
    ReportLimits reports,
    ValueLimits values,
    long keptBytes) {

  public static SourcesConfig of(Settings settings) {
    int connections = settings.integer("sources.connections", 2, 1, 1_000);
    return new SourcesConfig(
        connections,
        settings.integer("sources.pull.connections", 2, 1, 100),
        SecretKeysConfig.shared(settings),
        AddressConfig.of(settings),
        settings.text("partner.dialects").map(Path::of),
        Duration.ofMillis(settings.integer("partner.request.millis", 30_000, 100, 600_000)),
        ShopDomain.of(settings),
        ReportLimits.of(settings, connections),
        ValueLimits.of(settings),
        settings.integer("sources.linked.kept.mib", 4_096, 1, 1_000_000) * (1L << 20));
  }

  /** Which addresses may be connected to. */
  public SourceAddresses rules(Postgres own) {
    return SourceAddresses.of(addresses, own.address());
  }
}
