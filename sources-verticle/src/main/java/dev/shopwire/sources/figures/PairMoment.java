package dev.shopwire.sources.figures;

import dev.shopwire.sources.lifecycle.Fraction;
import dev.shopwire.sources.lifecycle.Span;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A pair at one instant. */
record PairMoment(PairHistory pair, Instant at) {

  private Optional<Span> span() {
    return pair.spans().stream()
        .filter(span -> span.from().isBefore(at) && !span.to().isBefore(at))
        .findFirst();
  }

  boolean isInstalled() {
    return span().map(Span::installed).orElse(false);
  }

  boolean isPaying() {
    return span().map(Span::paying).orElse(false);
  }

  boolean isTrial() {
    return span().map(Span::isTrial).orElse(false);
  }

  boolean isFrozen() {
    return span().map(Span::isFrozen).orElse(false);
  }

  /** Monthly recurring revenue in {@code currency}. */
  Fraction mrr(Optional<String> currency) {
    return span()
        .filter(span -> span.currency().equals(currency))
        .map(Span::mrr)
        .orElse(Fraction.ZERO);
  }

  /** Whether it had recurring revenue in {@code currency} before. */
  boolean hadMrr(Optional<String> currency) {
    return pair.spans().stream()
        .anyMatch(
            span ->
                span.from().isBefore(at)
                    && span.currency().equals(currency)
                    && span.mrr().signum() > 0);
  }

  /** The records that changed something before. */
  List<String> recordIds() {
    return pair.spans().stream()
        .filter(span -> span.from().isBefore(at))
        .flatMap(span -> span.recordId().stream())
        .distinct()
        .toList();
  }
}
