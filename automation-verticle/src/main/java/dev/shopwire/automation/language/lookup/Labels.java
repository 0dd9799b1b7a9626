package dev.shopwire.automation.language.lookup;

import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.Vocabulary.Field;
import java.util.List;
import java.util.Optional;

/** What fields, apps, segments and affiliates are called in a workspace now. Immutable. */
public final class Labels {
  private final Vocabulary vocabulary;
  private final FieldIndex fields;

  public Labels(Vocabulary vocabulary) {
    this.vocabulary = vocabulary;
    this.fields = new FieldIndex(vocabulary);
  }

  /**
   * The shortest name by which a field is found.
   *
   * @param app empty if none is needed
   * @param name empty if none means the field: then only its id does
   */
  public record FieldLabel(Optional<String> app, Optional<String> name) {}

  public Optional<Field> field(long id) {
    return Optional.ofNullable(vocabulary.fields().get(id));
  }

  /** The apps' own fields with the name of this shared one, which hide it from these apps. */
  public List<Field> shadowing(Field field) {
    return field.ownerApp() == Vocabulary.SHARED ? fields.ofApps(field.name()) : List.of();
  }

  /**
   * @param app whose value of an all-apps field is meant, or 0
   */
  public FieldLabel fieldLabel(long id, long app) {
    Optional<Field> field = field(id);
    Optional<String> name = field.map(Field::name);
    if (field.isEmpty()) {
      return new FieldLabel(app(app), name);
    }
    if (field.get().ownerApp() != Vocabulary.SHARED) {
      boolean isOnlyOne =
          fields.shared(field.get().name()).isEmpty()
              && fields.ofApps(field.get().name()).size() == 1;
      return new FieldLabel(isOnlyOne ? Optional.empty() : app(field.get().ownerApp()), name);
    }
    boolean isHidden = app != 0 && fields.owned(app, field.get().name()).isPresent();
    return new FieldLabel(app(app), isHidden ? Optional.empty() : name);
  }

  /** The name of an app; empty for 0, which stands for all. */
  public Optional<String> app(long id) {
    return Optional.ofNullable(vocabulary.apps().get(id));
  }

  public Optional<String> segment(long id) {
    return Optional.ofNullable(vocabulary.segments().get(id)).map(Vocabulary.Segment::name);
  }

  /** The name of an affiliate if no other one has it. */
  public Optional<String> affiliate(long id) {
    return Optional.ofNullable(vocabulary.affiliates().get(id))
        .filter(
            name -> vocabulary.affiliates().values().stream().filter(name::equals).count() == 1);
  }
}
