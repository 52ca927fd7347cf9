function readElementKey({ dataset: { key, traits } }: HTMLElement): string | undefined {
  return key ?? traits
}

function readOwnText(element: Element): string {
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

/** Writes what differs: the rest keeps its focus, open parts and what scripts have written. */
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
    readOwnText(before) === readOwnText(after)
  if (!isAlike) return live.replaceChildren(...after.cloneNode(true).childNodes)
  for (const [index, child] of next.entries()) {
    const [liveChild, oldChild] = [current[index], old[index]]
    if (!liveChild || !oldChild) continue
    const isSame =
      liveChild.tagName === child.tagName && readElementKey(oldChild) === readElementKey(child)
    if (isSame && oldChild.tagName === child.tagName) updateMarkup(liveChild, oldChild, child)
    else liveChild.replaceWith(child.cloneNode(true))
  }
}
