import { apiUrl } from '#site/lib/api-base.ts'
import type { ApiResponseData, ApiRequestInput, PathOf } from '#site/lib/api-calls.ts'
import { m } from '#site/lib/messages.ts'
import { withQuery } from '#site/lib/paths.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { resolveTimeZone } from '#site/lib/time/wall-clock.ts'
import { openStorage } from '#site/lib/storage.ts'
import { findDay } from '#worker/contracts/day-words.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { createCombobox } from '#site/ui/fields/combobox.ts'
import { createSearchPanel } from './panel.ts'
import { createSearchStore } from './search.store.ts'

const perType = 4

/** A day is the reader's; what names none is the same search for everyone. */
function buildDateParsingContext(text: string): { locale?: Locale; tz?: string } {
  const locale = document.documentElement.lang as Locale
  return findDay(text, locale) ? { locale, tz: resolveTimeZone(currentTimeContext()) } : {}
}

async function fetchSearchResults(
  text: string,
  signal: AbortSignal,
): Promise<ApiResponseData<'get', 'search'>> {
  const path: PathOf<'get'> = 'search'
  const query: ApiRequestInput<'get', 'search'>['query'] = {
    q: text.slice(0, 200),
    limit: perType,
    ...buildDateParsingContext(text),
  }
  const response = await fetch(withQuery(apiUrl(path), query), { signal })
  if (!response.ok) throw new Error(`search answered ${response.status}`)
  return (await response.json()) as ApiResponseData<'get', 'search'>
}

type SearchParts = {
  input: HTMLInputElement
  search: ReturnType<typeof createSearchStore>
  panel: ReturnType<typeof createSearchPanel>
}

function createSearchActions({ input, search, panel }: SearchParts) {
  const combobox = createCombobox({
    input,
    list: panel.list,
    onOpen: open,
    onClose: close,
    onChoose: choose,
  })
  let isOpen = false

  function reveal(): void {
    panel.panel.hidden = !isOpen || panel.isEmpty()
    combobox.setOpen(!panel.panel.hidden)
  }

  function open(): void {
    isOpen = true
    search.type(input.value)
    reveal()
  }

  function close(): void {
    isOpen = false
    reveal()
  }

  function forget(text: string): void {
    search.recents.remove(text)
    panel.showToast(m.search_recent_removed({ text }))
    input.focus()
  }

  /** A recent search is searched for again; a result is a link and opens by itself. */
  function choose(option: HTMLElement): void {
    const { recent } = option.dataset
    if (recent !== undefined) input.value = recent
    search.recents.add(input.value)
    if (recent !== undefined) search.type(input.value)
  }

  return { reveal, open, close, forget, activeOption: combobox.activeOption }
}
type SearchActions = ReturnType<typeof createSearchActions>

function listenToRecentRemoval({ input, panel }: SearchParts, actions: SearchActions): void {
  input.addEventListener('keydown', (event) => {
    const recent = actions.activeOption()?.dataset.recent
    if (event.key !== 'Delete' || recent === undefined) return
    actions.forget(recent)
    event.preventDefault()
    event.stopPropagation()
  })
  panel.list.addEventListener(
    'click',
    (event) => {
      const { target } = event
      if (!(target instanceof Element)) return
      const recent = target.closest<HTMLElement>('[data-forget]')?.dataset.forget
      if (recent === undefined) return
      actions.forget(recent)
      // The option around it is not chosen.
      event.stopPropagation()
    },
    { capture: true },
  )
}

export function mountSearchBox(box: HTMLElement, input: HTMLInputElement): void {
  const search = createSearchStore({
    find: fetchSearchResults,
    storage: openStorage('localStorage'),
  })
  const panel = createSearchPanel({
    retry() {
      search.retry()
      input.focus()
    },
    forgetAll() {
      search.recents.clear()
      input.focus()
    },
  })
  const parts = { input, search, panel }
  const actions = createSearchActions(parts)
  box.append(panel.panel, panel.status)

  function show(): void {
    panel.show(search.$state.get(), search.recents.$texts.get())
    actions.reveal()
  }
  search.$state.listen(show)
  search.recents.$texts.listen(show)
  show()

  listenToRecentRemoval(parts, actions)
  input.addEventListener('input', actions.open)
  input.addEventListener('focus', actions.open)
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) actions.close()
  })
  if (document.activeElement === input) actions.open()
}
