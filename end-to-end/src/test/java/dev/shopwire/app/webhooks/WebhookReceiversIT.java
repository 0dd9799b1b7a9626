package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.Uuid7;
import dev.shopwire.testing.NodeProject;
import dev.shopwire.webhook.signing.HeaderNames;
import dev.shopwire.webhook.signing.Message;
import dev.shopwire.webhook.signing.MessageBody;
import dev.shopwire.webhook.signing.Signatures;
import dev.shopwire.webhook.signing.SigningSecret;
import io.vertx.core.buffer.Buffer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/**
 * Tests that existing receivers accept signed messages: libraries that verify Standard Webhooks,
 * and code for the previous vendor's webhooks, which verifies the body as parsed and serialized
 * again. More bodies: {@code -Dwebhook.bodies=50000}.
 */
@Tag("everywhere")
class WebhookReceiversIT {
  private static final long SEED = 20_261_122;
  private static final int BODIES = Integer.getInteger("webhook.bodies", 2_000);
  private static final int NUMBERS = 50;
  private static final String SCRIPT =
      """
      const { createHmac } = require('crypto');
      const readline = require('readline');
      const fs = require('fs');
      const verifiers = [require('standardwebhooks').Webhook, require('svix').Webhook];
      const accepts = (Verifier, secret, body, headers) => {
        try { new Verifier(secret).verify(body, headers); return true; } catch { return false; }
      };
      const flaws = ({ sent, properties, headers, secrets }) => {
        const found = [];
        const bytes = Buffer.from(sent, 'base64');
        const body = bytes.toString('utf8');
        if (!Buffer.from(body, 'utf8').equals(bytes)) found.push('not UTF-8');
        const parsed = JSON.parse(body);
        const printed = JSON.stringify(parsed);
        if (printed !== body) found.push('not stable');
        if (JSON.stringify(parsed.properties) !== JSON.stringify(JSON.parse(properties)))
          found.push('properties changed');
        for (const secret of secrets) for (const Verifier of verifiers) {
          if (!accepts(Verifier, secret, body, headers)) found.push('refused by a library');
          if (accepts(Verifier, secret, body + ' ', headers)) found.push('accepted with an extra byte');
          const old = { ...headers, 'webhook-timestamp': String(headers['webhook-timestamp'] - 301) };
          if (accepts(Verifier, secret, body, old)) found.push('accepted with another time');
        }
        const hmac = createHmac('sha256', secrets[secrets.length - 1])
          .update(headers['x-timestamp'] + '.' + printed).digest('hex');
        if (hmac !== headers['x-mantle-hmac-sha256']) found.push('refused as the vendor\\'s');
        return found;
      };
      (async () => {
        let bodies = 0;
        for await (const line of readline.createInterface({ input: fs.createReadStream(process.argv[2]),
            crlfDelay: Infinity })) {
          bodies++;
          const found = flaws(JSON.parse(line));
          if (found.length > 0) { console.log(found.join(', ') + ': ' + line); return; }
        }
        console.log(bodies + ' bodies accepted');
      })();
      """;

  private final Random random = new Random(SEED);
  private final UnusualJson json = new UnusualJson(random);
  private final Signatures signatures =
      new Signatures(HeaderNames.of(Settings.load(Path.of("no-such-file"), Map.of())));

  @Test
  void existingReceiversAcceptEveryBody(TestReporter reporter) throws Exception {
    reporter.publishEntry(Map.of("seed", "" + SEED, "bodies", "" + BODIES));
    try (NodeProject project = NodeProject.of(SCRIPT, "standardwebhooks@1.1.1", "svix@2.5.0")) {
      Path requests = project.directory().resolve("requests");
      write(requests);
      assertEquals(
          BODIES + " bodies accepted", project.run(requests.toString()), () -> "seed " + SEED);
    }
  }

  private void write(Path requests) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(requests)) {
      for (int i = 0; i < BODIES; i++) {
        String properties = i % 2 == 0 ? json.object() : numbers();
        out.write(Json.MAPPER.writeValueAsString(request(properties)));
        out.newLine();
      }
    }
  }

  private String numbers() {
    return Stream.generate(json::number).limit(NUMBERS).collect(Collectors.joining(",", "[", "]"));
  }

  private Map<String, Object> request(String properties) {
    Message message =
        new Message(
            Uuid7.next(),
            1 + random.nextInt(100),
            "customers/usage_event",
            new Message.App("1", "Demo \u2028 \"app\"", "demo-app"),
            "{\"path\": null, \"eventId\": \"e\", \"customer\": {\"id\": \"1\", \"name\": null},"
                + " \"properties\": "
                + properties
                + "}");
    Buffer body = MessageBody.of(message);
    List<SigningSecret> secrets =
        Stream.generate(SigningSecret::generate).limit(1 + random.nextInt(3)).toList();
    Map<String, String> headers = new TreeMap<>();
    signatures
        .headers(message, body, Instant.now().getEpochSecond(), secrets, null)
        .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
    return Map.of(
        "sent",
        body.getBytes(),
        "properties",
        properties,
        "headers",
        headers,
        "secrets",
        secrets.stream().map(SigningSecret::text).toList());
  }
}
