package dev.shopwire.sources.lifecycle;

import java.math.BigDecimal;

/** All earnings of an app in a shop in one currency; of an earning without gross its net counts. */
public record Revenue(String currency, BigDecimal gross, BigDecimal net) {
  Revenue plus(BigDecimal moreGross, BigDecimal moreNet) {
    return new Revenue(currency, gross.add(moreGross), net.add(moreNet));
  }
}
