import { openEventInCalendar } from '#site/features/hype/calendar-links.ts'
import { calendarNames } from '#site/features/hype/calendar-names.ts'
import { m } from '#site/lib/messages.ts'
import type { CalendarTarget } from '#worker/features/events/contract.ts'
import { createButton, createElement } from '#site/ui/create-element.ts'
import { lastStepOffers } from './last-step-offers.ts'
import type { LastStep } from './open.ts'

/** Enter, or a tap on what stood there before, may follow the code late. */
const deafMs = 1000

function drawCalendarButton(slug: string): HTMLButtonElement {
  return createButton('button', m.event_calendar(), (button) => {
    const targets = Object.entries(calendarNames) as [CalendarTarget, string][]
    const group = createElement(
      'div',
      { className: 'email-sheet-targets' },
      ...targets.map(([target, name]) => {
        const choice = createButton('button', name, () => void openEventInCalendar(slug, target))
        choice.ariaLabel = m.event_calendar_add({ target: name })
        return choice
      }),
    )
    button.replaceWith(group)
    group.querySelector('button')?.focus()
  })
}

async function drawPushButton(note: HTMLElement): Promise<HTMLButtonElement | undefined> {
  const turnOn = await lastStepOffers.push?.((text) => note.replaceChildren(text))
  if (!turnOn) return undefined
  return createButton('button', m.sheet_push(), (button) => {
    button.disabled = true
    void turnOn().then((isOn) => {
      button.hidden = isOn
      button.disabled = false
    })
  })
}

/** Nothing reacts at first; later Enter and a tap outside close it as Escape does. */
function handlePresses(sheet: HTMLDialogElement, close: () => void): () => void {
  const shownAt = performance.now()
  const isDeaf = () => performance.now() - shownAt < deafMs
  const presses = new AbortController()
  const options = { capture: true, signal: presses.signal }
  function ignore(event: Event): void {
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  // The focus stays at the heading.
  sheet.addEventListener('mousedown', (event) => isDeaf() && ignore(event), options)
  sheet.addEventListener(
    'click',
    (event) => {
      if (isDeaf()) return ignore(event)
      const { left, right, top, bottom } = sheet.getBoundingClientRect()
      const { clientX: x, clientY: y, target } = event
      const isOutside = x < left || x > right || y < top || y > bottom
      if (target === sheet && isOutside) close()
    },
    options,
  )
  sheet.addEventListener(
    'keydown',
    (event) => {
      const isPress = event.key === 'Enter' || event.key === ' '
      if (isPress && isDeaf()) return ignore(event)
      const isOnButton = event.target instanceof Element && event.target.closest('button, a')
      if (event.key !== 'Enter' || isOnButton) return
      // It would press what gets the focus.
      event.preventDefault()
      close()
    },
    options,
  )
  return () => presses.abort()
}

/** Returns what ends it. */
export async function showLastStep(
  sheet: HTMLDialogElement,
  { title, text, slug, link }: LastStep,
  close: () => void,
): Promise<() => void> {
  const note = createElement('p', { className: 'quiet', role: 'status', ariaLive: 'polite' })
  const pushButton = await drawPushButton(note).catch(() => undefined)
  const heading = sheet.querySelector('h2')
  heading?.replaceChildren(title)
  const buttons = createElement(
    'div',
    { className: 'email-sheet-offers' },
    link &&
      createElement(
        'a',
        { className: 'button', href: link.href, target: '_blank', rel: 'noopener' },
        link.label,
      ),
    pushButton,
    slug !== undefined && drawCalendarButton(slug),
    createButton('button', m.sheet_streamers(), () => {
      close()
      lastStepOffers.chooseStreamers?.()
    }),
  )
  const place = sheet.querySelector('.email-sheet-steps')
  place?.replaceChildren(createElement('p', {}, text), buttons, note)
  heading?.focus()
  return handlePresses(sheet, close)
}
