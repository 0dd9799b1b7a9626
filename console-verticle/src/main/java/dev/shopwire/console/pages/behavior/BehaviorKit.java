package dev.shopwire.console.pages.behavior;

import dev.shopwire.console.pages.PageKit;

/**
 * What all pages about behavior are made with.
 *
 * @param apps finds the app that a page is about
 * @param reads reads its events
 * @param names suggests what they are called
 */
record BehaviorKit(Apps apps, AppReads reads, KnownNames names) {
  static BehaviorKit of(PageKit kit) {
    AppReads reads = new AppReads(kit.roles());
    return new BehaviorKit(new Apps(kit), reads, new KnownNames(reads));
  }
}
