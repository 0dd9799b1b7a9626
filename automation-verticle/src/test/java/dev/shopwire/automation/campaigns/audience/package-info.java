@NullMarked
package dev.shopwire.automation.campaigns.audience;

import org.jspecify.annotations.NullMarked;
