const base = 'https://same.invalid'

/** A path of this site, or undefined for anything that leaves it. */
export function safeNextPath(next: string | null | undefined): string | undefined {
  if (!next || !/^\/(?![/\\])/.test(next)) return undefined
  if (!URL.canParse(next, base)) return undefined
  const { origin, pathname, search, hash } = new URL(next, base)
  // Parsing drops tabs and dots, which may uncover a second slash.
  const isOurs = origin === base && !pathname.startsWith('//')
  return isOurs ? pathname + search + hash : undefined
}

export function addNextParameter(path: string, next: string | undefined): string {
  return next ? `${path}?next=${encodeURIComponent(next)}` : path
}

export const proposeParameter = 'propose'

const newProposal = 'new'

function updateAddressQuery(change: (search: URLSearchParams) => void): void {
  const url = new URL(location.href)
  change(url.searchParams)
  history.replaceState(history.state, '', url)
}

export function setProposeParameter(id: number | undefined): void {
  updateAddressQuery((search) => search.set(proposeParameter, String(id ?? newProposal)))
}

export function addProposeParameter({ href }: Pick<Location, 'href'>, sharedText = ''): string {
  const here = new URL(href)
  here.searchParams.set(proposeParameter, sharedText || newProposal)
  return here.pathname + here.search
}

export const reportParameter = 'report'

export function setReportParameter(report: string): void {
  updateAddressQuery((search) => search.set(reportParameter, report))
}

/** Removes the parameter, so that a reload does not open the dialog. */
export function takeReportParameter(): string | undefined {
  const report = new URLSearchParams(location.search).get(reportParameter)
  if (report === null) return undefined
  updateAddressQuery((search) => search.delete(reportParameter))
  return report
}

export type ProposalToOpen = { id: number } | { sharedText: string }

/** A text may be of a bookmarklet, or of an app that shares a link, perhaps among words. */
export function takeProposeParameter(): ProposalToOpen | undefined {
  const texts = new URLSearchParams(location.search).getAll(proposeParameter)
  if (texts.length === 0) return undefined
  updateAddressQuery((search) => search.delete(proposeParameter))
  const text = texts.join(' ').trim()
  if (text === '') return undefined
  if (/^[1-9]\d{0,15}$/.test(text)) return { id: Number(text) }
  return { sharedText: text === newProposal ? '' : text }
}
