package dev.shopwire.automation.language.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.conditions.Leaf;
import dev.shopwire.automation.language.draft.DraftLeaf;
import dev.shopwire.automation.language.json.JsonLabels;
import dev.shopwire.automation.language.json.JsonMembers;
import dev.shopwire.automation.language.text.TextForms;
import dev.shopwire.automation.language.text.TextReader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The closed list of the kinds of leaves, and the one place that chooses among them. A new kind is
 * one class and one line here; there is one for each class of leaves.
 */
public final class Kinds {
  private static final List<Kind<?>> ALL =
      List.of(
          new FieldKind(),
          new MemberKind(),
          new EventKind(),
          new PageKind(),
          new SessionsKind(),
          new ContactKind(),
          new CreditKind(),
          new LifecycleKind(),
          new SegmentKind(),
          new EveryoneKind());

  private static final Map<Class<?>, Kind<?>> BY_LEAF =
      ALL.stream().collect(Collectors.toMap(Kind::leaf, Function.identity()));

  private static final Map<String, Kind<?>> BY_TYPE =
      ALL.stream().collect(Collectors.toMap(Kind::type, Function.identity()));

  private static final Map<String, Kind<?>> BY_WORD =
      ALL.stream()
          .flatMap(kind -> kind.heads().stream().map(head -> Map.entry(word(head), kind)))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  /** What the text of a leaf may start with, for messages. */
  public static final String HEADS =
      ALL.stream().flatMap(kind -> kind.heads().stream()).collect(Collectors.joining(", "));

  /** The types in JSON, for messages. */
  public static final String TYPES = ALL.stream().map(Kind::type).collect(Collectors.joining(", "));

  private Kinds() {}

  private static String word(String head) {
    return head.replace(":", "").toLowerCase(Locale.ROOT);
  }

  @SuppressWarnings("unchecked") // the key is the class of the kind's leaves
  private static <L extends Leaf> Kind<L> of(L leaf) {
    Kind<?> kind = BY_LEAF.get(leaf.getClass());
    if (kind == null) {
      throw new IllegalStateException("No kind has leaves of " + leaf.getClass());
    }
    return (Kind<L>) kind;
  }

  /** Whether there is a kind of this class of leaves. */
  static boolean has(Class<?> leaf) {
    return BY_LEAF.containsKey(leaf);
  }

  /** Reads the leaf that starts with the next token; empty if none starts with its word. */
  public static Optional<DraftLeaf> parse(TextReader text) {
    return text.peekWord()
        .flatMap(word -> Optional.ofNullable(BY_WORD.get(word)))
        .map(kind -> kind.parse(text));
  }

  public static boolean isType(String type) {
    return BY_TYPE.containsKey(type);
  }

  /** Reads a leaf of a type that there is; empty if it can't even be checked, which is recorded. */
  public static Optional<DraftLeaf> read(String type, JsonMembers members) {
    return Stream.ofNullable(BY_TYPE.get(type)).findFirst().flatMap(kind -> kind.read(members));
  }

  public static String print(Leaf leaf, TextForms forms) {
    return of(leaf).print(leaf, forms);
  }

  /** Adds the type and the other members to {@code json}. */
  public static void write(Leaf leaf, ObjectNode json, JsonLabels labels) {
    Kind<Leaf> kind = of(leaf);
    kind.write(leaf, json.put("type", kind.type()), labels);
  }

  /** Adds what the leaf refers to. */
  public static void uses(Leaf leaf, UseCollector uses) {
    of(leaf).uses(leaf, uses);
  }

  static List<LeafWarning> warnings(Leaf leaf, Warnings warnings) {
    return of(leaf).warnings(leaf, warnings);
  }
}
