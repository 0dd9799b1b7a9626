package dev.shopwire.automation.sending;

import dev.shopwire.automation.messages.Mail;
import dev.shopwire.common.caches.BoundedMap;
import java.util.Map;

/**
 * Remembers of which templates a lane's mails were too large for the small class. Not thread-safe;
 * use from one event loop.
 */
final class SizeClasses {
  /** If more are large, the oldest ones are found out once more. */
  private static final int MAX = 1_000;

  private final Map<TemplateVersion, SizeClass> large = BoundedMap.firstAdded(MAX);

  private record TemplateVersion(long workspaceId, long id, int version) {
    static TemplateVersion of(Mail mail) {
      return new TemplateVersion(mail.workspaceId(), mail.templateId(), mail.templateVersion());
    }
  }

  SizeClass of(Mail mail) {
    return large.getOrDefault(TemplateVersion.of(mail), SizeClass.SMALL);
  }

  /** From now on, mails of the same template are large. */
  void addLarge(Mail mail) {
    large.put(TemplateVersion.of(mail), SizeClass.LARGE);
  }
}
