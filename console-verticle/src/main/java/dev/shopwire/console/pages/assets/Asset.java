package dev.shopwire.console.pages.assets;

import dev.shopwire.common.crypto.Digest;
import dev.shopwire.common.resources.Resources;
import io.vertx.core.buffer.Buffer;
import java.util.HexFormat;

/**
 * A file that pages load, kept in memory. Its path contains a hash of its content, so that browsers
 * may keep it forever.
 *
 * @param path where it is served
 * @param gzip the content, compressed
 */
public record Asset(String path, String type, Buffer content, Buffer gzip) {
  /** Where all assets are served. */
  public static final String ROOT = "/console/assets/";

  private static final String FOLDER = "/dev/shopwire/console/assets/";
  private static final int HASH_BYTES = 12;

  static Asset of(String file, String type) {
    byte[] content = Resources.bytes(FOLDER + file);
    String hash = HexFormat.of().formatHex(Digest.SHA_256.of(content), 0, HASH_BYTES);
    return new Asset(
        ROOT + hash + "/" + file, type, Buffer.buffer(content), Buffer.buffer(Gzip.of(content)));
  }
}
