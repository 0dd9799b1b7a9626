package dev.shopwire.automation.templates.rendering;

import dev.shopwire.automation.templates.language.TemplatePath;
import java.util.Optional;

/** The values of one mail. A mail asks for each path at most once. */
@FunctionalInterface
public interface Values {
  /** The value; empty if there is none. */
  Optional<TemplateValue> find(TemplatePath path);
}
