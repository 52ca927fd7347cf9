import { m } from '#site/lib/messages.ts'
import { deferRewards } from '#site/lib/session/gamification.ts'
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
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import type { EmailSheetAction } from './open.ts'
import { drawCodeStep } from './code-step.ts'
import { showLastStep } from './last-step.ts'
import { createElement } from '#site/ui/create-element.ts'
import { drawField, drawForm, drawFormFailure, drawSignupTerms, updateButton } from './elements.ts'
import { drawOtherWays } from './other-ways.ts'
import { ApiError } from '#site/lib/api.ts'
import { failureText } from '#site/lib/failure-text.ts'

function drawAddressStep(email: string): HTMLFormElement {
  const input = createElement('input', {
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
  function refuse(error: unknown): void {
    const [fault] = error instanceof ApiError ? error.fieldErrors : []
    if (fault) field.showError(fault.msg)
    else failure.show(failureText(error, m.code_request_failed))
    input.focus()
  }

  async function send(button: HTMLButtonElement): Promise<void> {
    failure.show('')
    field.showError(input.validity.valid ? '' : m.validation_email())
    if (!input.validity.valid) return input.focus()
    updateButton(button, { label: m.code_sending(), isBusy: true })
    await signInCodeStore.send(input.value.trim()).catch(refuse)
    updateButton(button, { label: m.code_offer() })
  }

  return drawForm(m.code_offer(), send, failure.root, field.root)
}

/** Only the reminders that are still to come; of a series its later dates have both. */
function promiseReminders(action: string, start: string | undefined): string {
  if (action === 'hype_all') return m.hype_promise()
  const left = start === undefined ? 0 : Date.parse(start) - Date.now()
  if (left <= 0) return m.sheet_hype_text()
  if (left < hourMs) return m.hype_promise_late()
  return left < dayMs ? m.hype_promise_hour() : m.hype_promise()
}

function drawReason({ action, start }: EmailSheetAction): HTMLElement {
  const when = start && timeText('when', Date.parse(start), currentTimeContext())
  const isForReminders = action === 'hype' || action === 'hype_all'
  return createElement(
    'div',
    { className: 'email-sheet-reason' },
    when ? createElement('p', { className: 'email-sheet-when' }, when) : undefined,
    isForReminders && createElement('p', {}, promiseReminders(action, start)),
    createElement('p', { className: 'quiet' }, m.code_text()),
  )
}

function showSteps(
  place: HTMLElement,
  { wish, next }: { wish: EmailSheetAction; next: string },
  onSignedIn: () => Promise<void>,
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
        onOtherAddress: signInCodeStore.forget,
      })
      stopCountdown = step.stopCountdown
      place.replaceChildren(step.root)
    } else {
      place.replaceChildren(
        drawReason(wish),
        drawAddressStep(previousEmail ?? ''),
        drawOtherWays(next),
        drawSignupTerms(),
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
  if (action === 'propose') return addProposeParameter(location, subject)
  const { pathname, search } = location
  return createResumeUrl({ return_path: pathname + search, action: { name: action, subject } })
}

/** The heading or link that names the subject, nearest to the pressed button. */
function findSubject(opener: Element | undefined, name: string): HTMLElement | null {
  for (let part = opener?.parentElement; part && name; part = part.parentElement) {
    const named = [...part.querySelectorAll<HTMLElement>('h1, h2, h3, h4, a')]
    const found = named.find(({ textContent }) => textContent.trim() === name)
    if (found) return found.querySelector('a') ?? found
  }
  return document.querySelector('main h1')
}

/** Not the button, on which a late Enter would take back what was just done. */
function focusSubject({ opener, name }: EmailSheetAction): void {
  const subject = findSubject(opener, name.trim())
  if (!subject) return
  if (!subject.matches('a')) subject.tabIndex = -1
  subject.focus({ preventScroll: true })
}

/** The code signs in, or creates the account. */
export function fillEmailSheet(sheet: HTMLDialogElement, wish: EmailSheetAction): void {
  const place = sheet.querySelector<HTMLElement>('.email-sheet-steps')
  if (!place) return
  markPendingActionPerformed()
  signInCodeStore.recall()
  let end = showSteps(place, { wish, next: toResumeAddress(wish) }, async () => {
    const isClosed = new Promise((resolve) =>
      sheet.addEventListener('close', resolve, { once: true }),
    )
    deferRewards(isClosed)
    void isClosed.then(() => focusSubject(wish))
    const lastStep = await wish.onSignedIn()
    end()
    if (lastStep && sheet.open) end = await showLastStep(sheet, lastStep, close)
    else close()
  })
  function close(): void {
    sheet.close()
    focusSubject(wish)
  }
  sheet.addEventListener(
    'close',
    () => {
      end()
      clearPendingAction()
    },
    { once: true },
  )
  sheet.ariaBusy = null
  focusFirstTextField(sheet)
}
