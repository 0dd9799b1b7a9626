package dev.shopwire.app.console.sample;

import dev.shopwire.app.support.ConsoleBrowser;
import java.util.List;
import java.util.Map;

/** The people of a sample's workspace, and what they keep for themselves. */
record SamplePeople(Sample sample, String consoleUrl, ConsoleBrowser owner) {
  private static final String PASSWORD = "eleven engines of brass";

  void create() {
    join("Anna Lindqvist", "anna@northwind.example", "admin");
    join("Marco Bianchi", "marco@northwind.example", "analyst");
    invite("lea@northwind.example", "analyst");
    view("Shops on Pro", "/customers", "search=coffee&sort=-lastSeenAt", true);
    view("Exports by format", "/behavior/report", "eventName=report_exported&groupBy=format", true);
    view("Refused codes", "/affiliates/log", "", false);
    SampleApi.ok(
        owner.post(
            "/me/tokens",
            Map.of(
                "name", "nightly export",
                "role", "analyst",
                "workspaceId", sample.workspaceId())));
  }

  private void view(String name, String page, String query, boolean shared) {
    SampleApi.ok(
        owner.post(
            sample.path("/saved-views"),
            Map.of("name", name, "page", page, "query", query, "shared", shared)));
  }

  /** Returns the token of the invitation. */
  private String invite(String email, String role) {
    String link =
        SampleApi.ok(owner.post(sample.path("/invitations"), Map.of("email", email, "role", role)))
            .path("link")
            .asText();
    return List.of(link.split("#token=", 2)).get(1);
  }

  private void join(String name, String email, String role) {
    SampleApi.ok(
        new ConsoleBrowser(consoleUrl)
            .post(
                "/invitations/accept",
                Map.of("token", invite(email, role), "name", name, "password", PASSWORD)));
  }
}
