package dev.shopwire.automation.dryruns;

import dev.shopwire.automation.definitions.Exit;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.definitions.Step;
import dev.shopwire.automation.definitions.Trigger;
import dev.shopwire.automation.runs.machine.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Says what a dry run can't know and therefore takes to be so. */
final class Assumptions {
  private Assumptions() {}

  static List<String> of(DryRun dryRun) {
    FlowDefinition flow = dryRun.flow();
    List<String> all = new ArrayList<>();
    all.add(
        "The flow is published and not paused during the whole period, and no customer had entered it"
            + " before");
    if (hasConditions(flow) || flow.timezone().field().isPresent()) {
      all.add(
          "Fields, names, contacts and credits are as they are now; events count from their %s, and"
                  .formatted(dryRun.hasOccurredClock() ? "timestamp" : "arrival")
              + " sessions from their start");
    }
    if (!new Plan(flow).followed().isEmpty()) {
      all.add(
          "Conditions of waits, exits and the grace are looked at with each event that they read and"
              + " at the end of the wait, not when time alone changes them");
    }
    if (hasConditions(flow) && flow.allSteps().anyMatch(Assumptions::isChange)) {
      all.add("Conditions don't see what the flow's own steps would change");
    }
    if (flow.allSteps().anyMatch(Step.Email.class::isInstance)) {
      all.add(
          "Mails go to the addresses of now, and wait for the end of the quiet hours of now; the"
              + " sandbox, unsubscribes and other suppressions, the frequency cap, missing values"
              + " and failures of servers are disregarded");
    }
    if (flow.allSteps().anyMatch(Step.Webhook.class::isInstance)) {
      all.add("Endpoints subscribe to flows/step as they do now");
    }
    if (dryRun.hasOccurredClock()) {
      all.add("Each event arrived at its timestamp");
    }
    if (dryRun.cause() != null) {
      all.add("The cause is made up, and happens at the time of the call");
    } else {
      ofTrigger(flow.trigger(), all);
    }
    if (dryRun.runsOut()) {
      all.add("Nothing happens after the end of the time, so that waits for events time out");
    }
    if (dryRun.counts().leftOut() > 0) {
      all.add(
          ("%d customers with more than %d events (%d if conditions of waits, exits or the grace"
                  + " read events), or %d bytes of them, are left out")
              .formatted(
                  dryRun.counts().leftOut(),
                  DryRunCustomers.MAX_EVENTS,
                  DryRunCustomers.MAX_EVENTS_OF_CONDITIONS,
                  DryRunCustomers.MAX_BYTES));
    }
    return all;
  }

  private static void ofTrigger(Trigger trigger, List<String> all) {
    if (trigger instanceof Trigger.ContactCreated) {
      all.add("Contacts that were deleted are missing, and the others have their roles of now");
    } else if (trigger instanceof Trigger.Credited) {
      all.add("Credits are those of now, each at the time of the first touch");
    }
  }

  private static boolean isChange(Step step) {
    return step instanceof Step.SetField || step instanceof Step.ChangeTag;
  }

  private static boolean hasConditions(FlowDefinition flow) {
    return flow.entry().condition().isPresent()
        || flow.trigger() instanceof Trigger.Schedule
        || flow.exits().stream().anyMatch(exit -> !(exit instanceof Exit.OnEvent))
        || flow.allSteps().flatMap(Assumptions::tests).findAny().isPresent();
  }

  private static Stream<?> tests(Step step) {
    if (step instanceof Step.Filter filter) {
      return filter.condition().stream();
    }
    if (step instanceof Step.Branch branch) {
      return branch.arms().stream().flatMap(arm -> arm.condition().stream());
    }
    return step instanceof Step.Wait wait && wait.until() instanceof Step.Until.Holds holds
        ? Stream.of(holds.condition())
        : Stream.empty();
  }
}
