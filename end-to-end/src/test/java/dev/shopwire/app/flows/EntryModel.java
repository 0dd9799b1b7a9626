package dev.shopwire.app.flows;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.flows.RunModel.Event;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Says which events of a customer start runs, without any code of the service. */
final class EntryModel {
  private EntryModel() {}

  /** The indexes of the events that must have started a run, in their order. */
  static List<Integer> causes(JsonNode definition, List<Event> events, Map<String, String> fields) {
    JsonNode entry = definition.path("entry");
    List<Integer> causes = new ArrayList<>();
    if (!RunModel.holds(entry, fields)) {
      return causes;
    }
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < events.size(); i++) {
      Event event = events.get(i);
      if (event.name().equals("e0") && RunModel.fits(definition.path("trigger"), event)) {
        boolean enters =
            switch (entry.path("frequency").asText()) {
              case "once" -> causes.isEmpty();
              case "interval" ->
                  causes.isEmpty()
                      || event.receivedAt()
                          >= events.get(causes.get(causes.size() - 1)).receivedAt()
                              + RunModel.micros(entry.path("interval"));
              case "key" -> !event.key().isEmpty() && keys.add(event.key());
              default -> true;
            };
        if (enters) {
          causes.add(i);
        }
      }
    }
    return causes;
  }
}
