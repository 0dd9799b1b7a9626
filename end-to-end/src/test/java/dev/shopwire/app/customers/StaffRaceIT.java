package dev.shopwire.app.customers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.RunSize;
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

/** Tests concurrent pushes of one shop's staff to two processes on the same stores. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(120)
class StaffRaceIT {
  private static final int CONCURRENCY = 8;
  private static final int RECONCILES = RunSize.of("staffRace.rosters", 25, 200);
  private static final int UPSERTS = RunSize.of("staffRace.upserts", 10, 80);
  private static final int CONTACTS_PER_PUSH = 5;

  private final Path directory = TemporaryFiles.directory("second");
  private final ExecutorService threads = Executors.newFixedThreadPool(CONCURRENCY);
  private final Tenants.App app = RunningService.shared().tenants().app();
  private final List<ServiceProcess> processes = new ArrayList<>();

  @BeforeAll
  void startSecondProcess() {
    processes.add(RunningService.shared().process());
    processes.add(
        ServiceProcess.start(
            directory,
            RunningService.onSharedStores(Map.of("SHOPWIRE_VERTICLES", "ingest,enrichment"))));
  }

  @AfterAll
  void stopSecondProcess() {
    threads.shutdownNow();
    processes.get(1).close();
    TemporaryFiles.delete(directory);
  }

  @Test
  void concurrentRostersLeaveExactlyOneAndNeverAMixture() {
    Set<Integer> winners = new TreeSet<>();
    for (int round = 0; round < RECONCILES; round++) {
      List<Map<String, String>> rosters = rosters(round);
      pushConcurrently("reconciled.example.com", true, rosters);
      Map<String, String> winner = stored("reconciled.example.com");
      assertTrue(rosters.contains(winner), "a mixture in round " + round + ": " + winner);
      winners.add(rosters.indexOf(winner));
    }
    assertTrue(winners.size() > 1, "the same one always won: they were not concurrent");
  }

  /** Each shares most of its ids with its neighbors, and no e-mail address with any other. */
  private static List<Map<String, String>> rosters(int round) {
    return IntStream.range(0, CONCURRENCY)
        .mapToObj(
            number ->
                contacts(
                    IntStream.range(number, number + CONTACTS_PER_PUSH),
                    "r" + round + "-" + number))
        .toList();
  }

  @Test
  void concurrentUpsertsOfDifferentContactsLoseNone() {
    for (int round = 0; round < UPSERTS; round++) {
      String shop = "upserted" + round + ".example.com";
      // At first the shop is unknown as well; then all e-mail addresses change.
      pushConcurrently(shop, false, disjoint("old"));
      List<Map<String, String>> pushes = disjoint("new");
      pushConcurrently(shop, false, pushes);
      Map<String, String> all = new TreeMap<>();
      pushes.forEach(all::putAll);
      assertEquals(all, stored(shop), "round " + round);
    }
  }

  private static List<Map<String, String>> disjoint(String address) {
    return IntStream.range(0, CONCURRENCY)
        .mapToObj(
            push ->
                contacts(
                    IntStream.range(push * CONTACTS_PER_PUSH, (push + 1) * CONTACTS_PER_PUSH),
                    address))
        .toList();
  }

  private static Map<String, String> contacts(IntStream ids, String address) {
    Map<String, String> contacts = new TreeMap<>();
    ids.forEach(id -> contacts.put("id" + id, address + "-" + id + "@acme.example"));
    return contacts;
  }

  private void pushConcurrently(String shop, boolean reconcile, List<Map<String, String>> rosters) {
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
      ServiceProcess process, String shop, boolean reconcile, Map<String, String> contacts) {
    String staff =
        contacts.entrySet().stream()
            .map(
                contact ->
                    "{\"id\":\"%s\",\"email\":\"%s\"}"
                        .formatted(contact.getKey(), contact.getValue()))
            .collect(Collectors.joining(","));
    String body =
        "{\"myplatformDomain\":\"%s\",\"reconcile\":%s,\"staff\":[%s]}"
            .formatted(shop, reconcile, staff);
    Response response = send(process, "POST", "/v1/staff", body);
    JsonNode json = response.json();
    int counted =
        json.path("created").asInt()
            + json.path("updated").asInt()
            + json.path("unchanged").asInt();
    assertEquals(contacts.size(), counted, response::body);
  }

  /** The stored e-mail addresses by id, which both processes must return. */
  private Map<String, String> stored(String shop) {
    List<Map<String, String>> seen =
        processes.stream()
            .map(
                process -> {
                  Map<String, String> contacts = new TreeMap<>();
                  send(process, "GET", "/v1/customer?myplatformDomain=" + shop, "")
                      .json()
                      .at("/customer/contacts")
                      .forEach(
                          contact ->
                              contacts.put(
                                  contact.path("id").asText(), contact.path("email").asText()));
                  return contacts;
                })
            .toList();
    assertEquals(seen.get(0), seen.get(1));
    return seen.get(0);
  }

  private Response send(ServiceProcess process, String method, String path, String body) {
    Response response =
        new Http(process.httpUrl())
            .send(
                method,
                path,
                Map.of("X-Api-Key", app.key(), "Content-Type", "application/json"),
                body.getBytes(StandardCharsets.UTF_8));
    assertEquals(200, response.status(), response::body);
    return response;
  }
}
