/** The partner report and the rows behind its figures (docs/api/partner.md). */
@NullMarked
package dev.shopwire.sources.report;

import org.jspecify.annotations.NullMarked;
