package dev.shopwire.automation.definitions.language;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.language.References.Kind;
import dev.shopwire.automation.names.Mentions;
import dev.shopwire.automation.names.Vocabulary;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.StorableText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A definition as it was sent: what it names is not looked up yet. Not thread-safe. */
public final class DefinitionDraft {
  /** In bytes of UTF-8, as compact JSON. */
  static final int MAX_BYTES = 64 << 10;

  /** Of objects and arrays: far more than steps need, and safe for what contains definitions. */
  static final int MAX_DEPTH = 100;

  private final JsonNode json;
  private final String pointer;
  private final DefinitionFaults ofSize = new DefinitionFaults();
  private final MentionCollector mentioned = new MentionCollector();

  private DefinitionDraft(JsonNode json, String pointer) {
    this.json = json;
    this.pointer = pointer;
    long bytes = StorableText.utf8Length(json.toString());
    if (bytes > MAX_BYTES) {
      ofSize.add(
          pointer, "too_long", "expected at most " + MAX_BYTES + " bytes as JSON, got " + bytes);
    } else if (depth(json) > MAX_DEPTH) {
      ofSize.add(pointer, "too_deep", "expected JSON nested at most " + MAX_DEPTH + " deep");
    }
  }

  private static int depth(JsonNode json) {
    int deepest = 0;
    for (JsonNode child : json) {
      deepest = Math.max(deepest, depth(child));
    }
    return deepest + (json.isContainerNode() ? 1 : 0);
  }

  /**
   * @param json whatever was sent
   * @param pointer to it, for faults
   */
  public static DefinitionDraft of(JsonNode json, String pointer) {
    DefinitionDraft draft = new DefinitionDraft(json, pointer);
    if (draft.ofSize.isEmpty()) {
      // What is wrong is reported by the check, which reads it again.
      DefinitionReader.read(json, pointer, draft.mentioned, new DefinitionFaults());
    }
    return draft;
  }

  /** What the vocabulary must know beside the fields, apps and segments of the workspace. */
  public Mentions mentions() {
    return mentioned.mentions();
  }

  /** The ids of templates that are mentioned. */
  public Set<Long> templates() {
    return mentioned.ids(Kind.TEMPLATE);
  }

  /** The ids of senders that are mentioned. */
  public Set<Long> senders() {
    return mentioned.ids(Kind.SENDER);
  }

  /** The ids of topics that are mentioned. */
  public Set<Long> topics() {
    return mentioned.ids(Kind.TOPIC);
  }

  /** Which of the mentioned ids the workspace has. */
  public record Existing(Set<Long> templates, Set<Long> senders, Set<Long> topics) {}

  /**
   * What the check of a definition found.
   *
   * @param definition empty if there are faults
   */
  public record Checked(Optional<StoredDefinition> definition, List<ValidationError> faults) {}

  /** Looks up what it names, and checks it as a whole. */
  public Checked check(Vocabulary vocabulary, Existing existing) {
    if (!ofSize.isEmpty()) {
      return new Checked(Optional.empty(), ofSize.all());
    }
    DefinitionFaults faults = new DefinitionFaults();
    CheckedReferences references =
        new CheckedReferences(
            vocabulary,
            mentioned,
            Map.of(
                Kind.TEMPLATE,
                existing.templates(),
                Kind.SENDER,
                existing.senders(),
                Kind.TOPIC,
                existing.topics()));
    JsonNode stored = json.deepCopy();
    Optional<FlowDefinition> definition =
        DefinitionReader.read(stored, pointer, references, faults);
    faults.addAll(references.faultsOfNames());
    return new Checked(
        definition.filter(read -> faults.isEmpty()).map(read -> new StoredDefinition(stored)),
        faults.all());
  }
}
