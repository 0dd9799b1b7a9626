package dev.shopwire.common.query;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.json.Text;
import io.vertx.core.MultiMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A read's query parameters, read one by one. Faults are collected and told all at once by {@link
 * #check()}; what is at fault reads as if it were absent. An empty parameter is an absent one. Not
 * thread-safe.
 */
public final class Query {
  private final Map<String, String> parameters;
  private final @Nullable CursorSeal seal;
  private final List<Fault> faults = new ArrayList<>();

  /** Of a read without pages. */
  public Query(Map<String, String> parameters) {
    this.parameters = parameters;
    this.seal = null;
  }

  /**
   * @param seal of cursors
   */
  public Query(Map<String, String> parameters, CursorSeal seal) {
    this.parameters = parameters;
    this.seal = seal;
  }

  /** Of a parameter that comes twice the first one counts. */
  public static Map<String, String> first(MultiMap parameters) {
    Map<String, String> first = new LinkedHashMap<>();
    parameters.forEach(entry -> first.putIfAbsent(entry.getKey(), entry.getValue()));
    return first;
  }

  /** Of a read without pages. */
  public static Query of(MultiMap parameters) {
    return new Query(first(parameters));
  }

  /**
   * The cursors of the list that is asked for.
   *
   * @param question what it depends on, but for its page
   */
  public PageCursors cursors(AppScope caller, List<String> question) {
    if (seal == null) {
      throw new IllegalStateException("a read without pages has no cursors");
    }
    return new PageCursors(seal, caller, question);
  }

  public boolean has(String name) {
    return !parameters.getOrDefault(name, "").isBlank();
  }

  /** How these parameters came, each at its place: two alike ask for the same. */
  public List<String> wording(List<String> names) {
    return names.stream().map(name -> parameters.getOrDefault(name, "")).toList();
  }

  /** A text of up to {@code max} characters as it came; absent if it is blank. */
  public Optional<String> text(String name, int max) {
    if (!has(name)) {
      return Optional.empty();
    }
    String text = parameters.getOrDefault(name, "");
    Optional<String> flaw = Text.flaw(text);
    if (flaw.isPresent()) {
      return fault(name, "invalid_text", flaw.get());
    }
    return Text.length(text) > max
        ? fault(name, "too_long", "must have up to " + max + " characters")
        : Optional.of(text);
  }

  /** A whole number from {@code min} to {@code max}. */
  public int integer(String name, int fallback, int min, int max) {
    if (!has(name)) {
      return fallback;
    }
    String text = parameters.getOrDefault(name, "").strip();
    int value = text.matches("\\d{1,9}") ? Integer.parseInt(text) : -1;
    if (value < min || value > max) {
      fault(name, "invalid_" + name, "must be a number from " + min + " to " + max);
      return fallback;
    }
    return value;
  }

  /** One of {@code words}; another one is a fault that lists them. */
  public Optional<String> choice(String name, List<String> words) {
    Optional<String> word = text(name, 100).map(String::strip);
    return word.isPresent() && !words.contains(word.get())
        ? fault(name, "invalid_" + name, "must be one of " + String.join(", ", words))
        : word;
  }

  /**
   * Notes a fault.
   *
   * @param name of the parameter, or a place in its value after the name and a slash
   * @param complaint what follows the name
   * @return nothing, which is how the parameter reads
   */
  public <T> Optional<T> fault(String name, String code, String complaint) {
    int slash = name.indexOf('/');
    String parameter = slash < 0 ? name : name.substring(0, slash);
    faults.add(Fault.ofParameter(parameter, code, Fault.cut(name) + " " + complaint));
    return Optional.empty();
  }

  /** Notes a fault that follows from others where there are any. */
  public void faultIfNone(String name, String code, String complaint) {
    if (faults.isEmpty()) {
      fault(name, code, complaint);
    }
  }

  /**
   * @throws Failure 422 with all faults so far, if there are any
   */
  public void check() {
    if (!faults.isEmpty()) {
      throw Failure.invalid(faults);
    }
  }
}
