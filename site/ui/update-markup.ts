/** The key of an element in its list, if it has one. */
function keyOf({ dataset: { key, traits } }: HTMLElement): string | undefined {
  return key ?? traits
}

function ownText(element: Element): string {
  const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
  return texts.map(({ textContent }) => textContent?.trim()).join()
}

function updateAttributes(live: Element, before: Element, after: Element): void {
  for (const { name } of before.attributes)
    if (!after.hasAttribute(name)) live.removeAttribute(name)
  for (const { name, value } of after.attributes) {
    if (before.getAttribute(name) !== value) live.setAttribute(name, value)
  }
}

/**
 * Changes of a part of the page what differs between two forms of its markup. The rest stays as it is,
 * with the focus, what is open, and what scripts have written since.
 */
export function updateMarkup(live: Element, before: Element, after: Element): void {
  if (before.isEqualNode(after)) return
  updateAttributes(live, before, after)
  const [current, old, next] = [live, before, after].map(({ children }) => [
    ...(children as HTMLCollectionOf<HTMLElement>),
  ]) as [HTMLElement[], HTMLElement[], HTMLElement[]]
  const isAlike =
    next.length > 0 &&
    current.length === next.length &&
    old.length === next.length &&
    ownText(before) === ownText(after)
  if (!isAlike) return live.replaceChildren(...after.cloneNode(true).childNodes)
  for (const [index, child] of next.entries()) {
    const [one, other] = [current[index], old[index]]
    if (!one || !other) continue
    const isSame = one.tagName === child.tagName && keyOf(other) === keyOf(child)
    if (isSame && other.tagName === child.tagName) updateMarkup(one, other, child)
    else one.replaceWith(child.cloneNode(true))
  }
}
