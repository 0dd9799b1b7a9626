package dev.shopwire.app.stores;

import dev.shopwire.app.support.Metric;
import dev.shopwire.testing.ServiceProcess;

/**
 * The values of a service's Redis metrics. As the service responds in the same way without Redis, a
 * test that needs Redis to be used must check them.
 *
 * @param answered calls with a successful reply
 * @param refused calls with an error reply
 * @param lost calls without a reply
 * @param redirects calls that a node redirected to another one
 * @param fallbacks requests whose limits the process checked by itself
 * @param known requests that were completed by their idempotency key alone
 */
record RedisMetricValues(
    double answered,
    double refused,
    double lost,
    double redirects,
    double fallbacks,
    double known) {
  static RedisMetricValues of(ServiceProcess service) {
    String url = service.managementUrl();
    return new RedisMetricValues(
        Metric.value(url, "shopwire_redis_calls_total{outcome=\"answered\"}"),
        Metric.value(url, "shopwire_redis_calls_total{outcome=\"refused\"}"),
        Metric.value(url, "shopwire_redis_calls_total{outcome=\"lost\"}"),
        Metric.value(url, "shopwire_redis_redirects_total"),
        Metric.value(url, "shopwire_redis_fallbacks_total"),
        Metric.value(url, "shopwire_requests_repeated_total"));
  }

  RedisMetricValues since(RedisMetricValues before) {
    return new RedisMetricValues(
        answered - before.answered,
        refused - before.refused,
        lost - before.lost,
        redirects - before.redirects,
        fallbacks - before.fallbacks,
        known - before.known);
  }

  /** Whether something failed that the fallback hides. */
  boolean hasFailures() {
    return refused > 0 || lost > 0 || fallbacks > 0;
  }
}
