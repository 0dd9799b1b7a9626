package dev.shopwire.testing.partner;

import graphql.ExecutionInput;
import graphql.GraphQL;
import graphql.GraphqlErrorException;
import graphql.Scalars;
import graphql.execution.preparsed.PreparsedDocumentEntry;
import graphql.schema.DataFetchingEnvironment;
import graphql.schema.GraphQLScalarType;
import graphql.schema.TypeResolver;
import graphql.schema.idl.RuntimeWiring;
import graphql.schema.idl.SchemaGenerator;
import graphql.schema.idl.SchemaParser;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What the schemas of both dialects share: scalars, pages, and running queries. Thread-safe. */
abstract sealed class PartnerSchema permits HistoricalEventsSchema, AppEventsSchema {
  private static final String TYPE = "__typename";
  private static final int MAX_DOCUMENTS = 100;

  /** The type of a node is in the node. */
  static final TypeResolver BY_NAME =
      types -> types.getSchema().getObjectType((String) ((Map<?, ?>) types.getObject()).get(TYPE));

  final PartnerApp app;
  private final EventLog log;
  private final Supplier<Instant> clock;
  private final GraphQL graphQl;
  private final Map<String, PreparsedDocumentEntry> documents = new ConcurrentHashMap<>();

  PartnerSchema(
      String resource,
      PartnerApp app,
      EventLog log,
      Supplier<Instant> clock,
      Function<PartnerSchema, RuntimeWiring.Builder> wiring) {
    this.app = app;
    this.log = log;
    this.clock = clock;
    RuntimeWiring.Builder wired = wiring.apply(this);
    for (String scalar : List.of("DateTime", "Date", "Decimal")) {
      wired.scalar(
          GraphQLScalarType.newScalar()
              .name(scalar)
              .coercing(Scalars.GraphQLString.getCoercing())
              .build());
    }
    this.graphQl =
        GraphQL.newGraphQL(
                new SchemaGenerator()
                    .makeExecutableSchema(new SchemaParser().parse(read(resource)), wired.build()))
            .preparsedDocumentProvider(
                (input, parse) -> CompletableFuture.completedFuture(document(input, parse)))
            .build();
  }

  /** Clients send few texts, and these often. */
  private PreparsedDocumentEntry document(
      ExecutionInput input, Function<ExecutionInput, PreparsedDocumentEntry> parse) {
    return documents.size() < MAX_DOCUMENTS
        ? documents.computeIfAbsent(input.getQuery(), text -> parse.apply(input))
        : parse.apply(input);
  }

  private static String read(String resource) {
    try (InputStream in = PartnerSchema.class.getResourceAsStream(resource)) {
      return new String(
          Objects.requireNonNull(in, resource).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The response to a query, with {@code data} and, if there are any, {@code errors}. Blocks. */
  final Map<String, Object> execute(String query, Map<String, Object> variables) {
    return graphQl
        .execute(ExecutionInput.newExecutionInput().query(query).variables(variables).build())
        .toSpecification();
  }

  final Instant now() {
    return clock.get();
  }

  /** The page that a request asks for: edges with cursors, and whether there are more. */
  final Map<String, Object> page(
      PartnerWindow window,
      boolean newestFirst,
      Predicate<HistoryEvent> filter,
      Function<HistoryEvent, Map<String, Object>> node) {
    EventLog.Page page =
        log.page(
            new EventLog.Slice(
                window.from(), window.to(), window.after(), newestFirst, window.first(), filter));
    List<Map<String, Object>> edges = new ArrayList<>(page.events().size());
    for (HistoryEvent event : page.events()) {
      edges.add(Map.of("cursor", PartnerCursor.of(event), "node", node.apply(event)));
    }
    Map<String, Object> info = new HashMap<>();
    info.put("hasNextPage", page.more());
    info.put("hasPreviousPage", window.after().isPresent());
    if (!edges.isEmpty()) {
      info.put("startCursor", edges.get(0).get("cursor"));
      info.put("endCursor", edges.get(edges.size() - 1).get("cursor"));
    }
    return Map.of(
        "edges",
        edges,
        "nodes",
        edges.stream().map(edge -> edge.get("node")).toList(),
        "pageInfo",
        info);
  }

  /** Whether an event is of one of the types of a stream that were asked for, if any were. */
  static Predicate<HistoryEvent> types(PartnerStream stream, @Nullable List<String> wanted) {
    return event -> {
      Optional<String> name = event.kind().name(stream);
      return name.isPresent() && (wanted == null || wanted.contains(name.get()));
    };
  }

  /** Whether an event is about a shop, if one was asked for. */
  static Predicate<HistoryEvent> ofShop(@Nullable Object id) {
    return event -> id == null || (event.shop() != null && event.shop().id().equals(id));
  }

  /**
   * @throws GraphqlErrorException unless {@code id} is the app's in this dialect
   */
  static void checkApp(String known, @Nullable Object id) {
    if (id != null && !known.equals(id)) {
      throw PartnerRefusal.of("INVALID_ID", "Invalid app id: " + id);
    }
  }

  static Map<String, Object> node(String type) {
    Map<String, Object> node = new HashMap<>();
    node.put(TYPE, type);
    return node;
  }

  static @Nullable Map<String, Object> shop(@Nullable HistoryShop shop) {
    return shop == null
        ? null
        : Map.of("id", shop.id(), "name", shop.name(), "domain", shop.domain());
  }

  static Map<String, Object> money(BigDecimal amount, String currency) {
    return Map.of("amount", amount.toPlainString(), "currencyCode", currency);
  }

  static @Nullable String chargeId(@Nullable HistoryCharge charge) {
    return charge == null || charge.number() == 0 ? null : charge.id();
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(DataFetchingEnvironment request, String argument) {
    Map<String, Object> value = request.getArgument(argument);
    return value == null ? Map.of() : value;
  }
}
