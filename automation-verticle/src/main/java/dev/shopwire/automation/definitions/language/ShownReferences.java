package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.language.ConditionText;
import dev.shopwire.automation.language.Uses;
import dev.shopwire.automation.language.lookup.Labels;
import dev.shopwire.automation.names.Vocabulary;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Replaces the ids in the JSON of a stored definition by today's names. For one definition.
 *
 * <p>From readers who may not see private fields it hides what has to do with them: the members
 * that name or use one are null, and {@code hidden} is true beside them.
 */
final class ShownReferences implements References {
  /** Stands before an id where no name means the field. */
  static final String ID = "#";

  private static final String HIDDEN = "hidden";

  private final StoredReferences stored = new StoredReferences();
  private final Vocabulary vocabulary;
  private final Labels labels;
  private final boolean withPrivate;

  /**
   * @param vocabulary with all that the definition refers to
   */
  ShownReferences(Vocabulary vocabulary, boolean withPrivate) {
    this.vocabulary = vocabulary;
    this.labels = new Labels(vocabulary);
    this.withPrivate = withPrivate;
  }

  @Override
  public Condition condition(Part part, String member) {
    Condition condition = stored.condition(part, member);
    if (Uses.of(condition).fields().stream().anyMatch(this::isHidden)) {
      hide(part, member);
    } else {
      part.node().put(member, ConditionText.print(condition, vocabulary));
    }
    return condition;
  }

  private static void hide(Part part, String member) {
    part.node().putNull(member).put(HIDDEN, true);
  }

  /** A field that is gone may have been private. */
  private boolean isHidden(long id) {
    Vocabulary.Field field = vocabulary.fields().get(id);
    return !withPrivate && (field == null || field.isPrivate());
  }

  @Override
  public FieldRef field(Part part, FieldUse use) {
    FieldRef field = stored.field(part, use);
    Optional<String> app = app(field);
    if (isHidden(field.fieldId())) {
      hide(part, StoredReferences.FIELD);
      app = Optional.empty();
    } else {
      Labels.FieldLabel label = labels.fieldLabel(field.fieldId(), field.appId());
      part.node().put(StoredReferences.FIELD, label.name().orElse(ID + field.fieldId()));
    }
    putApp(part.node(), app);
    return field;
  }

  /** The app that owns the field, or whose value is meant. */
  private Optional<String> app(FieldRef field) {
    return labels.app(
        labels
            .field(field.fieldId())
            .map(Vocabulary.Field::ownerApp)
            .filter(owner -> owner != Vocabulary.SHARED)
            .orElse(field.appId()));
  }

  private static void putApp(ObjectNode json, Optional<String> app) {
    if (app.isPresent()) {
      json.put(StoredReferences.APP, app.get());
    } else if (json.has(StoredReferences.APP)) {
      json.putNull(StoredReferences.APP);
    }
  }

  @Override
  public long app(Part part) {
    long app = stored.app(part);
    putApp(part.node(), labels.app(app));
    return app;
  }

  @Override
  public long id(Part part, String member, Kind kind) {
    return stored.id(part, member, kind);
  }

  @Override
  public Set<Long> affiliates(Part part) {
    return stored.affiliates(part);
  }

  @Override
  public void value(Part part, String member, FieldRef field) {
    if (isHidden(field.fieldId())) {
      part.node().putNull(member);
    }
  }

  @Override
  public Map<String, FieldRef> placeholders(Part part, ObjectNode data) {
    Map<String, FieldRef> fields = stored.placeholders(part, data);
    part.node().remove(StoredReferences.FIELDS);
    if (fields.values().stream().anyMatch(field -> isHidden(field.fieldId()))) {
      hide(part, "data");
    }
    return fields;
  }
}
