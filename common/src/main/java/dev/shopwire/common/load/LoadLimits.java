package dev.shopwire.common.load;

import dev.shopwire.common.config.Settings;
import dev.shopwire.common.config.SharedSettings;

/**
 * Limits the memory and the connections that a process uses for its callers.
 *
 * @param memoryBytes heap that in-flight requests, responses and calls from other roles may use
 *     together
 * @param connections limits of each port
 */
public record LoadLimits(long memoryBytes, ConnectionLimits connections) {
  /**
   * @throws dev.shopwire.common.config.SettingException also if a single body of the largest size
   *     would not fit
   */
  public static LoadLimits of(Settings settings) {
    int body = SharedSettings.bodyBytes(settings);
    long min = ProcessLoad.minMemoryFor(body);
    String expected =
        "a whole number from " + min + " (one body of limits.body.bytes) to the heap size";
    long max = Runtime.getRuntime().maxMemory();
    long memory =
        settings
            .text("limits.memory.bytes")
            .map(
                text -> {
                  long bytes = text.matches("\\d{1,15}") ? Long.parseLong(text) : -1;
                  if (bytes < min || bytes > max) {
                    throw settings.invalid("limits.memory.bytes", expected, text);
                  }
                  return bytes;
                })
            .orElseGet(() -> Math.max(min, defaultMemory()));
    return new LoadLimits(memory, ConnectionLimits.of(settings));
  }

  static LoadLimits defaults() {
    return new LoadLimits(defaultMemory(), ConnectionLimits.defaults());
  }

  /** A third of the heap; the rest is for caches, connections and garbage. */
  private static long defaultMemory() {
    return Runtime.getRuntime().maxMemory() / 3;
  }
}
