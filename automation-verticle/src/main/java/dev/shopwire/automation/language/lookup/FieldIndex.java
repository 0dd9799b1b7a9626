package dev.shopwire.automation.language.lookup;

import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.Vocabulary.Field;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The custom fields of a workspace by their names. Immutable. */
public final class FieldIndex {
  private final Map<String, List<Field>> byName;

  public FieldIndex(Vocabulary vocabulary) {
    byName =
        vocabulary.fields().values().stream()
            .sorted(Comparator.comparingLong(Field::id))
            .collect(Collectors.groupingBy(Field::name, HashMap::new, Collectors.toList()));
  }

  /** The field that this app's pushes of this name write to, if there is one. */
  public Optional<Field> ofApp(long app, String name) {
    Optional<Field> own = owned(app, name);
    return own.isPresent() ? own : shared(name);
  }

  /** The shared field of this name, if there is one. */
  public Optional<Field> shared(String name) {
    return owned(Vocabulary.SHARED, name);
  }

  Optional<Field> owned(long app, String name) {
    return named(name).stream().filter(field -> field.ownerApp() == app).findFirst();
  }

  /** The fields of this name that apps own. */
  public List<Field> ofApps(String name) {
    return named(name).stream().filter(field -> field.ownerApp() != Vocabulary.SHARED).toList();
  }

  private List<Field> named(String name) {
    return byName.getOrDefault(name, List.of());
  }
}
