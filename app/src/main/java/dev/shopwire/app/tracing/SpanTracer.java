package dev.shopwire.app.tracing;

import dev.shopwire.common.telemetry.RequestScope;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.spi.tracing.SpanKind;
import io.vertx.core.spi.tracing.TagExtractor;
import io.vertx.core.spi.tracing.VertxTracer;
import io.vertx.core.tracing.TracingPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Creates OpenTelemetry spans from Vert.x's tracing. Vert.x's own adapter would include URLs,
 * addresses and error messages, which contain callers' input. W3C's {@code traceparent} is accepted
 * from callers and passed over the bus; webhook receivers don't get it. Thread-safe.
 */
final class SpanTracer implements VertxTracer<SpanTracer.Live, SpanTracer.Live> {
  private static final long CLOSE_MILLIS = 500;
  private static final Headers HEADERS = new Headers();

  private final SdkTracerProvider provider;
  private final Tracer tracer;

  SpanTracer(SdkTracerProvider provider) {
    this.provider = provider;
    this.tracer = provider.get("dev.shopwire");
  }

  /** A span that has started. */
  record Live(Span span, String method) {}

  @Override
  public <R> @Nullable Live receiveRequest(
      io.vertx.core.Context context,
      SpanKind kind,
      TracingPolicy policy,
      R request,
      String operation,
      Iterable<Map.Entry<String, String>> headers,
      TagExtractor<R> tagExtractor) {
    boolean http = request instanceof HttpServerRequest;
    Context parent =
        W3CTraceContextPropagator.getInstance().extract(Context.root(), headers, HEADERS);
    if (!http && Span.fromContextOrNull(parent) == null) {
      return null;
    }
    Live live =
        begin(
            parent,
            kind == SpanKind.RPC
                ? io.opentelemetry.api.trace.SpanKind.SERVER
                : io.opentelemetry.api.trace.SpanKind.CONSUMER,
            SpanTags.of(request, tagExtractor));
    SpanContexts.put(context, parent.with(live.span()));
    if (live.span().getSpanContext().isSampled()) {
      RequestScope.of(context).traceId(live.span().getSpanContext().getTraceId());
    }
    return live;
  }

  @Override
  public <R> void sendResponse(
      io.vertx.core.Context context,
      R response,
      @Nullable Live live,
      @Nullable Throwable failure,
      TagExtractor<R> tagExtractor) {
    if (live == null) {
      return;
    }
    if (!live.method.isEmpty()) {
      RequestScope.of(context)
          .route()
          .ifPresent(
              route -> {
                live.span.updateName(live.method + " " + route);
                live.span.setAttribute("http.route", route);
              });
    }
    SpanContexts.remove(context);
    end(live, response, failure, tagExtractor);
  }

  @Override
  public <R> @Nullable Live sendRequest(
      io.vertx.core.Context context,
      SpanKind kind,
      TracingPolicy policy,
      R request,
      String operation,
      BiConsumer<String, String> headers,
      TagExtractor<R> tagExtractor) {
    Context parent = SpanContexts.get(context);
    if (request == null || (parent == null && policy != TracingPolicy.ALWAYS)) {
      return null;
    }
    SpanTags tags = SpanTags.of(request, tagExtractor);
    Live live =
        begin(
            parent == null ? Context.root() : parent,
            kind == SpanKind.RPC
                ? io.opentelemetry.api.trace.SpanKind.CLIENT
                : io.opentelemetry.api.trace.SpanKind.PRODUCER,
            tags);
    if (live.method.isEmpty()) {
      W3CTraceContextPropagator.getInstance()
          .inject(
              Context.root().with(live.span), headers, (to, name, value) -> to.accept(name, value));
    } else {
      live.span.updateName("webhook " + live.method);
    }
    return live;
  }

  @Override
  public <R> void receiveResponse(
      io.vertx.core.Context context,
      R response,
      @Nullable Live live,
      @Nullable Throwable failure,
      TagExtractor<R> tagExtractor) {
    if (live != null) {
      end(live, response, failure, tagExtractor);
    }
  }

  private Live begin(Context parent, io.opentelemetry.api.trace.SpanKind kind, SpanTags tags) {
    Span span =
        tracer
            .spanBuilder(tags.name())
            .setParent(parent)
            .setSpanKind(kind)
            .setAllAttributes(tags.attributes())
            .startSpan();
    return new Live(span, tags.method());
  }

  private static <R> void end(
      Live live, @Nullable R response, @Nullable Throwable failure, TagExtractor<R> tagExtractor) {
    if (response != null) {
      SpanTags tags = SpanTags.of(response, tagExtractor);
      live.span.setAllAttributes(tags.attributes());
      if (tags.isServerError()) {
        live.span.setStatus(StatusCode.ERROR);
      }
    }
    if (failure != null) {
      live.span.setStatus(StatusCode.ERROR).setAttribute("error.type", SpanTags.kind(failure));
    }
    live.span.end();
  }

  /** Sends the remaining spans as far as time allows. */
  @Override
  public void close() {
    provider.shutdown().join(CLOSE_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Reads Vert.x headers; a caller may send any number of them, in any case. */
  private static final class Headers implements TextMapGetter<Iterable<Map.Entry<String, String>>> {
    @Override
    public Iterable<String> keys(Iterable<Map.Entry<String, String>> headers) {
      List<String> names = new ArrayList<>();
      headers.forEach(header -> names.add(header.getKey()));
      return names;
    }

    @Override
    public @Nullable String get(
        @Nullable Iterable<Map.Entry<String, String>> headers, String name) {
      if (headers != null) {
        for (Map.Entry<String, String> header : headers) {
          if (header.getKey().equalsIgnoreCase(name)) {
            return header.getValue();
          }
        }
      }
      return null;
    }
  }
}
