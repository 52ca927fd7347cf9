type Modules = { getModuleInfo: (id: string) => { importers: readonly string[] } | null }

const layoutScript = /\/layouts\/Page\.astro\?astro&type=script/
/** Not the contracts without schemas, which pages import that validate nothing. */
const schemas = /worker\/contracts\/(?!durations|media-url|platforms)|node_modules\/valibot\//
const messages = /\/paraglide\/messages\//

/** Only indirect imports: direct ones have side effects, and other pages share some of the rest. */
function isOnEveryPage(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (seen.has(id)) return false
  seen.add(id)
  const importers = modules.getModuleInfo(id)?.importers ?? []
  return importers.some(
    (importer) => isStarter(importer, modules) || isOnEveryPage(importer, modules, seen),
  )
}

function isStarter(id: string, modules: Modules): boolean {
  return (modules.getModuleInfo(id)?.importers ?? []).some((importer) =>
    layoutScript.test(importer),
  )
}

function nameOf(id: string, modules: Modules): string | null {
  if (messages.test(id) || isStarter(id, modules)) return null
  return isOnEveryPage(id, modules) ? 'page' : null
}

/** Many small files compress worse and cost a request each. */
export const clientChunks = {
  groups: [
    { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler|@nanostores\/react)\// },
    { name: nameOf },
    { name: 'schemas', test: schemas },
  ],
}

const messagesAndContracts = /\/paraglide\/messages\/|worker\/contracts\//

/** What every page links, and what lists of events, streamers and games link together. */
const siteStyles = /\/site\/(?:styles|features\/events\/search\/search-(?:box|panel))\b.*\.css$/
const listStyles =
  /\/(?:event-rows|event-parts|folding|chart|live-cards|hype|follow|groups|catalogue)\.css$/

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
