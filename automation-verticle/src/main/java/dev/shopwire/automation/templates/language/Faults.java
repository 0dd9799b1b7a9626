package dev.shopwire.automation.templates.language;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Collects what is wrong with one member of a template. Not thread-safe. */
public final class Faults {
  /** Checking stops after this many faults: more would not help to correct a template. */
  public static final int MAX = 100;

  private final Member member;
  private final Set<TemplateFault> faults = new LinkedHashSet<>();

  public Faults(Member member) {
    this.member = member;
  }

  public void add(FaultCode code, Span span, String message) {
    if (!isFull()) {
      faults.add(new TemplateFault(member, code, span, message));
    }
  }

  public void invalid(Span span, String message) {
    add(FaultCode.INVALID_TEMPLATE, span, message);
  }

  public boolean isFull() {
    return faults.size() >= MAX;
  }

  public boolean isEmpty() {
    return faults.isEmpty();
  }

  /** The faults in the order of the source. */
  public List<TemplateFault> list() {
    List<TemplateFault> sorted = new ArrayList<>(faults);
    sorted.sort(Comparator.comparingInt(fault -> fault.span().position()));
    return List.copyOf(sorted);
  }
}
