/** Loaded once the page was painted, they take no bandwidth from what first paint needs. */
const pageScripts = 'script[data-src]'

/** The browser answers these by itself. */
const native = 'a[href], summary, label, input, select, textarea, [popovertarget]'

function findPressedElement({ target }: Event): HTMLElement | undefined {
  if (!(target instanceof Element) || target.closest(native)) return undefined
  const button = target.closest('button')
  if (button) return button.form && button.type !== 'button' ? undefined : button
  return target instanceof HTMLElement ? target : undefined
}

function runDeferredScript(waiting: HTMLScriptElement): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.type = 'module'
    // Scripts run in the order of the page.
    script.async = false
    script.src = waiting.dataset.src ?? ''
    script.onload = script.onerror = () => {
      waiting.remove()
      resolve()
    }
    document.head.append(script)
  })
}

async function runDeferredScripts(): Promise<void> {
  await Promise.all(
    Array.from(document.querySelectorAll<HTMLScriptElement>(pageScripts), runDeferredScript),
  )
}

/** A page in the background is not painted. */
const longestWaitMs = 1000

function runAfterPaint(callback: () => void): void {
  const wait = setTimeout(callback, longestWaitMs)
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    clearTimeout(wait)
    callback()
  }).observe({ type: 'paint', buffered: true })
}

const actions = ['click', 'focus', 'focusin', 'input', 'change', 'toggle'] as const

/** Hydration enables the button of an island's form; until then Enter in a field does nothing. */
function submitAfterHydration(): void {
  const waiting = new Set<HTMLButtonElement>()
  addEventListener('keydown', ({ key, isComposing, target }) => {
    if (key !== 'Enter' || isComposing || !(target instanceof HTMLInputElement)) return
    const { form, role } = target
    const button = form?.querySelector<HTMLButtonElement>(
      'astro-island[ssr] [type=submit]:disabled',
    )
    if (!form || role === 'combobox' || !button || waiting.has(button)) return
    waiting.add(button)
    new MutationObserver((_, observer) => {
      observer.disconnect()
      form.requestSubmit(button)
    }).observe(button, { attributeFilter: ['disabled'] })
  })
}

/** Returns what replays the recorded actions to the scripts. */
function recordUserActions(): () => void {
  const pressed = new Set<HTMLElement>()
  const noted: Event[] = []
  const record = (event: Event) => {
    if (event.type !== 'click') {
      // Not of the window, which has the focus whenever a page opens.
      if (event.target instanceof Element) noted.push(event)
      return
    }
    const element = findPressedElement(event)
    if (!element) return
    event.stopImmediatePropagation()
    pressed.add(element)
  }
  for (const type of actions) addEventListener(type, record, true)
  return () => {
    for (const type of actions) removeEventListener(type, record, true)
    for (const event of noted) {
      const Same = event.constructor as typeof Event
      event.target?.dispatchEvent(new Same(event.type, event))
    }
    for (const element of pressed) element.click()
  }
}

export function runScriptsAfterPaint(): void {
  const replay = recordUserActions()
  submitAfterHydration()
  addEventListener('DOMContentLoaded', () =>
    runAfterPaint(() => void runDeferredScripts().then(replay)),
  )
}
