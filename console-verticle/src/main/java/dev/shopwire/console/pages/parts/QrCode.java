package dev.shopwire.console.pages.parts;

import io.nayuki.qrcodegen.QrCode.Ecc;

/**
 * A QR code, as SVG.
 *
 * @param name what it is, for those who don't see it
 * @param size the length of its sides, with a margin
 * @param path of an SVG element that fills the dark squares
 */
public record QrCode(String name, int size, String path) implements Part {
  private static final int MARGIN = 4;

  public static QrCode of(String name, String content) {
    io.nayuki.qrcodegen.QrCode code = io.nayuki.qrcodegen.QrCode.encodeText(content, Ecc.MEDIUM);
    StringBuilder path = new StringBuilder();
    for (int y = 0; y < code.size; y++) {
      for (int x = 0; x < code.size; x++) {
        if (code.getModule(x, y)) {
          path.append('M').append(x + MARGIN).append(' ').append(y + MARGIN).append("h1v1h-1z");
        }
      }
    }
    return new QrCode(name, code.size + 2 * MARGIN, path.toString());
  }

  @Override
  public String template() {
    return "qr-code";
  }
}
