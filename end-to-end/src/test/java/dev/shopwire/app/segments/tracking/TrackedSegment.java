package dev.shopwire.app.segments.tracking;

import static dev.shopwire.app.segments.SegmentWorkspace.body;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A tracked segment as the console shows it. Methods block. */
record TrackedSegment(SegmentWorkspace workspace, String id) {
  /** Within this time transitions are written, also on a busy machine. */
  static final Duration TIME = Duration.ofSeconds(20);

  /** Saves a segment and waits until its members are found. */
  static TrackedSegment build(SegmentWorkspace workspace, String name, String text) {
    TrackedSegment saved = save(workspace, name, text, false);
    saved.awaitCurrent();
    return saved;
  }

  /** Saves a segment without waiting for its members. */
  static TrackedSegment save(
      SegmentWorkspace workspace, String name, String text, boolean announced) {
    ObjectNode body = body("name", name, "text", text);
    body.put("tracked", true).put("announce", announced);
    Response response = workspace.save(body);
    assertEquals(200, response.status(), response::body);
    return new TrackedSegment(workspace, response.json().at("/segment/id").asText());
  }

  /** The same segment through another process. */
  TrackedSegment through(SegmentWorkspace other) {
    return new TrackedSegment(other, id);
  }

  /** Changes the condition without waiting for the members. */
  void edit(String text, boolean announced) {
    ObjectNode body = body("text", text);
    change(body.put("announce", announced));
  }

  void untrack() {
    change(body().put("tracked", false));
  }

  void track() {
    change(body().put("tracked", true));
  }

  private void change(JsonNode body) {
    Response response = workspace.patch(path(""), body);
    assertEquals(200, response.status(), response::body);
  }

  void delete() {
    Response response = workspace.delete(path(""));
    assertEquals(200, response.status(), response::body);
  }

  private String path(String rest) {
    return "/segments/" + id + rest;
  }

  JsonNode fetch() {
    return workspace.segment(id);
  }

  JsonNode state() {
    return fetch().path("tracking");
  }

  boolean isCurrent() {
    return state().path("status").asText().equals("current");
  }

  void awaitCurrent() {
    Poll.until(TIME, () -> "the segment is built: " + state(), this::isCurrent);
  }

  /** The domains of all members, in the order of their ids. */
  List<String> members() {
    List<String> members = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = ok(path("/members?take=1000") + cursor);
      members.addAll(SegmentWorkspace.texts(page.path("members"), "/myplatformDomain"));
      cursor =
          page.path("hasNextPage").asBoolean() ? "&cursor=" + page.path("cursor").asText() : "";
    } while (!cursor.isEmpty());
    return members;
  }

  private JsonNode ok(String path) {
    Response response = workspace.get(path);
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  /** The transitions of a shop, oldest first; empty if the shop is unknown. */
  List<JsonNode> transitions(String shop) {
    Response response = workspace.get(path("/transitions?take=1000&customerId=" + shop));
    if (response.status() == 404) {
      return List.of();
    }
    assertEquals(200, response.status(), response::body);
    List<JsonNode> all = new ArrayList<>();
    response.json().path("transitions").forEach(all::add);
    Collections.reverse(all);
    return all;
  }

  /** The same, each as {@code version type cause app}, the app being {@code -} if there is none. */
  List<String> reported(String shop) {
    return transitions(shop).stream().map(TrackedSegment::describe).toList();
  }

  private static String describe(JsonNode transition) {
    return "%s %s %s %s"
        .formatted(
            transition.path("version").asText(),
            transition.path("type").asText(),
            transition.at("/cause/type").asText(),
            transition.at("/cause/app").asText("-"));
  }

  void awaitTransitions(String shop, String... expected) {
    Poll.until(
        TIME,
        () -> String.join(", ", expected) + " of " + shop + ", reported: " + reported(shop),
        () -> reported(shop).equals(List.of(expected)));
  }

  /** Checks the members against the truth; returns {@code members missing extra}. */
  String verify() {
    startCheck();
    return awaitCheck();
  }

  /** Starts a check of the members against the truth. */
  void startCheck() {
    Response response = workspace.post(path("/verify"), body());
    assertEquals(200, response.status(), response::body);
  }

  /** Waits for the end of the last check; returns {@code members missing extra}. */
  String awaitCheck() {
    Poll.until(
        TIME,
        () -> "the check has ended: " + state(),
        () -> state().at("/drift/finishedAt").isTextual());
    JsonNode drift = state().path("drift");
    return "%s %s %s"
        .formatted(
            drift.path("members").asText(),
            drift.path("missing").asText(),
            drift.path("extra").asText());
  }
}
