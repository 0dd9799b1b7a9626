package dev.shopwire.app.mail.campaigns;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.StreamSupport;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** An address that a workspace erases, and where it still is. */
final class ErasedAddress {
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final String TABLES =
      """
      select json_agg(relname order by relname) from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
        and relname ~ '^(mail_|campaign|automation_|segment)'
      """;
  // As text, so that every kind of column is searched; bytes are there in hex.
  private static final String ROWS =
      """
      select coalesce(json_agg(row), '[]') from (
        select t::text as row from %1$s t
        where position('%2$s' in lower(t::text)) > 0
          or position(encode('%2$s', 'hex') in t::text) > 0) found
      """;
  private static final String SOURCES =
      """
      select coalesce(json_agg(encode(source, 'base64')), '[]') from mail_sources
      where workspace_id = %s
      """;
  private static final int MAX_SOURCE = 1 << 20;

  private final CampaignWorkspace workspace;
  private final Sql sql;
  private final String address;

  ErasedAddress(CampaignWorkspace workspace, Sql sql) {
    this.workspace = workspace;
    this.sql = sql;
    this.address =
        "erased" + COUNT.incrementAndGet() + "-" + System.nanoTime() + "@forgotten.example";
  }

  @Override
  public String toString() {
    return address;
  }

  Response ask() {
    return workspace.segments.post(
        workspace.list("mail-erasures"),
        SegmentWorkspace.body("email", address.toUpperCase(Locale.ROOT)));
  }

  /** Asks once; returns the status. */
  String erase() {
    return CampaignWorkspace.ok(ask()).at("/mailErasure/status").asText();
  }

  void eraseAll() {
    Poll.until(PATIENCE, () -> found().toString(), () -> erase().equals("done"));
  }

  void suppress() {
    CampaignWorkspace.ok(
        workspace.segments.post(
            workspace.list("suppressions"), SegmentWorkspace.body("email", address)));
  }

  /** All of the workspace, such as {@code null manual} of an erased address. */
  List<String> suppressions() {
    JsonNode list =
        CampaignWorkspace.ok(workspace.segments.get(workspace.list("suppressions")))
            .path("suppressions");
    return StreamSupport.stream(list.spliterator(), false)
        .map(each -> each.path("email").asText() + " " + each.path("reason").asText())
        .toList();
  }

  void assertIsNowhere() {
    assertEquals(List.of(), found());
  }

  /** The rows of the automation role that contain it, each after the name of its table. */
  List<String> found() {
    List<String> found = new ArrayList<>();
    for (JsonNode table : json(sql.text(TABLES))) {
      for (JsonNode row : json(sql.text(ROWS.formatted(table.asText(), address)))) {
        found.add(table.asText() + " " + row.asText());
      }
    }
    for (JsonNode source : json(sql.text(SOURCES.formatted(workspace.id())))) {
      if (inflated(source.asText()).toLowerCase(Locale.ROOT).contains(address)) {
        found.add("mail_sources");
      }
    }
    return found;
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String inflated(String base64) {
    Inflater inflater = new Inflater();
    inflater.setInput(Base64.getMimeDecoder().decode(base64));
    byte[] text = new byte[MAX_SOURCE];
    try {
      return new String(text, 0, inflater.inflate(text), UTF_8);
    } catch (DataFormatException e) {
      throw new IllegalStateException(e);
    } finally {
      inflater.end();
    }
  }
}
