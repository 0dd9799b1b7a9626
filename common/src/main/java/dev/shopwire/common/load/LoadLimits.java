package dev.shopwire.common.load;

import dev.shopwire.common.config.Settings;

/**
 * How much a process lets itself hold.
 *
 * @param memoryBytes of the heap, that requests, their answers and calls of other roles may take
 *     together while they are under way
 * @param connections of each port
 */
public record LoadLimits(long memoryBytes, ConnectionLimits connections) {
  /**
   * @throws dev.shopwire.common.config.SettingException also if not even one body of the largest
   *     size would find room
   */
  public static LoadLimits of(Settings settings) {
    int body = settings.integer("limits.body.bytes", 1 << 20, 1_024, 64 << 20);
    long least = ProcessLoad.leastMemoryFor(body);
    String expected =
        "a whole number from " + least + " (room for one body of limits.body.bytes) to the heap";
    long most = Runtime.getRuntime().maxMemory();
    long memory =
        settings
            .text("limits.memory.bytes")
            .map(
                text -> {
                  long bytes = text.matches("\\d{1,15}") ? Long.parseLong(text) : -1;
                  if (bytes < least || bytes > most) {
                    throw settings.wrong("limits.memory.bytes", expected, text);
                  }
                  return bytes;
                })
            .orElseGet(() -> Math.max(least, defaultMemory()));
    return new LoadLimits(memory, ConnectionLimits.of(settings));
  }

  static LoadLimits defaults() {
    return new LoadLimits(defaultMemory(), ConnectionLimits.defaults());
  }

  /** A third of the heap; the rest is for what is known, for connections and for garbage. */
  private static long defaultMemory() {
    return Runtime.getRuntime().maxMemory() / 3;
  }
}
