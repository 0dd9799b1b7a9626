package dev.shopwire.sources.oracle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.dialects.Dialect;
import dev.shopwire.sources.dialects.Dialects;
import dev.shopwire.sources.dialects.MappedNode;
import dev.shopwire.sources.dialects.PageRule;
import dev.shopwire.sources.dialects.RecordMapper;
import dev.shopwire.sources.dialects.StreamRule;
import dev.shopwire.sources.records.PartnerRecord;
import dev.shopwire.testing.partner.EventLog;
import dev.shopwire.testing.partner.HistoryEvent;
import dev.shopwire.testing.partner.PartnerApp;
import dev.shopwire.testing.partner.PartnerPlatform;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a history from the emulated platform by the queries and mappings of a shipped dialect. */
final class DialectRecords {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Dialects DIALECTS = Dialects.load(Optional.empty());

  private final Dialect dialect;
  private final PartnerPlatform platform;

  private DialectRecords(String name, List<HistoryEvent> events, Instant now) {
    this.dialect = DIALECTS.find(name).orElseThrow();
    this.platform = new PartnerPlatform(new EventLog(events), () -> now);
  }

  /** All records from {@code from} on. */
  static List<PartnerRecord> of(
      String dialect, List<HistoryEvent> events, Instant from, Instant now) {
    DialectRecords reader = new DialectRecords(dialect, events, now);
    List<PartnerRecord> records = new ArrayList<>();
    for (StreamRule stream : reader.dialect.streams()) {
      Instant start = from;
      while (start.isBefore(now)) {
        Instant end = start.plus(stream.window());
        reader.read(stream, start, end.minusNanos(1), records);
        start = end;
      }
    }
    return records;
  }

  private void read(StreamRule stream, Instant from, Instant to, List<PartnerRecord> records) {
    RecordMapper mapper = new RecordMapper(stream, new ShopDomain(Optional.empty()));
    PageRule page = stream.page();
    JsonNode cursor = NullNode.getInstance();
    boolean more = true;
    while (more) {
      JsonNode response = request(stream, from, to, cursor);
      JsonNode items = page.items().apply(response);
      for (JsonNode item : items) {
        JsonNode node = page.node().map(path -> path.apply(item)).orElse(item);
        mapper.map(node).ifPresent(mapped -> records.add(record(stream, mapped)));
      }
      more = page.more().apply(response).asBoolean();
      cursor =
          page.cursor()
              .map(path -> path.apply(response))
              .orElseGet(
                  () ->
                      items.isEmpty()
                          ? NullNode.getInstance()
                          : page.itemCursor().orElseThrow().apply(items.get(items.size() - 1)));
    }
  }

  private JsonNode request(StreamRule stream, Instant from, Instant to, JsonNode cursor) {
    JsonNode variables =
        stream
            .variables()
            .fill(
                Map.of(
                    "app",
                    TextNode.valueOf(PartnerApp.idIn(dialect.name())),
                    "from",
                    TextNode.valueOf(from.toString()),
                    "to",
                    TextNode.valueOf(to.toString()),
                    "pageSize",
                    IntNode.valueOf(stream.pageSize()),
                    "cursor",
                    cursor));
    @SuppressWarnings("unchecked")
    Map<String, Object> sent = JSON.convertValue(variables, Map.class);
    JsonNode response = JSON.valueToTree(platform.execute(dialect.name(), stream.query(), sent));
    if (response.has("errors")) {
      throw new AssertionError(response.get("errors").toString());
    }
    return response;
  }

  private static PartnerRecord record(StreamRule stream, MappedNode node) {
    if (node.outcome() != MappedNode.Outcome.RECORD) {
      throw new AssertionError(node.toString());
    }
    return new PartnerRecord(
        1,
        stream.name(),
        node.key(),
        node.key(),
        node.kind().orElseThrow(),
        node.type(),
        node.at().orElseThrow(),
        node.shop(),
        Optional.empty(),
        node.details());
  }
}
