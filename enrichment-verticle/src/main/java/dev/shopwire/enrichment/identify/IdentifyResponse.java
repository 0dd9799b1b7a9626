package dev.shopwire.enrichment.identify;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.enrichment.customers.ResponseWarnings;
import dev.shopwire.enrichment.fields.FieldCatalog;
import dev.shopwire.enrichment.identify.PushTransactions.Written;
import dev.shopwire.enrichment.identify.PushWrite.Counts;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the response (docs/api/customers.md). Every custom field that was sent is counted once.
 */
final class IdentifyResponse {
  private IdentifyResponse() {}

  static JsonResponse of(
      IdentifyRequest push, FieldCatalog catalog, Written written, List<String> created) {
    Counts counts = written.counts();
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("written", counts.written());
    fields.put("unchanged", push.fields().size() - counts.written() - counts.unset());
    fields.put("unset", counts.unset());
    fields.put("created", created);
    Map<String, Object> response = new LinkedHashMap<>();
    response.put("success", true);
    response.put("customer", written.customer().jsonFor(push.appId(), catalog));
    response.put("customFields", fields);
    List<ValidationError> warnings = warnings(push, catalog);
    if (!warnings.isEmpty()) {
      response.put("warnings", warnings);
    }
    return JsonResponse.of(response);
  }

  private static List<ValidationError> warnings(IdentifyRequest push, FieldCatalog catalog) {
    List<ValidationError> notCreated =
        push.fields().stream()
            .flatMap(field -> field.warning(catalog, push.appId()).stream())
            .toList();
    return ResponseWarnings.of(notCreated, push.warnings());
  }
}
