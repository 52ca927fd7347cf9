import { waitFor } from '#tests/support/drivers/worker.ts'
import type { Engine } from './engine.ts'

export type ElementKind = 'button' | 'link' | 'field'

/** Somebody who uses a site by what they see: names of buttons and links, labels of fields. */
export type Person = {
  open(path: string): Promise<void>
  press(kind: 'button' | 'link', name: string): Promise<void>
  /** Types; dates, times and choices are set, for each engine has its own control for them. */
  fill(label: string, value: string): Promise<void>
  sees(text: string): Promise<void>
  /** Until an expression in the page is true. */
  until(expression: string, what: string): Promise<void>
  engine: Engine
}

/** In the page: marks the first visible, enabled element of a kind whose name begins so, be it behind a count. */
function mark(kind: ElementKind, name: string): boolean {
  const selectors = {
    button: 'button, [role="button"], summary, [role="tab"]',
    link: 'a[href]',
    field: 'input, select, textarea',
  }
  const dialogs = [...document.querySelectorAll('dialog:modal')]
  const within = dialogs.at(-1) ?? document
  const nameOf = (one: Element) => {
    const labels = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : []
    const others =
      one instanceof HTMLSelectElement || one instanceof HTMLTextAreaElement ? [...one.labels] : []
    const said = [...labels, ...others].map(({ textContent }) => textContent).join(' ')
    return (one.getAttribute('aria-label') ?? (said || (one as HTMLElement).innerText))
      .replace(/\s+/g, ' ')
      .trim()
  }
  const begins = new RegExp(`^(\\d+ )?${name.replace(/\W/g, '\\$&')}(?!\\w)`)
  for (const old of document.querySelectorAll('[data-found]')) old.removeAttribute('data-found')
  const found = [...within.querySelectorAll(selectors[kind])].find(
    (one) =>
      begins.test(nameOf(one)) && !one.matches(':disabled') && one.getClientRects().length > 0,
  )
  found?.setAttribute('data-found', '')
  found?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return found !== undefined
}

/** In the page: as if chosen in the control, with the events that scripts listen for. */
function setValue(value: string): boolean {
  const field = document.querySelector('[data-found]')
  const type = field instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
  Object.getOwnPropertyDescriptor(type.prototype, 'value')?.set?.call(field, value)
  for (const name of ['input', 'change']) field?.dispatchEvent(new Event(name, { bubbles: true }))
  return true
}

function callOf(run: (...facts: never[]) => unknown, ...facts: string[]): string {
  return `(${run.toString()})(${facts.map((fact) => JSON.stringify(fact)).join(', ')})`
}

const found = '[data-found]'

export function personAt(engine: Engine, siteUrl: string): Person {
  const find = (kind: ElementKind, name: string) =>
    waitFor(
      async () => (await engine.evaluate<boolean>(callOf(mark, kind, name))) || undefined,
      `the ${kind} "${name}"`,
    )
  const until = async (expression: string, what: string) => {
    await waitFor(async () => (await engine.evaluate<boolean>(expression)) || undefined, what)
  }
  return {
    engine,
    until,
    async open(path) {
      await engine.goto(new URL(path, siteUrl).href)
      // A page loads its scripts once it was painted.
      await until(`!document.querySelector('script[data-src]')`, 'the scripts')
    },
    async press(kind, name) {
      await waitFor(async () => {
        await find(kind, name)
        return engine.click(found).then(
          () => true,
          // An island may take the element's place between the two.
          () => undefined,
        )
      }, `a click on the ${kind} "${name}"`)
    },
    async fill(label, value) {
      await find('field', label)
      const isTyped = await engine.evaluate<boolean>(
        `document.querySelector('${found}').matches('textarea, input:not([type="date"], [type="time"])')`,
      )
      if (!isTyped) return void (await engine.evaluate(callOf(setValue, value)))
      await engine.click(found)
      await engine.type(found, value)
    },
    sees: (text) => until(`document.body.innerText.includes(${JSON.stringify(text)})`, text),
  }
}
