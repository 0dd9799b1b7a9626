package dev.shopwire.automation.language.lookup;

import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Faults;
import dev.shopwire.automation.language.draft.Limits;
import dev.shopwire.automation.language.draft.Names;
import dev.shopwire.automation.language.draft.Operand;
import dev.shopwire.automation.language.draft.Reference;
import dev.shopwire.automation.language.draft.Shown;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.automation.names.Vocabulary.Field;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds what names stand for in a workspace as it is now. For one condition. */
public final class VocabularyNames implements Names {
  private static final int MAX_SHOWN = 10;

  private final Vocabulary vocabulary;
  private final FieldIndex fields;
  private final Affiliates affiliates;
  private final Nesting nesting;
  private final Faults faults;

  public VocabularyNames(Vocabulary vocabulary, Nesting nesting, Faults faults) {
    this.vocabulary = vocabulary;
    this.fields = new FieldIndex(vocabulary);
    this.affiliates = new Affiliates(vocabulary, faults);
    this.nesting = nesting;
    this.faults = faults;
  }

  @Override
  public Faults faults() {
    return faults;
  }

  @Override
  public Optional<Long> app(Reference.App app) {
    Optional<Long> id = idOf(app.name(), vocabulary.apps());
    return id.isPresent()
        ? id
        : faults.none(
            app.place(), FaultCode.UNKNOWN_APP, "There is no app " + Shown.text(app.name()));
  }

  private static Optional<Long> idOf(String name, Map<Long, String> names) {
    return names.entrySet().stream()
        .filter(entry -> entry.getValue().equals(name))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  @Override
  public Optional<Target> field(Reference.Field reference) {
    if (reference.field().id().isPresent()) {
      return byId(reference);
    }
    return reference.app().isPresent()
        ? app(reference.app().get()).flatMap(app -> ofApp(reference.field(), app))
        : ofWorkspace(reference.field());
  }

  /** The app matters only where the field has a value for each app. */
  private Optional<Target> byId(Reference.Field reference) {
    Field field = vocabulary.fields().get(reference.field().id().getAsLong());
    if (field == null) {
      return unknown(reference.field());
    }
    return field.isPerApp()
        ? appOrAll(reference.app()).map(app -> target(field, app))
        : Optional.of(target(field, NO_APP));
  }

  private Optional<Target> ofApp(Reference reference, long app) {
    Optional<Field> field = fields.ofApp(app, reference.name());
    return field.isPresent()
        ? field.map(found -> target(found, found.isPerApp() ? app : NO_APP))
        : unknown(reference);
  }

  private Optional<Target> ofWorkspace(Reference reference) {
    Optional<Field> shared = fields.shared(reference.name());
    if (shared.isPresent()) {
      return shared.map(field -> target(field, NO_APP));
    }
    List<Field> owned = fields.ofApps(reference.name());
    return switch (owned.size()) {
      case 0 -> unknown(reference);
      case 1 -> Optional.of(target(owned.get(0), NO_APP));
      default -> ambiguous(reference, owned);
    };
  }

  private static Target target(Field field, long app) {
    return new Target(field.id(), app, field.name(), Optional.of(field.type()));
  }

  private <T> Optional<T> unknown(Reference reference) {
    return faults.none(
        reference.place(),
        FaultCode.UNKNOWN_FIELD,
        "There is no custom field " + reference.shown());
  }

  private <T> Optional<T> ambiguous(Reference reference, List<Field> owned) {
    String candidates =
        owned.stream()
            .limit(MAX_SHOWN)
            .map(field -> "cf:" + vocabulary.apps().get(field.ownerApp()) + "/" + field.name())
            .collect(Collectors.joining(", "));
    return faults.none(
        reference.place(),
        FaultCode.AMBIGUOUS_FIELD,
        "Several apps have a custom field "
            + reference.shown()
            + ": expected one of "
            + candidates);
  }

  @Override
  public Optional<Long> segment(Reference reference) {
    Optional<Long> id = segmentId(reference);
    if (id.isEmpty()) {
      return faults.none(
          reference.place(), FaultCode.UNKNOWN_SEGMENT, "There is no segment " + reference.shown());
    }
    Optional<String> ring = nesting.ring(id.get());
    if (ring.isPresent()) {
      return faults.none(
          reference.place(), FaultCode.SEGMENT_CYCLE, "Segments nest each other: " + ring.get());
    }
    return nesting.depth(id.get()) > Limits.NESTED_SEGMENTS
        ? faults.none(
            reference.place(),
            FaultCode.NESTED_TOO_DEEP,
            "expected segments nested at most %d deep, got %d"
                .formatted(Limits.NESTED_SEGMENTS, nesting.depth(id.get())))
        : id;
  }

  private Optional<Long> segmentId(Reference reference) {
    if (reference.id().isPresent()) {
      long id = reference.id().getAsLong();
      return vocabulary.segments().containsKey(id) ? Optional.of(id) : Optional.empty();
    }
    return vocabulary.segments().values().stream()
        .filter(segment -> segment.name().equals(reference.name()))
        .map(Vocabulary.Segment::id)
        .findFirst();
  }

  @Override
  public Optional<Long> affiliate(Operand affiliate) {
    return affiliates.find(affiliate);
  }
}
