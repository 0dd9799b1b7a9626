package dev.shopwire.app.segments.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What conditions of a workspace can refer to. */
final class ModelWorkspace {
  private final List<String> apps = new ArrayList<>();
  private final List<ModelField> fields = new ArrayList<>();
  private final List<ModelCustomer> customers = new ArrayList<>();
  private final List<ModelSegment> segments = new ArrayList<>();

  /** Names by id; several affiliates may have one name. */
  private final Map<String, String> affiliates = new LinkedHashMap<>();

  /** The slugs of the apps. */
  List<String> apps() {
    return apps;
  }

  List<ModelField> fields() {
    return fields;
  }

  /** In the order of their ids. */
  List<ModelCustomer> customers() {
    return customers;
  }

  List<ModelSegment> segments() {
    return segments;
  }

  Map<String, String> affiliates() {
    return affiliates;
  }

  ModelField field(String id) {
    return fields.stream().filter(field -> field.id().equals(id)).findFirst().orElseThrow();
  }

  ModelSegment segment(String id) {
    return segments.stream().filter(segment -> segment.id().equals(id)).findFirst().orElseThrow();
  }

  Optional<ModelField> owned(String owner, String name) {
    return fields.stream()
        .filter(field -> field.owner().equals(owner) && field.name().equals(name))
        .findFirst();
  }

  /**
   * The field that a name means, if it means one.
   *
   * @param app the slug before the name, or empty: then the shared field, otherwise the only app's
   */
  Optional<ModelField> resolve(String app, String name) {
    if (!app.isEmpty()) {
      return owned(app, name).or(() -> owned(ModelField.SHARED, name));
    }
    return owned(ModelField.SHARED, name)
        .or(
            () -> {
              List<ModelField> ofApps =
                  fields.stream().filter(field -> field.name().equals(name)).toList();
              return ofApps.size() == 1 ? Optional.of(ofApps.get(0)) : Optional.empty();
            });
  }
}
