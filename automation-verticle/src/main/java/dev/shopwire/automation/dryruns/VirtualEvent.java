package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.runs.causes.CauseKey;
import dev.shopwire.automation.runs.machine.RunEvent;
import java.time.Instant;

/** An event of a customer that runs listen to, with its place in the order of causes. */
record VirtualEvent(CauseKey key, RunEvent event) {
  Instant at() {
    return key.at();
  }
}
