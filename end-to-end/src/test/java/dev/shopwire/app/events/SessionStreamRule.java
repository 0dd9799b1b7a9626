package dev.shopwire.app.events;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Computes sessions by the 30-minute rule of docs/api/events.md, independently of the service: from
 * events as they are posted, without session keys and with ids that are not UUIDs.
 */
final class SessionStreamRule {
  private static final long GAP_SECONDS = 30 * 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  private record View(Instant time, String key, String path) implements Comparable<View> {
    @Override
    public int compareTo(View other) {
      int byTime = time.compareTo(other.time);
      return byTime != 0 ? byTime : key.compareTo(other.key);
    }
  }

  private SessionStreamRule() {}

  /** Sessions as {@code shop start end views entry exit}, sorted as text. */
  static List<String> sessions(List<String> ndjson) {
    Map<String, Map<String, View>> shops = new HashMap<>();
    for (String line : ndjson) {
      JsonNode event = parse(line);
      if (event.path("eventName").asText().equals("page_view") && event.hasNonNull("path")) {
        String id = event.path("eventId").asText();
        Instant time = OffsetDateTime.parse(event.path("timestamp").asText()).toInstant();
        shops
            .computeIfAbsent(event.path("customerId").asText(), none -> new HashMap<>())
            .putIfAbsent(id, new View(time, key(id), event.path("path").asText()));
      }
    }
    List<String> sessions = new ArrayList<>();
    shops.forEach((shop, views) -> add(shop, new ArrayList<>(views.values()), sessions));
    Collections.sort(sessions);
    return sessions;
  }

  private static void add(String shop, List<View> views, List<String> sessions) {
    Collections.sort(views);
    View entry = views.get(0);
    View last = entry;
    int count = 0;
    for (View view : views) {
      Instant latest = last.time().plusSeconds(GAP_SECONDS);
      if (view.time().isAfter(latest)) {
        sessions.add(line(shop, entry.time(), last.time(), count, entry.path(), last.path()));
        entry = view;
        count = 0;
      }
      last = view;
      count++;
    }
    sessions.add(line(shop, entry.time(), last.time(), count, entry.path(), last.path()));
  }

  static String line(
      String shop, Instant start, Instant end, int views, String entryPath, String exitPath) {
    return String.join(
        " ", shop, start.toString(), end.toString(), "" + views, entryPath, exitPath);
  }

  /** In hexadecimal digits, which sort like the bytes. */
  private static String key(String id) {
    try {
      byte[] text = id.getBytes(StandardCharsets.UTF_8);
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(text);
      return HexFormat.of().formatHex(hash, 0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(line, e);
    }
  }
}
