package dev.shopwire.sources.figures;

import dev.shopwire.sources.lifecycle.Span;
import dev.shopwire.sources.lifecycle.Transition;
import java.util.List;
import java.util.Optional;

/**
 * What figures need of an app and a shop. Money without a shop is a history without {@code shop}.
 *
 * @param shop its key within the app; empty for money that names no shop
 * @param customerId empty for a shop that hides its domain
 * @param transitions in order; those without a count may be left out
 * @param spans in order, without overlaps
 * @param earnings in any order
 */
public record PairHistory(
    long appId,
    Optional<String> shop,
    Optional<Long> customerId,
    List<Transition> transitions,
    List<Span> spans,
    List<Earning> earnings) {}
