package dev.shopwire.app.segments.oracle;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Pushes random usage events in random order, some of them twice. */
final class RandomEvents {
  private static final int MAX_BATCH = 200;
  private static final int FEW_EVENTS = 12;
  private static final Duration GAP = Duration.ofMinutes(30);
  private static final Duration MICRO = Duration.of(1, ChronoUnit.MICROS);

  private final Dice dice;
  private final OracleWorkspace workspace;
  private int events;

  RandomEvents(Dice dice, OracleWorkspace workspace) {
    this.dice = dice;
    this.workspace = workspace;
  }

  void push(Collection<ModelCustomer> customers) {
    List<Map<String, @Nullable Object>> sent = new ArrayList<>();
    for (String app : RandomPushes.APPS) {
      for (ModelCustomer customer : customers) {
        if (!dice.oneIn(4)) {
          addEvents(customer, app);
        }
        customer.events().stream()
            .filter(event -> event.app().equals(app))
            .forEach(event -> sent.add(event.body(customer.domain())));
      }
      // Late ones and duplicates are among them.
      sent.addAll(dice.shuffled(sent).subList(0, sent.size() / 20));
      List<Map<String, @Nullable Object>> shuffled = dice.shuffled(sent);
      for (int from = 0; from < shuffled.size(); from += MAX_BATCH) {
        workspace
            .app(app)
            .postEvents(shuffled.subList(from, Math.min(shuffled.size(), from + MAX_BATCH)));
      }
      sent.clear();
    }
  }

  /** Adds a few sequences of events at about the same time. */
  private void addEvents(ModelCustomer customer, String app) {
    int most = 1 + dice.below(FEW_EVENTS);
    while (most > 0) {
      Instant time =
          dice.oneIn(4)
              ? ModelTimes.midnight(
                  dice, ModelTimes.eventTime(dice), ZoneId.of(dice.any(Zones.ALL)))
              : ModelTimes.eventTime(dice);
      for (int i = dice.below(4); i >= 0 && most > 0; i--, most--) {
        if (time.isBefore(Instant.now().plus(Duration.ofHours(23)))) {
          customer.add(event(app, time));
        }
        time =
            time.plus(
                dice.of(Duration.ZERO, MICRO, Duration.ofMinutes(10), GAP, GAP.plus(MICRO), GAP));
      }
    }
  }

  private ModelEvent event(String app, Instant time) {
    String name = dice.oneIn(3) ? ModelEvent.PAGE_VIEW : dice.any(ModelValues.EVENT_NAMES);
    boolean hasPath = name.equals(ModelEvent.PAGE_VIEW) ? !dice.oneIn(12) : dice.oneIn(6);
    return new ModelEvent(
        app,
        "e-" + ++events,
        name,
        time,
        hasPath ? dice.any(ModelValues.PATHS) : null,
        dice.oneIn(3) ? dice.of("k1", "k2", "k'3") : null,
        Collections.unmodifiableMap(ModelDocuments.properties(dice)));
  }
}
