package dev.shopwire.automation.sql;

import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.common.postgres.SqlParameters;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the SQL of a condition is written for, and where its parameters are collected. For one
 * statement; not thread-safe.
 *
 * @param now the moment of the evaluation, of microseconds at most, by PostgreSQL's clock
 * @param zone whose days the condition's dates are
 * @param definitions of the segments that the condition nests, by id, and of those that they nest
 * @param apps the ids of all apps of the workspace
 * @param arrival events count only if they arrived before it; empty if all count
 */
public record SqlScope(
    long workspaceId,
    Instant now,
    ZoneId zone,
    Map<Long, SegmentDefinition> definitions,
    List<Long> apps,
    SqlParameters parameters,
    Optional<Instant> arrival) {
  public SqlScope {
    definitions = Map.copyOf(definitions);
    apps = List.copyOf(apps);
  }

  /** For all events that are stored. */
  public SqlScope(
      long workspaceId,
      Instant now,
      ZoneId zone,
      Map<Long, SegmentDefinition> definitions,
      List<Long> apps,
      SqlParameters parameters) {
    this(workspaceId, now, zone, definitions, apps, parameters, Optional.empty());
  }

  /** The same scope for another statement. */
  public SqlScope fresh() {
    return new SqlScope(workspaceId, now, zone, definitions, apps, new SqlParameters(), arrival);
  }

  /** The scope of the condition of a segment that is nested in this one. */
  public SqlScope in(SegmentDefinition nested) {
    return in(nested.zone());
  }

  public SqlScope in(ZoneId other) {
    return new SqlScope(workspaceId, now, other, definitions, apps, parameters, arrival);
  }

  /** The definition of a segment that the condition nests. */
  public SegmentDefinition definition(long segment) {
    SegmentDefinition definition = definitions.get(segment);
    if (definition == null) {
      throw new IllegalArgumentException("The definition of segment " + segment + " is missing");
    }
    return definition;
  }

  /** The placeholder of the workspace's id. */
  public String workspace() {
    return add(workspaceId);
  }

  /** Adds a parameter and returns its placeholder. */
  public String add(@Nullable Object value) {
    return parameters.add(value);
  }

  public String add(Instant instant) {
    return parameters.add(instant.atOffset(ZoneOffset.UTC)) + "::timestamptz";
  }

  /**
   * SQL that limits a column to one app, or to those of the workspace.
   *
   * @param app 0 for all apps of the workspace
   */
  public String isOfApp(String column, long app) {
    if (app != 0 || apps.size() == 1) {
      return column + " = " + add(app != 0 ? app : apps.get(0));
    }
    return column + " = any(" + add(apps.toArray(Long[]::new)) + "::bigint[])";
  }
}
