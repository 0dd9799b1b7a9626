package dev.shopwire.app;

import dev.shopwire.testing.ServiceProcess;

/**
 * What a service says of its Redis. Since it answers just the same without one, a test that wants
 * Redis used must look here.
 *
 * @param answered calls that Redis answered
 * @param refused calls that Redis answered with an error
 * @param lost calls that met no answer
 * @param redirects calls that a node sent on to another one
 * @param fallbacks requests whose limits the process decided by itself
 * @param known requests that were answered by their idempotency key alone
 */
record RedisFigures(
    double answered,
    double refused,
    double lost,
    double redirects,
    double fallbacks,
    double known) {
  static RedisFigures of(ServiceProcess service) {
    String url = service.managementUrl();
    return new RedisFigures(
        Metric.value(url, "shopwire_redis_calls_total{outcome=\"answered\"}"),
        Metric.value(url, "shopwire_redis_calls_total{outcome=\"refused\"}"),
        Metric.value(url, "shopwire_redis_calls_total{outcome=\"lost\"}"),
        Metric.value(url, "shopwire_redis_redirects_total"),
        Metric.value(url, "shopwire_redis_fallbacks_total"),
        Metric.value(url, "shopwire_requests_answered_before_total"));
  }

  RedisFigures since(RedisFigures before) {
    return new RedisFigures(
        answered - before.answered,
        refused - before.refused,
        lost - before.lost,
        redirects - before.redirects,
        fallbacks - before.fallbacks,
        known - before.known);
  }

  /** Whether something failed that the fall-back hides. */
  boolean failures() {
    return refused > 0 || lost > 0 || fallbacks > 0;
  }
}
