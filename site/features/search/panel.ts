import { areMutedEventsShown, readCurrentMutingTraits } from '#site/lib/display/display.ts'
import { eventTraits } from '#site/lib/display/event-traits.ts'
import { areTraitsMuted } from '#site/lib/display/muting.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { resolveTimeZone } from '#site/lib/time/wall-clock.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { SearchView } from '#worker/features/search/contract.ts'
import { createButton, createElement } from '#site/ui/create-element.ts'
import { buildFilterLink } from './filter-link.ts'
import { toOptionGroups } from './options.ts'
import type { SearchState } from './search.store.ts'
import { recentSearches, searchResults, searchSkeleton } from './suggestions.ts'

/** Suggestions come unasked; the page with all results shows everything. */
function removeMutedEvents(results: SearchView): SearchView {
  if (areMutedEventsShown()) return results
  const muting = readCurrentMutingTraits(new URLSearchParams())
  return {
    ...results,
    events: results.events.filter((event) => !areTraitsMuted(eventTraits(event), muting)),
  }
}

type SearchPanelActions = { retry: () => void; forgetAll: () => void }

export function createSearchPanel({ retry, forgetAll }: SearchPanelActions) {
  const locale = document.documentElement.lang as Locale
  const ariaLabel = m.search_title()
  const list = createElement('div', { id: 'search-list', role: 'listbox', ariaLabel })
  const note = createElement('p', { className: 'search-note' })
  const again = createButton('button button-small', m.try_again(), retry)
  const clear = createButton('button button-small button-quiet', m.search_recent_clear(), forgetAll)
  const status = createElement('p', { className: 'visually-hidden', role: 'status' })
  const properties = { className: 'search-panel', hidden: true }
  const panel = createElement('div', properties, list, note, again, clear)

  function fill(markup: string, text = ''): void {
    list.innerHTML = markup
    list.querySelectorAll('[role="option"]').forEach((option, index) => {
      option.id = `${list.id}-${index}`
    })
    list.hidden = list.childElementCount === 0
    note.textContent = text
    note.hidden = text === ''
  }

  function showFound({ text, results }: Extract<SearchState, { phase: 'found' }>): void {
    const reader = currentTimeContext()
    const groups = toOptionGroups({ text, results: removeMutedEvents(results) }, locale, reader)
    const day = buildFilterLink(results, locale, reader)
    const tz = results.when ? resolveTimeZone(reader) : undefined
    const count = groups.reduce((sum, { options }) => sum + options.length, 0)
    const nothing = m.search_none_title({ text })
    const allHref = paths.search(locale, { q: text, tz })
    if (count === 0 && !day) fill('', nothing)
    else fill(searchResults({ groups, search: text, day, allHref }).markup)
    showToast(count === 0 ? nothing : m.search_count({ count, shown: formatCount(count, locale) }))
  }

  /** Screen readers would not hear what is only shown. */
  function showToast(text: string): void {
    status.textContent = text
  }

  function show(state: SearchState, recents: readonly string[]): void {
    again.hidden = state.phase !== 'failed'
    clear.hidden = state.phase !== 'idle' || recents.length === 0
    list.ariaBusy = String(state.phase === 'loading')
    if (state.phase === 'idle') fill(recentSearches(recents).markup)
    else if (state.phase === 'found') showFound(state)
    else if (state.phase === 'failed') {
      fill('', m.search_failed())
      showToast(m.search_failed())
    } else if (!state.earlier) fill(searchSkeleton().markup, m.search_loading())
  }

  return { panel, list, status, show, showToast, isEmpty: () => list.hidden && note.hidden }
}
