package dev.shopwire.sources.dialects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.tenancy.ShopDomain;
import dev.shopwire.sources.dialects.MappedNode.Outcome;
import dev.shopwire.sources.dialects.NodeValues.Unreadable;
import dev.shopwire.sources.records.RecordDetails;
import dev.shopwire.sources.records.RecordKind;
import dev.shopwire.sources.records.ShopIdentity;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Maps the nodes of a stream by its dialect. Immutable; thread-safe. */
public final class RecordMapper {
  private static final int MAX_KEY = 255;
  private static final int MAX_TYPE = 200;
  private static final int MAX_NAME = 500;
  private static final int MAX_RAW = 256 * 1024;

  private final StreamRule stream;
  private final ShopDomain domains;

  /**
   * @param domains decides which domains belong to shops
   */
  public RecordMapper(StreamRule stream, ShopDomain domains) {
    this.stream = stream;
    this.domains = domains;
  }

  /** The node's common values. */
  private record Common(
      Optional<String> key, String type, Optional<Instant> at, Optional<String> problem) {}

  /** Empty if the dialect ignores the node's type. */
  public Optional<MappedNode> map(JsonNode node) {
    Common common = common(node);
    TypeRule rule = stream.types().get(common.type());
    return rule != null && rule.kind().isEmpty()
        ? Optional.empty()
        : Optional.of(map(node, common, Optional.ofNullable(rule)));
  }

  private MappedNode map(JsonNode node, Common common, Optional<TypeRule> rule) {
    RecordRule record = stream.record();
    Optional<String> domain = text(record.shopDomain(), node);
    Optional<String> name = text(record.shopName(), node);
    Set<String> hidden = new HashSet<>(record.redacted());
    domain.ifPresent(hidden::add);
    name.ifPresent(hidden::add);
    String digest = CanonicalJson.digest(List.of(node), hidden);
    String raw = Scalars.storable(node.toString());
    Optional<String> problem = common.problem();
    Optional<RecordKind> kind = Optional.empty();
    RecordDetails details = RecordDetails.NONE;
    if (StorableText.utf8Length(raw) > MAX_RAW) {
      raw = "{}";
      problem = Optional.of("the node has more than " + MAX_RAW + " bytes");
    }
    if (problem.isEmpty() && rule.isPresent()) {
      try {
        details = new NodeValues(node, rule.get()).details();
        kind = rule.get().kind();
      } catch (Unreadable e) {
        problem = Optional.ofNullable(e.getMessage());
      }
    }
    return new MappedNode(
        common.key().orElse(digest),
        problem.isPresent()
            ? Outcome.REJECTED
            : rule.isPresent() ? Outcome.RECORD : Outcome.UNKNOWN,
        common.type(),
        problem,
        kind,
        common.at(),
        shop(node, domain, name),
        isHidden(domain) || isHidden(name),
        details,
        digest,
        raw);
  }

  private boolean isHidden(Optional<String> text) {
    return text.filter(stream.record().redacted()::contains).isPresent();
  }

  private Common common(JsonNode node) {
    RecordRule record = stream.record();
    Optional<String> type = Scalars.text(record.type().apply(node));
    Optional<String> key = key(node);
    Optional<String> problem = Optional.empty();
    Optional<Instant> at = Optional.empty();
    if (type.isEmpty() || type.get().length() > MAX_TYPE) {
      problem = Optional.of("type: expected a text of at most " + MAX_TYPE + " characters");
    } else if (key.isEmpty()) {
      problem =
          Optional.of(
              record.id().isPresent()
                  ? "id: expected a text of at most " + MAX_KEY + " characters"
                  : "naturalKey: all values are missing");
    }
    try {
      at = Optional.of(NodeValues.instant("at", Scalars.text(record.at().apply(node)).orElse("")));
    } catch (Unreadable e) {
      problem = problem.or(() -> Optional.ofNullable(e.getMessage()));
    }
    return new Common(key, type.filter(text -> text.length() <= MAX_TYPE).orElse(""), at, problem);
  }

  private Optional<String> key(JsonNode node) {
    RecordRule record = stream.record();
    if (record.id().isPresent()) {
      return Scalars.text(record.id().get().apply(node))
          .filter(id -> !id.isEmpty() && id.length() <= MAX_KEY);
    }
    List<JsonNode> parts =
        record.naturalKey().stream().map(expression -> expression.apply(node)).toList();
    return parts.stream().allMatch(NullNode.class::isInstance)
        ? Optional.empty()
        : Optional.of(CanonicalJson.digest(parts, Set.of()));
  }

  /** A domain that is hidden or invalid counts as none. */
  private Optional<ShopIdentity> shop(
      JsonNode node, Optional<String> domain, Optional<String> name) {
    Optional<String> id =
        text(stream.record().shopId(), node)
            .filter(text -> text.length() <= MAX_KEY && !isHidden(Optional.of(text)));
    Optional<String> known =
        domain
            .filter(text -> !isHidden(Optional.of(text)))
            .map(domains::check)
            .filter(checked -> checked.problem().isEmpty())
            .map(ShopDomain.Checked::domain);
    return id.isEmpty() && known.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ShopIdentity(
                id,
                known,
                name.filter(text -> !isHidden(Optional.of(text)) && text.length() <= MAX_NAME)));
  }

  private static Optional<String> text(Optional<Expression> expression, JsonNode node) {
    return expression
        .flatMap(given -> Scalars.text(given.apply(node)))
        .filter(text -> !text.isBlank());
  }
}
