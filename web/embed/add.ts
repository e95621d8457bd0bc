/** Elements by hand, where there is no Preact yet. */

/** Appends a new element. */
export function add<K extends keyof HTMLElementTagNameMap>(
  to: ParentNode,
  name: K,
  attributes: Attributes = {},
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  assign(element, attributes);
  to.append(element);
  return element;
}

type Attributes = { readonly [name: string]: string };

/** Sets attributes. */
export function assign(element: Element, attributes: Attributes): void {
  for (const name in attributes) {
    element.setAttribute(name, attributes[name] ?? "");
  }
}
