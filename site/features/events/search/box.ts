import { apiUrl } from '#site/lib/api-base.ts'
import type { Answer, Input, PathOf } from '#site/lib/api-calls.ts'
import { m } from '#site/lib/messages.ts'
import { withQuery } from '#site/lib/paths.ts'
import { storageOf } from '#site/lib/storage.ts'
import { createListBox } from './list-box.ts'
import { createPanel } from './panel.ts'
import { createSearchStore } from './search.store.ts'

/** Brings the search field to life: it suggests while one types. */

const perType = 4

async function find(text: string, signal: AbortSignal): Promise<Answer<'get', 'search'>> {
  const path: PathOf<'get'> = 'search'
  const query: Input<'get', 'search'>['query'] = { q: text.slice(0, 200), limit: perType }
  const response = await fetch(withQuery(apiUrl(path), query), { signal })
  if (!response.ok) throw new Error(`search answered ${response.status}`)
  return (await response.json()) as Answer<'get', 'search'>
}

type Parts = {
  input: HTMLInputElement
  search: ReturnType<typeof createSearchStore>
  listBox: ReturnType<typeof createListBox>
  panel: ReturnType<typeof createPanel>
}

/** Opening, closing, and what a line does. */
function createActs({ input, search, listBox, panel }: Parts) {
  let isOpen = false

  function reveal(): void {
    panel.panel.hidden = !isOpen || panel.isEmpty()
    input.ariaExpanded = String(!panel.panel.hidden)
  }

  function open(): void {
    isOpen = true
    search.type(input.value)
    reveal()
  }

  function close(): void {
    isOpen = false
    listBox.leave()
    reveal()
  }

  function forget(text: string): void {
    search.recents.remove(text)
    panel.showToast(m.search_recent_removed({ text }))
    input.focus()
  }

  /** A recent search is searched for again; a result is gone to. */
  function choose(option: HTMLElement): void {
    const { recent } = option.dataset
    if (recent !== undefined) input.value = recent
    search.recents.add(input.value)
    if (option instanceof HTMLAnchorElement) location.assign(option.href)
    else search.type(input.value)
  }

  return { reveal, open, close, forget, choose }
}
type Acts = ReturnType<typeof createActs>

function listenToKeys({ input, listBox, panel }: Parts, acts: Acts): void {
  input.addEventListener('keydown', (event) => {
    const option = panel.panel.hidden ? undefined : listBox.active()
    const recent = option?.dataset.recent
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      acts.open()
      listBox.move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && option) acts.choose(option)
    else if (event.key === 'Delete' && recent !== undefined) acts.forget(recent)
    // The list first, then what it stands in.
    else if (event.key === 'Escape' && !panel.panel.hidden) acts.close()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
}

function listenToPointer({ input, search, listBox, panel }: Parts, acts: Acts): void {
  // The field keeps the focus while the pointer chooses.
  listBox.list.addEventListener('mousedown', (event) => event.preventDefault())
  listBox.list.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const forgotten = target.closest<HTMLElement>('[data-forget]')?.dataset.forget
    const option = target.closest<HTMLElement>('[role="option"]')
    if (forgotten !== undefined) acts.forget(forgotten)
    else if (option?.dataset.recent !== undefined) acts.choose(option)
    // A link goes where it leads by itself, in a new tab if one likes.
    else if (option) search.recents.add(input.value)
  })
  panel.again.addEventListener('click', () => {
    search.retry()
    input.focus()
  })
  panel.clear.addEventListener('click', () => {
    search.recents.clear()
    input.focus()
  })
}

export function mountSearchBox(box: HTMLElement, input: HTMLInputElement): void {
  const search = createSearchStore({ find, storage: storageOf('localStorage') })
  const listBox = createListBox(input, 'search-list', m.search_title())
  const panel = createPanel(listBox)
  const parts = { input, search, listBox, panel }
  const acts = createActs(parts)
  box.append(panel.panel, panel.status)

  function show(): void {
    panel.show(search.$state.get(), search.recents.$texts.get())
    acts.reveal()
  }
  search.$state.listen(show)
  search.recents.$texts.listen(show)
  show()

  listenToKeys(parts, acts)
  listenToPointer(parts, acts)
  input.addEventListener('input', acts.open)
  input.addEventListener('focus', acts.open)
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) acts.close()
  })
  if (document.activeElement === input) acts.open()
}
