package dev.shopwire.common.json;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.common.failure.Fault;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The members of a request's object under their documented names, and which of them were asked for.
 * Not thread-safe.
 */
final class JsonFields {
  private static final int MAX_SHOWN = 100;

  /** A member under the name that it came with, which is how errors call it. */
  private record Member(String name, JsonNode value) {}

  private final String pointer;
  private final Map<String, Member> members = new LinkedHashMap<>();

  /** Members that came under another name too, with another value. */
  private final Map<String, Member> conflicting = new LinkedHashMap<>();

  private final Set<String> read = new HashSet<>();

  /**
   * @param aliases other names that a member may come with, and its own
   */
  JsonFields(JsonNode object, String pointer, Map<String, String> aliases) {
    this.pointer = pointer;
    object
        .properties()
        .forEach(
            entry ->
                add(
                    aliases.getOrDefault(entry.getKey(), entry.getKey()),
                    new Member(entry.getKey(), entry.getValue())));
  }

  /** Of a member that comes under several names the documented one wins, unless it is null. */
  private void add(String name, Member member) {
    Member other = members.putIfAbsent(name, member);
    if (other == null) {
      return;
    }
    boolean wins = other.value.isNull() || (member.name.equals(name) && !member.value.isNull());
    if (wins) {
      members.put(name, member);
    }
    if (!other.value.isNull() && !member.value.isNull() && !member.value.equals(other.value)) {
      conflicting.put(name, wins ? other : member);
    }
  }

  /** The other name of a member that also came with another value, if it did. */
  Optional<String> conflictingName(String name) {
    return Optional.ofNullable(conflicting.get(name)).map(Member::name);
  }

  List<String> names() {
    read.addAll(members.keySet());
    return List.copyOf(members.keySet());
  }

  /** A missing node if it is absent. */
  JsonNode value(String name) {
    read.add(name);
    Member member = members.get(name);
    return member == null ? MissingNode.getInstance() : member.value;
  }

  String pointerTo(String name) {
    return Pointers.member(pointer, sentName(name));
  }

  /** How a member is called to its sender. */
  String called(String name) {
    String sent = sentName(name);
    boolean shown = Text.flaw(sent).isEmpty() && Text.length(sent) <= MAX_SHOWN;
    return shown ? sent : "This member";
  }

  private String sentName(String name) {
    Member member = members.get(name);
    return member == null ? name : member.name;
  }

  /** Members but for {@code known}, and the other names of those that came under two. */
  Stream<Fault> ignored(Set<String> known) {
    Stream<Fault> conflicts =
        conflicting.entrySet().stream()
            .map(
                entry ->
                    fault(
                        entry.getValue().name,
                        "conflicting_fields",
                        "differs from " + entry.getKey() + " and was ignored"));
    Stream<Fault> unknown =
        members.entrySet().stream()
            .filter(entry -> !known.contains(entry.getKey()))
            .map(
                entry ->
                    fault(
                        entry.getValue().name,
                        "unknown_member",
                        "is not a member that Shopwire knows, it was ignored"));
    return Stream.concat(conflicts, unknown);
  }

  /** Members that nobody asked for. */
  Stream<Fault> unread() {
    return members.entrySet().stream()
        .filter(entry -> !read.contains(entry.getKey()))
        .map(
            entry ->
                fault(
                    entry.getValue().name,
                    "unknown_field",
                    "is not a field that Shopwire knows here"));
  }

  private Fault fault(String name, String code, String complaint) {
    String place = Pointers.member(pointer, name);
    return new Fault(place, code, place.substring(pointer.length() + 1) + " " + complaint);
  }
}
