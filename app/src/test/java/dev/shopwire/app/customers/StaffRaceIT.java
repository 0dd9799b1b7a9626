package dev.shopwire.app.customers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Pushes of one shop's people at the same instant, to two processes on the same stores. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(40)
class StaffRaceIT {
  private static final int AT_ONCE = 8;
  private static final int RECONCILES = 50;
  private static final int UPSERTS = 20;
  private static final int PEOPLE = 5;

  private final Path directory = TemporaryFiles.directory("second");
  private final ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
  private final Tenants.App app = RunningService.shared().tenants().app();
  private final List<ServiceProcess> processes = new ArrayList<>();

  @BeforeAll
  void startTheSecond() {
    processes.add(RunningService.shared().process());
    processes.add(ServiceProcess.start(directory, RunningService.onSharedStores(Map.of())));
  }

  @AfterAll
  void endTheSecond() {
    threads.shutdownNow();
    processes.get(1).close();
    TemporaryFiles.delete(directory);
  }

  @Test
  void ofConcurrentRostersExactlyOneIsLeftAndNeverAMixture() {
    Set<Integer> winners = new TreeSet<>();
    for (int round = 0; round < RECONCILES; round++) {
      List<Map<String, String>> rosters = rosters(round);
      pushAtOnce("reconciled.example.com", true, rosters);
      Map<String, String> left = people("reconciled.example.com");
      assertTrue(rosters.contains(left), "a mixture in round " + round + ": " + left);
      winners.add(rosters.indexOf(left));
    }
    assertTrue(winners.size() > 1, "one of them always won: they were not concurrent");
  }

  /** Each shares most of its ids with its neighbours, and no address with anybody. */
  private static List<Map<String, String>> rosters(int round) {
    return IntStream.range(0, AT_ONCE)
        .mapToObj(
            roster -> people(IntStream.range(roster, roster + PEOPLE), "r" + round + "-" + roster))
        .toList();
  }

  @Test
  void ofConcurrentUpsertsOfDifferentPeopleNobodyIsLost() {
    for (int round = 0; round < UPSERTS; round++) {
      String shop = "upserted" + round + ".example.com";
      // First the shop is unknown as well; then everybody's address changes.
      pushAtOnce(shop, false, disjoint("old"));
      List<Map<String, String>> pushes = disjoint("new");
      pushAtOnce(shop, false, pushes);
      Map<String, String> all = new TreeMap<>();
      pushes.forEach(all::putAll);
      assertEquals(all, people(shop), "round " + round);
    }
  }

  private static List<Map<String, String>> disjoint(String address) {
    return IntStream.range(0, AT_ONCE)
        .mapToObj(push -> people(IntStream.range(push * PEOPLE, (push + 1) * PEOPLE), address))
        .toList();
  }

  private static Map<String, String> people(IntStream ids, String address) {
    Map<String, String> people = new TreeMap<>();
    ids.forEach(id -> people.put("id" + id, address + "-" + id + "@acme.example"));
    return people;
  }

  private void pushAtOnce(String shop, boolean reconcile, List<Map<String, String>> rosters) {
    CompletableFuture<?>[] pushes =
        IntStream.range(0, rosters.size())
            .mapToObj(
                i ->
                    CompletableFuture.runAsync(
                        () -> push(processes.get(i % 2), shop, reconcile, rosters.get(i)), threads))
            .toArray(CompletableFuture[]::new);
    CompletableFuture.allOf(pushes).join();
  }

  private void push(
      ServiceProcess process, String shop, boolean reconcile, Map<String, String> people) {
    String staff =
        people.entrySet().stream()
            .map(
                person ->
                    "{\"id\":\"%s\",\"email\":\"%s\"}"
                        .formatted(person.getKey(), person.getValue()))
            .collect(Collectors.joining(","));
    String body =
        "{\"myplatformDomain\":\"%s\",\"reconcile\":%s,\"staff\":[%s]}"
            .formatted(shop, reconcile, staff);
    Answer answer = send(process, "POST", "/v1/staff", body);
    JsonNode json = answer.json();
    int told =
        json.path("created").asInt()
            + json.path("updated").asInt()
            + json.path("unchanged").asInt();
    assertEquals(people.size(), told, answer::body);
  }

  /** What both processes say is there: addresses by ids. */
  private Map<String, String> people(String shop) {
    List<Map<String, String>> seen =
        processes.stream()
            .map(
                process -> {
                  Map<String, String> people = new TreeMap<>();
                  send(process, "GET", "/v1/customer?myplatformDomain=" + shop, "")
                      .json()
                      .at("/customer/contacts")
                      .forEach(
                          contact ->
                              people.put(
                                  contact.path("id").asText(), contact.path("email").asText()));
                  return people;
                })
            .toList();
    assertEquals(seen.get(0), seen.get(1));
    return seen.get(0);
  }

  private Answer send(ServiceProcess process, String method, String path, String body) {
    Answer answer =
        new Http(process.httpUrl())
            .send(
                method,
                path,
                Map.of("X-Api-Key", app.key(), "Content-Type", "application/json"),
                body.getBytes(StandardCharsets.UTF_8));
    assertEquals(200, answer.status(), answer::body);
    return answer;
  }
}
