package dev.shopwire.enrichment.identify;

import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.enrichment.customers.Warnings;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.identify.PushTransactions.Written;
import dev.shopwire.enrichment.identify.PushWrite.Counts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The answer of docs/api/customers.md. Every custom field that was sent is counted once. */
final class IdentifyResponse {
  private IdentifyResponse() {}

  static JsonResponse of(Push push, FieldCatalog catalog, Written written, List<String> created) {
    Counts counts = written.counts();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("written", counts.written());
    fields.put("unchanged", push.fields().size() - counts.written() - counts.unset());
    fields.put("unset", counts.unset());
    fields.put("created", created);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("success", true);
    answer.put("customer", written.customer().jsonFor(push.appId(), catalog));
    answer.put("customFields", fields);
    List<Fault> warnings = warnings(push, catalog);
    if (!warnings.isEmpty()) {
      answer.put("warnings", warnings);
    }
    return JsonResponse.of(answer);
  }

  private static List<Fault> warnings(Push push, FieldCatalog catalog) {
    List<Fault> notMade =
        push.fields().stream()
            .flatMap(field -> field.warning(catalog, push.appId()).stream())
            .toList();
    return Warnings.of(notMade, push.warnings());
  }
}
