import { m } from '#site/lib/messages.ts'
import { addProposeParameter } from '#site/lib/session/return-url.ts'
import {
  clearPendingAction,
  markPendingActionPerformed,
  createResumeUrl,
} from '#site/lib/session/resume-after-login.ts'
import { signInCodeStore } from '#site/lib/session/sign-in-code.ts'
import { currentTimeContext } from '#site/lib/time/time-context.ts'
import { timeText } from '#site/lib/time/time-text.ts'
import { focusFirstTextField } from '#site/ui/autofocus.ts'
import { hourMs } from '#worker/contracts/durations.ts'
import type { EmailSheetAction } from './open.ts'
import { drawCodeStep } from './code-step.ts'
import { createSheetElement, drawFormFailure, drawField, updateButton } from './elements.ts'
import { drawOtherWays } from './other-ways.ts'
import { ApiError } from '#site/lib/api.ts'
import { failureText } from '#site/lib/failure-text.ts'

function drawAddressStep(email: string): HTMLFormElement {
  const input = createSheetElement('input', {
    id: 'email-sheet-address',
    className: 'input',
    type: 'email',
    autocomplete: 'email',
    maxLength: 254,
    required: true,
    value: email,
  })
  const field = drawField(m.email(), input)
  const failure = drawFormFailure()
  const button = createSheetElement('button', {
    type: 'submit',
    className: 'button button-primary',
  })
  updateButton(button, { label: m.code_offer() })

  function refuse(error: unknown): void {
    const [fault] = error instanceof ApiError ? error.fieldErrors : []
    if (fault) field.showError(fault.msg)
    else failure.show(failureText(error, m.code_request_failed))
    input.focus()
  }

  async function send(): Promise<void> {
    failure.show('')
    field.showError(input.validity.valid ? '' : m.validation_email())
    if (!input.validity.valid) return input.focus()
    updateButton(button, { label: m.code_sending(), isBusy: true })
    await signInCodeStore.send(input.value.trim()).catch(refuse)
    updateButton(button, { label: m.code_offer() })
  }

  const form = createSheetElement(
    'form',
    { className: 'stack', noValidate: true, method: 'post' },
    failure.root,
    field.root,
    button,
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!button.disabled) void send()
  })
  return form
}

const titles: Record<EmailSheetAction['action'], (inputs: { name: string }) => string> = {
  hype: m.pending_hype,
  hype_all: m.pending_hype_all,
  follow: m.pending_follow,
  calendar: m.pending_calendar,
  propose: () => m.pending_propose(),
}

function drawReason({ action, start }: EmailSheetAction): HTMLElement {
  const when = start && timeText('when', Date.parse(start), currentTimeContext())
  const hasReminder = start && Date.parse(start) - Date.now() > hourMs
  const isForReminders = action === 'hype' || action === 'hype_all'
  const promise = hasReminder || action === 'hype_all' ? m.hype_promise() : m.sheet_hype_text()
  return createSheetElement(
    'div',
    { className: 'email-sheet-reason' },
    ...(when ? [createSheetElement('p', { className: 'email-sheet-when' }, when)] : []),
    ...(isForReminders ? [createSheetElement('p', {}, promise)] : []),
    createSheetElement('p', { className: 'quiet' }, m.code_text()),
  )
}

function drawHeader(wish: EmailSheetAction, close: () => void): HTMLElement {
  const { action, name } = wish
  const title = titles[action]({ name })
  const button = createSheetElement(
    'button',
    { type: 'button', className: 'button button-quiet button-small' },
    m.close(),
  )
  button.addEventListener('click', close)
  return createSheetElement(
    'header',
    {},
    createSheetElement('h2', { id: 'email-sheet-title' }, title),
    button,
  )
}

function showSteps(
  place: HTMLElement,
  { wish, next }: { wish: EmailSheetAction; next: string },
  onSignedIn: () => void,
) {
  let stopCountdown = () => {}
  let isFirst = true
  let previousEmail: string | undefined
  const end = signInCodeStore.$sent.subscribe((sent) => {
    stopCountdown()
    stopCountdown = () => {}
    if (sent) {
      const step = drawCodeStep(sent, {
        isResent: previousEmail === sent.email,
        onSignedIn,
      })
      stopCountdown = step.stopCountdown
      place.replaceChildren(step.root)
    } else {
      place.replaceChildren(
        drawReason(wish),
        drawAddressStep(previousEmail ?? ''),
        drawOtherWays(next),
      )
    }
    if (!isFirst) place.querySelector('input')?.focus()
    isFirst = false
    previousEmail = sent?.email ?? previousEmail
  })
  return () => {
    end()
    stopCountdown()
  }
}

/** For ways to sign in that leave the page. */
function toResumeAddress({ action, subject }: EmailSheetAction): string {
  if (action === 'propose') return addProposeParameter(location)
  const { pathname, search } = location
  return createResumeUrl({ return_path: pathname + search, action: { name: action, subject } })
}

/** Not the button, on which a late Enter would take back what was just done. */
function focusHeading(opener: Element | null, name: string): void {
  let found: HTMLElement | undefined
  for (let part = opener; part && !found; part = part.parentElement) {
    const headings = [...part.querySelectorAll<HTMLElement>('h1, h2, h3, h4')]
    found = headings.find(({ textContent }) => name !== '' && textContent.trim() === name)
  }
  const heading = found ?? document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** The code signs in, or creates the account. */
export function openEmailSheet(wish: EmailSheetAction): void {
  const next = toResumeAddress(wish)
  const opener = document.activeElement
  markPendingActionPerformed()
  signInCodeStore.recall()
  const dialog = createSheetElement('dialog', { className: 'dialog email-sheet' })
  dialog.setAttribute('aria-labelledby', 'email-sheet-title')
  const place = createSheetElement('div', { className: 'stack' })
  const close = () => dialog.close()
  dialog.append(drawHeader(wish, close), place)
  document.body.append(dialog)
  const endSteps = showSteps(place, { wish, next }, () => {
    close()
    focusHeading(opener, wish.name.trim())
    wish.onSignedIn()
  })
  dialog.addEventListener('close', () => {
    endSteps()
    clearPendingAction()
    dialog.remove()
  })
  dialog.showModal()
  focusFirstTextField(dialog)
}
