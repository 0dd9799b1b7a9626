package dev.shopwire.enrichment.identify;

import dev.shopwire.common.calls.JsonAnswer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The answer of contract §4. Every custom field that was sent is counted once. */
final class IdentifyAnswer {
  private IdentifyAnswer() {}

  static JsonAnswer of(
      Push push,
      Map<String, @Nullable Object> customer,
      PushWrite.Counts counts,
      List<String> created) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("written", counts.written());
    fields.put("unchanged", push.fields().size() - counts.written() - counts.unset());
    fields.put("unset", counts.unset());
    fields.put("created", created);
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("success", true);
    answer.put("customer", customer);
    answer.put("customFields", fields);
    if (!push.warnings().isEmpty()) {
      answer.put("warnings", push.warnings());
    }
    return JsonAnswer.of(answer);
  }
}
