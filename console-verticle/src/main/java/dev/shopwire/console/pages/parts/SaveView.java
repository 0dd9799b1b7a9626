package dev.shopwire.console.pages.parts;

/**
 * The button that keeps the page, with its filters, under a name.
 *
 * @param target the page of saved views, whose form asks for the name
 * @param page the path of the kept page below its workspace
 * @param query the query string of its address
 */
public record SaveView(String target, String page, String query) {}
