package dev.shopwire.sources.proof;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.sources.fence.SourceFailure;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What the proof of being read-only has found. Immutable.
 *
 * @param rights that the role must not have
 * @param attempts what was tried in the transaction of the fence
 * @param fitRole statements that make a fit role
 */
public record Certificate(List<Right> rights, List<Probe> attempts, List<String> fitRole) {
  private static final int SHOWN = 20;

  /** Every probe, in the order in which they are shown. */
  public List<Probe> probes() {
    List<Probe> probes = new ArrayList<>();
    Arrays.stream(Ability.values()).map(this::probe).forEach(probes::add);
    probes.addAll(attempts);
    return probes;
  }

  private Probe probe(Ability ability) {
    List<String> found =
        rights.stream().filter(right -> right.ability() == ability).map(Right::text).toList();
    return new Probe(
        ability.probe(),
        found.isEmpty(),
        found.isEmpty() ? "The role " + ability.clause() : shown(found));
  }

  private static String shown(List<String> rights) {
    String more = rights.size() > SHOWN ? " and others" : "";
    return rights.stream().limit(SHOWN).collect(Collectors.joining("; ")) + more;
  }

  /** Whether the role can't write, and every attempt to write has failed. */
  public boolean isProven() {
    return rights.isEmpty() && attempts.stream().allMatch(Probe::isOk);
  }

  /**
   * Whether the database may be used.
   *
   * @param acceptsWritable whether its workspace admits a role that may create or write
   */
  public boolean admits(boolean acceptsWritable) {
    return attempts.stream().allMatch(Probe::isOk)
        && rights.stream().allMatch(right -> acceptsWritable && right.ability().isConsentable());
  }

  /** The failure of a run or preview. */
  public SourceFailure failure() {
    return new SourceFailure(
        SourceFailure.Kind.NOT_READ_ONLY, "The database is not read-only: " + shown(faults()));
  }

  private List<String> faults() {
    List<String> faults = new ArrayList<>(rights.stream().map(Right::text).toList());
    attempts.stream()
        .filter(probe -> !probe.isOk())
        .forEach(probe -> faults.add(probe.name() + ": " + probe.detail()));
    return faults;
  }

  /**
   * The refusal of a database (422), with an error for each right, and statements for a fit role.
   */
  public Failure refusal(String pointer) {
    List<ValidationError> errors =
        faults().stream()
            .limit(SHOWN * 5L)
            .map(fault -> new ValidationError(pointer, "not_read_only", "The role: " + fault))
            .toList();
    return Failure.invalid(errors).with("statements", fitRole);
  }
}
