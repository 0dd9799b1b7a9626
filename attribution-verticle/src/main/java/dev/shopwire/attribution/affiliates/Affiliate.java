package dev.shopwire.attribution.affiliates;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.json.Times;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An affiliate as shown in the console.
 *
 * @param apps slugs of the apps that it is limited to; empty for all apps of the workspace
 */
record Affiliate(
    long id,
    String name,
    @Nullable String email,
    boolean active,
    List<String> apps,
    List<ReferralCode> codes,
    Instant createdAt) {

  Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(id));
    json.put("name", name);
    json.put("email", email);
    json.put("status", active ? "active" : "inactive");
    json.put("apps", apps.isEmpty() ? null : apps);
    json.put("codes", codes.stream().map(Affiliate::json).toList());
    json.put("createdAt", Times.format(createdAt));
    return json;
  }

  JsonResponse response() {
    return JsonResponse.of(Map.<String, @Nullable Object>of("affiliate", json()));
  }

  static Map<String, @Nullable Object> json(ReferralCode code) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("code", code.text());
    json.put("expiresAt", code.expiresAt().map(Times::format).orElse(null));
    return json;
  }
}
