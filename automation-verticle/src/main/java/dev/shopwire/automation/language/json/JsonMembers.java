package dev.shopwire.automation.language.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Faults;
import dev.shopwire.automation.language.draft.PathDraft;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.language.draft.Reference;
import dev.shopwire.automation.language.draft.TestDraft;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.Pointers;
import dev.shopwire.common.json.StorableText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads the members of one object of a condition in JSON: the pieces that several kinds of leaves
 * share. What is invalid is recorded and reads as absent. Not thread-safe.
 */
public final class JsonMembers {
  /** May be null wherever they have nothing to say. */
  private static final Set<String> KNOWN =
      Set.of(
          "id",
          "name",
          "app",
          "path",
          "op",
          "value",
          "measure",
          "property",
          "window",
          "where",
          "currency");

  private final JsonNode object;
  private final String pointer;
  private final Faults faults;
  private final Set<String> read = new HashSet<>();

  public JsonMembers(JsonNode object, String pointer, Faults faults) {
    this.object = object;
    this.pointer = pointer;
    this.faults = faults;
  }

  /** Of the object. */
  public Place place() {
    return Place.ofMember(pointer);
  }

  public Place place(String member) {
    return Place.ofMember(Pointers.field(pointer, member));
  }

  public Faults faults() {
    return faults;
  }

  /** Whether the member is there and not null. */
  public boolean has(String member) {
    return object.hasNonNull(member);
  }

  /** A member as it is; a missing node if it is absent. */
  public JsonNode value(String member) {
    read.add(member);
    return object.path(member);
  }

  /** A string; empty if the member is absent or null. */
  public Optional<String> text(String member) {
    JsonNode value = value(member);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isTextual()) {
      return faults.none(
          place(member),
          FaultCode.INVALID_VALUE,
          member + ": expected a string, got " + JsonTypes.name(value));
    }
    Optional<String> problem = StorableText.findProblem(value.textValue());
    return problem.isPresent()
        ? faults.none(place(member), FaultCode.INVALID_TEXT, member + " " + problem.get())
        : Optional.of(value.textValue());
  }

  /**
   * The same for a member that must be there.
   *
   * @param expected for messages
   */
  public Optional<String> required(String member, String expected) {
    if (!has(member)) {
      read.add(member);
      return faults.none(
          place(member), FaultCode.INVALID_VALUE, "expected " + expected + ", got nothing");
    }
    return text(member);
  }

  public Optional<Reference.App> app() {
    return text("app").map(slug -> new Reference.App(slug, place("app")));
  }

  /** What {@code id} or else {@code name} refers to. */
  public Optional<Reference> reference(String what) {
    Optional<String> id = text("id");
    Optional<String> name = text("name");
    if (id.isPresent()) {
      return id.map(digits -> Reference.ofId(digits, place("id")));
    }
    if (has("id") || has("name")) {
      return name.map(text -> Reference.ofName(text, place("name")));
    }
    return faults.none(
        place("name"),
        FaultCode.INVALID_VALUE,
        "expected the id or the name of " + what + ", got nothing");
  }

  /** A path, if it is there. */
  public Optional<PathDraft> path(String member) {
    return text(member).map(path -> new PathDraft(path, place(member)));
  }

  public Optional<PathDraft> requiredPath(String member) {
    return required(member, "a property").map(path -> new PathDraft(path, place(member)));
  }

  /** {@code op} and {@code value}. */
  public TestDraft test() {
    return new JsonTests(this).test();
  }

  /** When events must have occurred, if that is said. */
  public Optional<TestDraft> window() {
    JsonNode value = value("window");
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    return object(value, place("window").pointer(), JsonMembers::test);
  }

  /** The filters that are there. */
  public <F> List<F> where(Function<JsonMembers, Optional<F>> filter) {
    JsonNode value = value("where");
    List<F> filters = new ArrayList<>(0);
    if (value.isMissingNode() || value.isNull()) {
      return filters;
    }
    if (!value.isArray()) {
      faults.add(
          place("where"),
          FaultCode.INVALID_VALUE,
          "where: expected an array, got " + JsonTypes.name(value));
      return filters;
    }
    String items = place("where").pointer() + "/";
    for (int i = 0; i < value.size(); i++) {
      object(value.get(i), items + i, filter).flatMap(Function.identity()).ifPresent(filters::add);
    }
    return filters;
  }

  private <T> Optional<T> object(JsonNode value, String at, Function<JsonMembers, T> reader) {
    if (!value.isObject()) {
      return faults.none(
          Place.ofMember(at),
          FaultCode.INVALID_VALUE,
          "expected an object, got " + JsonTypes.name(value));
    }
    JsonMembers members = new JsonMembers(value, at, faults);
    T result = reader.apply(members);
    members.finish();
    return Optional.of(result);
  }

  /** Counts every member as read: what belongs there is not known. */
  public void readAll() {
    object.fieldNames().forEachRemaining(read::add);
  }

  /** Records the members that were not read: they don't belong there. */
  public void finish() {
    for (Map.Entry<String, JsonNode> member : object.properties()) {
      boolean isEmpty = member.getValue().isNull() && KNOWN.contains(member.getKey());
      if (!isEmpty && !read.contains(member.getKey())) {
        faults.add(
            place(member.getKey()), FaultCode.INVALID_VALUE, "this member does not belong here");
      }
    }
  }
}
