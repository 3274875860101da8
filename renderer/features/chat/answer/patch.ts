/**
 * Makes `old` look like `next` with as few changes as possible, so that selections, scroll positions and focus inside outlive an answer that
 * grows. `next` may lose its nodes.
 * @returns the node that now stands in the page
 */
export function patch(old: Node, next: Node): Node {
  if (old.isEqualNode(next)) return old;
  if (old instanceof Text && next instanceof Text) {
    // What is added at the end leaves a selection in the text alone; setting the whole text would not.
    if (next.data.startsWith(old.data)) old.appendData(next.data.slice(old.data.length));
    else old.data = next.data;
    return old;
  }
  if (!(old instanceof HTMLElement && next instanceof HTMLElement) || old.tagName !== next.tagName || isDrawn(next)) {
    old.parentNode?.replaceChild(next, old);
    return next;
  }
  patchAttributes(old, next);
  patchChildren(old, [...next.childNodes]);
  return old;
}

/** The same for the children of an element. */
export function patchChildren(parent: Element, next: readonly Node[]): void {
  const old = [...parent.childNodes];
  next.forEach((node, index) => {
    const before = old[index];
    if (before) patch(before, node);
    else parent.append(node);
  });
  for (const extra of old.slice(next.length)) extra.remove();
}

/** Formulas carry styles, which can only be moved with their elements: the security policy refuses them as attributes. */
const isDrawn = (element: HTMLElement): boolean => element.classList.contains('katex');

function patchAttributes(old: HTMLElement, next: HTMLElement): void {
  for (const { name } of [...old.attributes]) if (!next.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of next.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}
