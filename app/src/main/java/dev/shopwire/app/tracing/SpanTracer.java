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
final class SpanTracer implements VertxTracer<SpanTracer.ActiveSpan, SpanTracer.ActiveSpan> {
  private static final long CLOSE_MILLIS = 500;
  private static final Headers HEADERS = new Headers();

  private final SdkTracerProvider provider;
  private final Tracer tracer;

  SpanTracer(SdkTracerProvider provider) {
    this.provider = provider;
    this.tracer = provider.get("dev.shopwire");
  }

  /** A span that has started. */
  record ActiveSpan(Span span, String method) {}

  @Override
  public <R> @Nullable ActiveSpan receiveRequest(
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
    ActiveSpan span =
        begin(
            parent,
            kind == SpanKind.RPC
                ? io.opentelemetry.api.trace.SpanKind.SERVER
                : io.opentelemetry.api.trace.SpanKind.CONSUMER,
            SpanTags.of(request, tagExtractor));
    SpanContexts.put(context, parent.with(span.span()));
    if (span.span().getSpanContext().isSampled()) {
      RequestScope.of(context).setTraceId(span.span().getSpanContext().getTraceId());
    }
    return span;
  }

  @Override
  public <R> void sendResponse(
      io.vertx.core.Context context,
      R response,
      @Nullable ActiveSpan span,
      @Nullable Throwable failure,
      TagExtractor<R> tagExtractor) {
    if (span == null) {
      return;
    }
    if (!span.method.isEmpty()) {
      RequestScope.of(context)
          .route()
          .ifPresent(
              route -> {
                span.span.updateName(span.method + " " + route);
                span.span.setAttribute("http.route", route);
              });
    }
    SpanContexts.remove(context);
    end(span, response, failure, tagExtractor);
  }

  @Override
  public <R> @Nullable ActiveSpan sendRequest(
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
    ActiveSpan span =
        begin(
            parent == null ? Context.root() : parent,
            kind == SpanKind.RPC
                ? io.opentelemetry.api.trace.SpanKind.CLIENT
                : io.opentelemetry.api.trace.SpanKind.PRODUCER,
            tags);
    if (span.method.isEmpty()) {
      W3CTraceContextPropagator.getInstance()
          .inject(
              Context.root().with(span.span), headers, (to, name, value) -> to.accept(name, value));
    } else {
      span.span.updateName("webhook " + span.method);
    }
    return span;
  }

  @Override
  public <R> void receiveResponse(
      io.vertx.core.Context context,
      R response,
      @Nullable ActiveSpan span,
      @Nullable Throwable failure,
      TagExtractor<R> tagExtractor) {
    if (span != null) {
      end(span, response, failure, tagExtractor);
    }
  }

  private ActiveSpan begin(
      Context parent, io.opentelemetry.api.trace.SpanKind kind, SpanTags tags) {
    Span span =
        tracer
            .spanBuilder(tags.name())
            .setParent(parent)
            .setSpanKind(kind)
            .setAllAttributes(tags.attributes())
            .startSpan();
    return new ActiveSpan(span, tags.method());
  }

  private static <R> void end(
      ActiveSpan span,
      @Nullable R response,
      @Nullable Throwable failure,
      TagExtractor<R> tagExtractor) {
    if (response != null) {
      SpanTags tags = SpanTags.of(response, tagExtractor);
      span.span.setAllAttributes(tags.attributes());
      if (tags.isServerError()) {
        span.span.setStatus(StatusCode.ERROR);
      }
    }
    if (failure != null) {
      span.span.setStatus(StatusCode.ERROR).setAttribute("error.type", SpanTags.kind(failure));
    }
    span.span.end();
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
