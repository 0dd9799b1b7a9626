package dev.shopwire.sources.frozen;

import java.math.BigDecimal;

/**
 * A figure of a day.
 *
 * @param day since 1970
 * @param value exact
 */
record DayFigure(long day, FigureKey key, BigDecimal value) {}
