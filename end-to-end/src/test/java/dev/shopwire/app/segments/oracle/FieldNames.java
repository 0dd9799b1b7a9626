package dev.shopwire.app.segments.oracle;

import java.util.ArrayList;
import java.util.List;

/** By which names a field can be meant. */
final class FieldNames {
  private FieldNames() {}

  /**
   * The apps that may stand before the field's name; one of them is empty if the name alone means
   * the field. With an app, a field of which each app has a value means another value.
   */
  static List<String> apps(ModelWorkspace workspace, ModelField field) {
    List<String> apps = new ArrayList<>();
    apps.add("");
    apps.addAll(workspace.apps());
    apps.removeIf(
        app -> workspace.resolve(app, field.name()).filter(found -> found.equals(field)).isEmpty());
    return apps;
  }
}
