type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

const scriptOf = (layout: string) => new RegExp(`/layouts/${layout}\\.astro\\?astro&type=script`)
/** Page script of the frame with header and footer. */
const pageScript = scriptOf('Page')
/** Auth script of the frame of pages to sign in: it starts less. */
const authScript = scriptOf('Auth')
/** Not the contracts without schemas, which pages import that validate nothing. */
const schemas =
  /worker\/contracts\/(?!channel-hue|durations|folding|media-url|memo|platforms)|node_modules\/valibot\//
const messages = /\/paraglide\/messages\//
/** Small modules that scripts of many pages import together. */
const lists =
  /\/(?:(?:show|never)-muted|muted-note-text|events\/display-choices)\.ts$|\/messages\/muted_(?:count|hide|none|shown?)\./
const eventActs = /\/(?:add-to-calendar|calendar-names|share)\.ts$/
const failures =
  /\/(?:failure-text|action-runner\.store)\.ts$|\/messages\/(?:unexpected_error|try_again|loading)\./

/** True for what a frame starts through other modules: direct imports have side effects. */
function isImportedIndirectly(
  id: string,
  modules: Modules,
  visitedIds = new Set<string>(),
): boolean {
  if (visitedIds.has(id)) return false
  visitedIds.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some(
    (importer) =>
      isStarted(importer, pageScript, modules) ||
      isImportedIndirectly(importer, modules, visitedIds),
  )
}

function isStarted(id: string, script: RegExp, modules: Modules): boolean {
  return (modules.getModuleInfo(id)?.importers ?? []).some((importer) => script.test(importer))
}

/** Name of the chunk that every page needs, of either frame. */
function nameShared(id: string, modules: Modules): string | null {
  if (messages.test(id)) return null
  if (isStarted(id, authScript, modules)) return 'page'
  const isShared = !isStarted(id, pageScript, modules) && isImportedIndirectly(id, modules)
  return isShared ? 'page' : null
}

/** Name of the chunk that only the larger frame starts; sign-up and login must not load it. */
function nameFrame(id: string, modules: Modules): string | null {
  return isStarted(id, pageScript, modules) ? 'frame' : null
}

/** Buttons are on most islands: a file of their own would be one request more. */
const reactAndButtons =
  /node_modules\/(?:react|react-dom|scheduler|@nanostores\/react)\/|\/site\/ui\/Button\.tsx$/

/** Many small files compress worse and cost a request each. */
export const clientChunks = {
  groups: [
    { name: 'react', test: reactAndButtons },
    { name: nameShared, priority: 2 },
    { name: nameFrame, priority: 1 },
    { name: 'schemas', test: schemas },
    { name: 'lists', test: lists },
    { name: 'event-acts', test: eventActs },
    { name: 'failures', test: failures },
  ],
}

const messagesAndContracts = /\/paraglide\/messages\/|worker\/contracts\//

/** Styles of every page, then those that lists of events, streamers and games link together. */
const siteStyles = /\/site\/(?:styles|features\/search\/search-(?:box|panel))\b.*\.css$/
const listStyles =
  /\/(?:event-rows|event-parts|row-menu|hide-channel|report-button|lettered|folding|chart|live-cards|hype|follow|groups|catalogue)\.css$/

/**
 * Small modules that import no feature: in one chunk they compress better than in one each. A page
 * waits for each of its style sheets: few of them come sooner than many.
 */
export const workerChunks = {
  groups: [
    { name: 'site', test: siteStyles },
    { name: 'lists', test: listStyles },
    { name: 'messages-and-contracts', test: messagesAndContracts, minShareCount: 2 },
  ],
}
