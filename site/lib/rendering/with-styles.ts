const loads = new Map<string, Promise<void>>()

function loadStylesheet(href: string): Promise<void> {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href })
  // Without its sheet a part works and looks plain.
  const settled = new Promise<void>((resolve) => {
    link.onload = link.onerror = () => resolve()
  })
  document.head.append(link)
  return settled
}

/** `hrefs` come from `?url` imports: imported for their effect, sheets delay the first paint. */
export async function withStyles<Part>(part: Promise<Part>, ...hrefs: string[]): Promise<Part> {
  for (const href of hrefs) if (!loads.has(href)) loads.set(href, loadStylesheet(href))
  const [loaded] = await Promise.all([part, ...hrefs.map((href) => loads.get(href))])
  return loaded
}
