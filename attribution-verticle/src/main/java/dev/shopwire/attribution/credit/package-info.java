/** First touch: decides, once, whether a code that was seen credits its affiliate, and logs it. */
@NullMarked
package dev.shopwire.attribution.credit;

import org.jspecify.annotations.NullMarked;
