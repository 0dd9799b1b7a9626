package dev.shopwire.console.pages;

import dev.shopwire.console.RoleRequests;
import dev.shopwire.console.pages.lists.Lists;

/**
 * What pages are made with.
 *
 * @param services what pages call in this role
 * @param roles sends requests to other roles
 */
public record PageKit(PageServices services, RoleRequests roles, Lists lists, Curl curl) {}
