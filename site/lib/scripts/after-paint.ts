/**
 * A page names its scripts, which load once it was painted: they take no bandwidth from what the first
 * paint needs. What a person presses before they have run is pressed again afterwards.
 */
const pageScripts = 'script[data-src]'

/** The browser answers these by itself. */
const native = 'a[href], summary, label, input, select, textarea, [popovertarget]'

/** What only a script answers, by the element to press. */
function findPressed({ target }: Event): HTMLElement | undefined {
  if (!(target instanceof Element) || target.closest(native)) return undefined
  const button = target.closest('button')
  if (button) return button.form && button.type !== 'button' ? undefined : button
  return target instanceof HTMLElement ? target : undefined
}

function run(src: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.type = 'module'
    // In the order of the page.
    script.async = false
    script.src = src
    script.onload = script.onerror = () => resolve()
    document.head.append(script)
  })
}

async function runAll(): Promise<void> {
  const waiting = document.querySelectorAll<HTMLScriptElement>(pageScripts)
  await Promise.all(Array.from(waiting, ({ dataset }) => run(dataset.src ?? '')))
}

/** A page in the background is not painted. */
const longestWaitMs = 1000

function afterPaint(callback: () => void): void {
  const wait = setTimeout(callback, longestWaitMs)
  new PerformanceObserver((_, observer) => {
    observer.disconnect()
    clearTimeout(wait)
    callback()
  }).observe({ type: 'paint', buffered: true })
}

export function runScriptsAfterPaint(): void {
  const pressed = new Set<HTMLElement>()
  const remember = (event: Event) => {
    const element = findPressed(event)
    if (!element) return
    event.stopImmediatePropagation()
    pressed.add(element)
  }
  addEventListener('click', remember, { capture: true })
  addEventListener('DOMContentLoaded', () =>
    afterPaint(() => {
      void runAll().then(() => {
        removeEventListener('click', remember, { capture: true })
        for (const element of pressed) element.click()
      })
    }),
  )
}
