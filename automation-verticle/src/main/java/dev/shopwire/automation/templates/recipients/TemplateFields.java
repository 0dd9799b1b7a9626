package dev.shopwire.automation.templates.recipients;

import dev.shopwire.automation.language.lookup.FieldIndex;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.Vocabulary.Field;
import dev.shopwire.automation.names.VocabularyReader;
import dev.shopwire.automation.templates.language.TemplatePath;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Finds the custom fields that templates and settings name, by the rules of segments. Immutable.
 */
public final class TemplateFields {
  private static final int MAX_SHOWN = 10;

  private final Vocabulary vocabulary;
  private final FieldIndex index;

  /**
   * @param vocabulary with the fields of the names in question
   */
  public TemplateFields(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
    this.index = new FieldIndex(vocabulary);
  }

  /**
   * A field that was found.
   *
   * @param app whose value is meant; 0 for any
   */
  public record Target(Field field, long app) {}

  /** Why no field was found; the code is one of the API. */
  public record Problem(String code, String message) {}

  /** What a path stands for: a target or a problem. */
  public record Found(Optional<Target> target, Optional<Problem> problem) {
    private static Found of(Field field, long app) {
      return new Found(Optional.of(new Target(field, app)), Optional.empty());
    }

    private static Found none(String code, String message) {
      return new Found(Optional.empty(), Optional.of(new Problem(code, message)));
    }
  }

  /** Reads what the names of these paths mean now. Runs on the caller's event loop. */
  public static Future<TemplateFields> read(
      SqlClient client, long workspaceId, Collection<TemplatePath.Field> paths) {
    List<String> names = paths.stream().map(TemplatePath.Field::name).distinct().toList();
    return VocabularyReader.fields(client, workspaceId, names).map(TemplateFields::new);
  }

  /** Without an app, the shared field, else the only one that an app has. */
  public Found find(TemplatePath.Field path) {
    return path.app().isPresent() ? ofApp(path.app().get(), path.name()) : ofWorkspace(path);
  }

  private Found ofApp(String slug, String name) {
    Optional<Long> app =
        vocabulary.apps().entrySet().stream()
            .filter(entry -> entry.getValue().equals(slug))
            .map(Map.Entry::getKey)
            .findFirst();
    if (app.isEmpty()) {
      return unknown("There is no app " + slug);
    }
    return index
        .ofApp(app.get(), name)
        .map(field -> Found.of(field, field.isPerApp() ? app.get() : 0))
        .orElseGet(() -> unknown("The app " + slug + " has no custom field " + name));
  }

  private Found ofWorkspace(TemplatePath.Field path) {
    Optional<Field> shared = index.shared(path.name());
    if (shared.isPresent()) {
      return Found.of(shared.get(), 0);
    }
    List<Field> owned = index.ofApps(path.name());
    return switch (owned.size()) {
      case 0 -> unknown("There is no custom field " + path.name());
      case 1 -> Found.of(owned.get(0), 0);
      default ->
          Found.none(
              "ambiguous_field",
              "Several apps have a custom field %s: expected one of %s"
                  .formatted(path.name(), candidates(owned)));
    };
  }

  private static Found unknown(String message) {
    return Found.none("unknown_field", message);
  }

  private String candidates(List<Field> owned) {
    return owned.stream()
        .limit(MAX_SHOWN)
        .map(
            field ->
                new TemplatePath.Field(
                        Optional.ofNullable(vocabulary.apps().get(field.ownerApp())), field.name())
                    .text())
        .collect(Collectors.joining(", "));
  }
}
