package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.language.StoredCondition;
import dev.shopwire.automation.language.draft.Faults;
import dev.shopwire.automation.language.draft.Names.Target;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Reference;
import dev.shopwire.automation.language.lookup.Nesting;
import dev.shopwire.automation.language.lookup.VocabularyNames;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.templates.recipients.TemplateFields;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Looks up what a definition as it was sent refers to, and replaces names in its JSON by ids. For
 * one definition.
 */
final class CheckedReferences implements References {
  private static final String FIELD = "field";
  private static final String APP = "app";

  private final Vocabulary vocabulary;
  private final MentionCollector mentioned;
  private final Map<Kind, Set<Long>> existing;
  private final Faults ofNames = new Faults();
  private final VocabularyNames names;
  private final PlaceholderFields placeholders;

  /**
   * @param mentioned what the same definition mentions
   * @param existing which of the mentioned ids the workspace has
   */
  CheckedReferences(
      Vocabulary vocabulary, MentionCollector mentioned, Map<Kind, Set<Long>> existing) {
    this.vocabulary = vocabulary;
    this.mentioned = mentioned;
    this.existing = existing;
    this.names = new VocabularyNames(vocabulary, new Nesting(vocabulary, 0), ofNames);
    this.placeholders = new PlaceholderFields(new TemplateFields(vocabulary));
  }

  /** The faults of fields and apps, which are not with the others. */
  List<ValidationError> faultsOfNames() {
    return ofNames.isEmpty() ? List.of() : ofNames.failure().errors();
  }

  @Override
  public Condition condition(Part part, String member) {
    MentionCollector.Text text = mentioned.text(part.pointer(member));
    part.faults().addAll(text.faults());
    try {
      Optional<Condition> condition = text.draft().map(draft -> draft.resolve(vocabulary, 0));
      condition.ifPresent(found -> part.node().set(member, StoredCondition.json(found)));
      return condition.orElse(MentionCollector.EVERYONE);
    } catch (Failure failure) {
      if (failure.code() != Code.INVALID) {
        throw failure;
      }
      part.faults().addAll(failure.errors());
      return MentionCollector.EVERYONE;
    }
  }

  @Override
  public FieldRef field(Part part, FieldUse use) {
    JsonNode name = part.value(FIELD);
    if (!name.isTextual()) {
      part.fault(FIELD, "unknown_field", "must be the name of a custom field");
      return MentionCollector.NO_FIELD;
    }
    Optional<Reference.App> app =
        part.has(APP)
            ? Optional.of(new Reference.App(slug(part), Place.ofMember(part.pointer(APP))))
            : Optional.empty();
    Reference reference = reference(name.textValue(), Place.ofMember(part.pointer(FIELD)));
    return names
        .field(new Reference.Field(reference, app))
        .map(target -> found(part, target, use))
        .orElse(MentionCollector.NO_FIELD);
  }

  /** As in conditions, a field that no name stands for now is written as its id. */
  private static Reference reference(String name, Place place) {
    return name.startsWith(ShownReferences.ID)
        ? Reference.ofId(name.substring(ShownReferences.ID.length()), place)
        : Reference.ofName(name, place);
  }

  private FieldRef found(Part part, Target target, FieldUse use) {
    Vocabulary.Field field = vocabulary.fields().get(target.field());
    if (use == FieldUse.ZONE && field != null && field.type() != Vocabulary.Type.TEXT) {
      part.fault(
          FIELD, Part.TYPE_MISMATCH, "must be a field of type text, not " + field.type().id());
    }
    if (use == FieldUse.TARGET && field != null && field.isPerApp() && target.app() == 0) {
      part.fault(APP, Part.MISSING_MEMBER, "is required: the field has a value for each app");
    }
    FieldRef found = new FieldRef(target.field(), target.app());
    StoredReferences.write(part.node(), found);
    return found;
  }

  @Override
  public long app(Part part) {
    if (!part.has(APP)) {
      return 0;
    }
    Optional<Long> app =
        names.app(new Reference.App(slug(part), Place.ofMember(part.pointer(APP))));
    app.ifPresent(id -> part.node().put(APP, Long.toString(id)));
    return app.orElse(0L);
  }

  /** No app has what is no text. */
  private static String slug(Part part) {
    JsonNode app = part.value(APP);
    return app.isTextual() ? app.textValue() : app.toString();
  }

  @Override
  public long id(Part part, String member, Kind kind) {
    Optional<Long> id =
        MentionCollector.id(part.value(member)).filter(given -> exists(kind, given));
    if (id.isEmpty()) {
      String what = kind.name().toLowerCase(Locale.ROOT);
      part.fault(
          member,
          "unknown_" + what,
          "must be the id of a " + what + " of the workspace, as a string");
    }
    return id.orElse(0L);
  }

  private boolean exists(Kind kind, long id) {
    return kind == Kind.SEGMENT
        ? vocabulary.segments().containsKey(id)
        : existing.getOrDefault(kind, Set.of()).contains(id);
  }

  @Override
  public Set<Long> affiliates(Part part) {
    Set<Long> affiliates = new HashSet<>();
    List<JsonNode> items = part.items(MentionCollector.AFFILIATES, MentionCollector.MAX_AFFILIATES);
    for (int i = 0; i < items.size(); i++) {
      Optional<Long> id =
          MentionCollector.id(items.get(i)).filter(vocabulary.affiliates()::containsKey);
      id.ifPresent(affiliates::add);
      if (id.isEmpty()) {
        part.faults()
            .add(
                part.itemPointer(MentionCollector.AFFILIATES, i),
                "unknown_affiliate",
                "expected the id of an affiliate, as a string");
      }
    }
    return affiliates;
  }

  @Override
  public void value(Part part, String member, FieldRef field) {
    Vocabulary.Field known = vocabulary.fields().get(field.fieldId());
    if (known != null) {
      Literals.checkType(part, member, known.type());
    }
  }

  @Override
  public Map<String, FieldRef> placeholders(Part part, ObjectNode data) {
    Map<String, FieldRef> fields = placeholders.read(data, part.pointer("data"), part.faults());
    StoredReferences.writePlaceholders(part, fields);
    return fields;
  }
}
