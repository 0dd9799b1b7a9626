package dev.shopwire.app.affiliates;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.atomic.AtomicInteger;

/** A site name that no other test uses, so that tests share nothing stored in the browser. */
final class AffiliateSite {
  private static final AtomicInteger SITES = new AtomicInteger();

  private final String name = "site" + SITES.incrementAndGet() + ".test";

  String name() {
    return name;
  }

  String host() {
    return "www." + name;
  }

  JsonNode visit(String query) {
    return visit(query, "", "", AffiliatePages.STATE);
  }

  JsonNode visitAfter(int days, String query) {
    return visit(query, "move(" + days + ");", "", AffiliatePages.STATE);
  }

  JsonNode visit(String query, String before, String attributes, String after) {
    return AffiliatePages.visit(host(), query, before, attributes, after);
  }
}
