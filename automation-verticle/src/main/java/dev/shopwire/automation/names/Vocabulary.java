package dev.shopwire.automation.names;

import dev.shopwire.automation.conditions.SegmentDefinition;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What names mean in a workspace at one moment.
 *
 * @param fields by id
 * @param apps slugs by id: all apps of the workspace
 * @param affiliates names by id, only of those that were asked for
 * @param segments by id: all of the workspace
 * @param definitions of the segments that were asked for and of all that they nest
 */
public record Vocabulary(
    Map<Long, Field> fields,
    Map<Long, String> apps,
    Map<Long, String> affiliates,
    Map<Long, Segment> segments,
    Map<Long, SegmentDefinition> definitions) {
  /** The owner of shared fields. */
  public static final long SHARED = 0;

  public Vocabulary {
    fields = Map.copyOf(fields);
    apps = Map.copyOf(apps);
    affiliates = Map.copyOf(affiliates);
    segments = Map.copyOf(segments);
    definitions = Map.copyOf(definitions);
  }

  /** The same names, with these definitions of segments. */
  public Vocabulary withDefinitions(Map<Long, SegmentDefinition> read) {
    return new Vocabulary(fields, apps, affiliates, segments, read);
  }

  /**
   * A custom field.
   *
   * @param ownerApp the app that owns it; {@link #SHARED} for a shared one
   * @param isPerApp whether it has one value per app: the scope all-apps
   */
  public record Field(
      long id, long ownerApp, String name, Type type, boolean isPerApp, boolean isPrivate) {}

  /** The types of custom fields. */
  public enum Type {
    TEXT,
    NUMBER,
    BOOLEAN,
    JSON;

    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }

    public static Type of(String id) {
      return valueOf(id.toUpperCase(Locale.ROOT));
    }
  }

  /**
   * A segment that conditions may nest.
   *
   * @param nested the ids of the segments that its own condition nests, each as often as it does
   * @param leaves how many its own condition has
   * @param usesPrivateField whether its own condition uses a private field
   */
  public record Segment(
      long id, String name, List<Long> nested, int leaves, boolean usesPrivateField) {
    public Segment {
      nested = List.copyOf(nested);
    }
  }
}
