import { m } from '#site/lib/messages.ts'
import { clearPendingAction, resumeUrl } from '#site/lib/session/resume-after-login.ts'
import { signInCode } from '#site/lib/session/sign-in-code.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import { focusFirstTextField } from '#site/ui/autofocus.ts'
import { hourMs } from '#worker/contracts/durations.ts'
import type { Wish } from './open.ts'
import { drawAddressStep } from './address-step.ts'
import { drawCodeStep } from './code-step.ts'
import { element } from './elements.ts'
import { drawOtherWays } from './other-ways.ts'

const titles = { hype: m.pending_hype, hype_all: m.pending_hype_all, follow: m.pending_follow }

/** What is waiting, and what the person gets for their address. */
function drawReason({ action, start }: Wish): HTMLElement {
  const when = start && timeText('when', Date.parse(start), currentTimeContext())
  const hasReminder = start && Date.parse(start) - Date.now() > hourMs
  const isForReminders = action !== 'follow'
  const promise = hasReminder || action === 'hype_all' ? m.hype_promise() : m.sheet_hype_text()
  return element(
    'div',
    { className: 'email-sheet-reason' },
    ...(when ? [element('p', { className: 'email-sheet-when' }, when)] : []),
    ...(isForReminders ? [element('p', {}, promise)] : []),
    element('p', { className: 'quiet' }, m.code_text()),
  )
}

function drawHeader(wish: Wish, close: () => void): HTMLElement {
  const { action, name } = wish
  const title = titles[action]({ name })
  const button = element(
    'button',
    { type: 'button', className: 'button button-quiet button-small' },
    m.close(),
  )
  button.addEventListener('click', close)
  return element('header', {}, element('h2', { id: 'email-sheet-title' }, title), button)
}

/** The steps follow one another in `place`, as the store says which it is. */
function showSteps(
  place: HTMLElement,
  { wish, next }: { wish: Wish; next: string },
  close: () => void,
) {
  let stop = () => {}
  let isFirst = true
  let before: string | undefined
  const end = signInCode.$sent.subscribe((sent) => {
    stop()
    stop = () => {}
    if (sent) {
      const step = drawCodeStep(sent, {
        isResent: before === sent.email,
        onSignedIn() {
          close()
          wish.onSignedIn()
        },
      })
      stop = step.stop
      place.replaceChildren(step.root)
    } else {
      place.replaceChildren(drawReason(wish), drawAddressStep(before ?? ''), drawOtherWays(next))
    }
    if (!isFirst) place.querySelector('input')?.focus()
    isFirst = false
    before = sent?.email ?? before
  })
  return () => {
    end()
    stop()
  }
}

/**
 * Asks a guest for an e-mail address over the page, so that what was pressed is done without leaving
 * it: the code signs in, or creates the account.
 */
export function openEmailSheet(wish: Wish): void {
  const { pathname, search } = location
  const action = { name: wish.action, subject: wish.subject }
  const next = resumeUrl({ return_path: pathname + search, action })
  signInCode.recall()
  const dialog = element('dialog', { className: 'dialog email-sheet' })
  dialog.setAttribute('aria-labelledby', 'email-sheet-title')
  const place = element('div', { className: 'stack' })
  const close = () => dialog.close()
  dialog.append(drawHeader(wish, close), place)
  document.body.append(dialog)
  const endSteps = showSteps(place, { wish, next }, close)
  dialog.addEventListener('close', () => {
    endSteps()
    clearPendingAction()
    dialog.remove()
  })
  dialog.showModal()
  focusFirstTextField(dialog)
}
