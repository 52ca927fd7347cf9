import { toast } from '#site/islands/toast/toast.ts'
import { api, ApiError, readCookie } from '#site/lib/api.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contract.ts'
import type { Gamification } from '#worker/features/progress/contract.ts'
import { createHypes, type HypeState } from './hype.store.ts'

/** One script for every hype button of the page; the buttons are plain HTML. */
const hypes = createHypes({
  api,
  onChange: showState,
  onFailure: showFailure,
  onEarned: showEarned,
})

function buttonsOf(id: number): NodeListOf<HTMLButtonElement> {
  return document.querySelectorAll(`[data-hype-event="${id}"]`)
}

function showState(id: number, { isHyped, count }: HypeState): void {
  const written = formatCount(count, document.documentElement.lang as Locale)
  for (const button of buttonsOf(id)) {
    button.ariaPressed = String(isHyped)
    const figure = button.querySelector('[data-hype-count]')
    if (figure) figure.textContent = written
  }
}

function showFailure(error: unknown): void {
  const isExplained = error instanceof ApiError && error.status >= 400 && error.status < 500
  toast(isExplained ? `${m.hype_failed()} – ${error.msg}` : m.hype_failed(), { kind: 'error' })
}

function showEarned(earned: Gamification): void {
  if (earned.level_up) toast(m.level_up({ level: earned.current_level }))
  else if (earned.message) toast(earned.message)
}

/** Reads the buttons of a part of the page that has just come. */
export function adoptHypes(root: ParentNode): void {
  for (const button of root.querySelectorAll<HTMLElement>('[data-hype-event]')) {
    hypes.add(Number(button.dataset.hypeEvent), Number(button.dataset.count))
  }
}

/** To login and back to this page, where the hype is then done. */
function loginToHype(id: number): void {
  const here = new URL(location.href)
  here.searchParams.set('hype', String(id))
  const locale = document.documentElement.lang as Locale
  location.assign(paths.login(locale, here.pathname + here.search))
}

function hypeAsked(): number | undefined {
  const here = new URL(location.href)
  const id = Number(here.searchParams.get('hype'))
  if (!id) return undefined
  here.searchParams.delete('hype')
  history.replaceState(history.state, '', here)
  return id
}

async function start(): Promise<void> {
  adoptHypes(document)
  const asked = hypeAsked()
  if (!readCookie('access_token') || !document.querySelector('[data-hype-event]')) return
  // Unmarked buttons still work: a hype that stands already is set again harmlessly.
  await hypes.load().catch(() => undefined)
  if (asked !== undefined) await hypes.set(asked, true)
}

document.addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const button = target.closest<HTMLElement>('[data-hype-event]')
  if (!button) return
  const id = Number(button.dataset.hypeEvent)
  if (readCookie('access_token')) void hypes.toggle(id)
  else loginToHype(id)
})

void start()
