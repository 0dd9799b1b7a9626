package dev.shopwire.automation.templates.html;

/**
 * Counts the elements of markup without building a tree.
 *
 * @param elements all start tags
 * @param depth how deep elements nest, without regard to elements that need no end tag
 * @param componentDepth how deep those of MJML nest
 * @param attributes of the element that has most
 */
public record HtmlSize(int elements, int depth, int componentDepth, int attributes) {
  private static final class Counter implements HtmlListener {
    private int elements;
    private int open;
    private int depth;
    private int openComponents;
    private int componentDepth;
    private int ownAttributes;
    private int attributes;
    private boolean isComponent;

    @Override
    public void text(String text) {}

    @Override
    public void attribute(String name) {
      ownAttributes++;
      attributes = Math.max(attributes, ownAttributes);
    }

    @Override
    public void value(String text) {}

    @Override
    public void start(String name) {
      elements++;
      open++;
      depth = Math.max(depth, open);
      isComponent = name.startsWith("mj");
      openComponents += isComponent ? 1 : 0;
      componentDepth = Math.max(componentDepth, openComponents);
      ownAttributes = 0;
    }

    @Override
    public void selfClosing() {
      open--;
      openComponents -= isComponent ? 1 : 0;
    }

    @Override
    public void end(String name) {
      open = Math.max(0, open - 1);
      openComponents = Math.max(0, openComponents - (name.startsWith("mj") ? 1 : 0));
      ownAttributes = 0;
    }
  }

  public static HtmlSize of(String markup) {
    Counter counter = new Counter();
    new HtmlScanner(counter).scan(markup);
    return new HtmlSize(
        counter.elements, counter.depth, counter.componentDepth, counter.attributes);
  }
}
