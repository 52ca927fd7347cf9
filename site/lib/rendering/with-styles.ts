const loads = new Map<string, Promise<void>>()

function loadSheet(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  // What cannot be had leaves a part that works and looks plain.
  const settled = new Promise<void>((resolve) => {
    link.onload = link.onerror = () => resolve()
  })
  document.head.append(link)
  return settled
}

/**
 * A part that opens later, with the style sheets at the addresses that its `?url` imports give. Those
 * imported for their effect would hold up the first paint of every page that can open the part.
 */
export async function withStyles<Part>(part: Promise<Part>, ...hrefs: string[]): Promise<Part> {
  for (const href of hrefs) if (!loads.has(href)) loads.set(href, loadSheet(href))
  const [loaded] = await Promise.all([part, ...hrefs.map((href) => loads.get(href))])
  return loaded
}
