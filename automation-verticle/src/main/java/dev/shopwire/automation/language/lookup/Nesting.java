package dev.shopwire.automation.language.lookup;

import dev.shopwire.automation.language.draft.FaultCode;
import dev.shopwire.automation.language.draft.Faults;
import dev.shopwire.automation.language.draft.Limits;
import dev.shopwire.automation.language.draft.Place;
import dev.shopwire.automation.names.Vocabulary;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which segments nest which, as if one of them had its new condition already. Not thread-safe.
 *
 * <p>A condition that nests a segment nests it 1 deep, or as many deeper as that one nests others.
 */
public final class Nesting {
  private static final int MAX_RING_SHOWN = 20;

  private final Vocabulary vocabulary;
  private final long own;
  private final Map<Long, Integer> depths = new HashMap<>();
  private final Map<Long, Long> leaves = new HashMap<>();

  /**
   * @param own the segment whose condition is checked; 0 if it has none
   */
  public Nesting(Vocabulary vocabulary, long own) {
    this.vocabulary = vocabulary;
    this.own = own;
  }

  private List<Long> nestedBy(long segment) {
    Vocabulary.Segment found = vocabulary.segments().get(segment);
    return found == null ? List.of() : found.nested();
  }

  /** The names in the ring that nesting {@code segment} would close; empty if it closes none. */
  Optional<String> ring(long segment) {
    List<Long> path = new ArrayList<>();
    path.add(own);
    return own != 0 && leadsToOwn(segment, path, new HashSet<>())
        ? Optional.of(names(path))
        : Optional.empty();
  }

  /** Depth first; {@code path} ends up with the way to the own segment. */
  private boolean leadsToOwn(long segment, List<Long> path, Set<Long> seen) {
    path.add(segment);
    if (segment == own) {
      return true;
    }
    if (seen.add(segment)) {
      for (long next : nestedBy(segment)) {
        if (leadsToOwn(next, path, seen)) {
          return true;
        }
      }
    }
    path.remove(path.size() - 1);
    return false;
  }

  private String names(List<Long> path) {
    return path.stream().limit(MAX_RING_SHOWN).map(this::name).collect(Collectors.joining(" → "));
  }

  private String name(long segment) {
    Vocabulary.Segment found = vocabulary.segments().get(segment);
    return found == null ? "this segment" : found.name();
  }

  /** How deep a condition nests segments by nesting {@code segment}: 1 or more. */
  int depth(long segment) {
    Integer known = depths.get(segment);
    if (known != null) {
      return known;
    }
    depths.put(segment, 1); // ends rings, which there should not be
    int depth = 1 + nestedBy(segment).stream().mapToInt(this::depth).max().orElse(0);
    depths.put(segment, depth);
    return depth;
  }

  /**
   * How many leaves the segment has with all that it nests, each time that it does: its SQL has
   * them all.
   */
  long leaves(long segment) {
    Long known = leaves.get(segment);
    if (known != null) {
      return known;
    }
    Vocabulary.Segment found = vocabulary.segments().get(segment);
    long itself = found == null ? 0 : found.leaves();
    leaves.put(segment, itself);
    long all = itself + nestedBy(segment).stream().mapToLong(this::leaves).sum();
    leaves.put(segment, all);
    return all;
  }

  /**
   * Checks what the own condition makes of itself and of the segments that nest it.
   *
   * @param itself the number of its own leaves
   * @param nested the segments that it nests, each as often as it does
   * @param place of the condition
   */
  public void check(int itself, List<Long> nested, Place place, Faults faults) {
    long all = itself + nested.stream().mapToLong(this::leaves).sum();
    if (all > Limits.NESTED_LEAVES) {
      faults.add(place, FaultCode.TOO_MANY_CONDITIONS, "expected " + tooMany(all));
    }
    depths.put(own, 1 + nested.stream().mapToInt(this::depth).max().orElse(0));
    leaves.put(own, all);
    for (long user : users()) {
      if (depth(user) - 1 > Limits.NESTED_SEGMENTS) {
        faults.add(
            place,
            FaultCode.NESTED_TOO_DEEP,
            "the segment %s nests this one: expected segments nested at most %d deep, got %d"
                .formatted(name(user), Limits.NESTED_SEGMENTS, depth(user) - 1));
      }
      if (leaves(user) > Limits.NESTED_LEAVES) {
        faults.add(
            place,
            FaultCode.TOO_MANY_CONDITIONS,
            "the segment " + name(user) + " nests this one: expected " + tooMany(leaves(user)));
      }
    }
  }

  private static String tooMany(long leaves) {
    return "at most %d conditions with those of nested segments, got %d"
        .formatted(Limits.NESTED_LEAVES, leaves);
  }

  /** The segments that nest the own one, also indirectly. */
  private Set<Long> users() {
    Set<Long> users = new TreeSet<>();
    boolean grows = own != 0;
    while (grows) {
      grows = false;
      for (Vocabulary.Segment segment : vocabulary.segments().values()) {
        boolean isUser =
            segment.nested().contains(own) || segment.nested().stream().anyMatch(users::contains);
        grows |= isUser && segment.id() != own && users.add(segment.id());
      }
    }
    return users;
  }
}
