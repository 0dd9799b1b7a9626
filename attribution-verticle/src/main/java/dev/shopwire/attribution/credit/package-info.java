/** First touch: whether a code that was seen credits its affiliate, decided once and logged. */
@NullMarked
package dev.shopwire.attribution.credit;

import org.jspecify.annotations.NullMarked;
