/** Escaped markup: templates and Astro insert it as it is. */
export class Html {
  readonly markup: string
  /** By which Astro knows its own. */
  get [Symbol.for('astro:html-string')](): true {
    return true
  }
  constructor(markup: string) {
    this.markup = markup
  }
  toString(): string {
    return this.markup
  }
}
/** `markup` has a space before each attribute of an element. */
class Attributes {
  readonly markup: string
  constructor(markup: string) {
    this.markup = markup
  }
}

type Value = string | number | Html | Attributes | false | null | undefined | readonly Value[]

type EscapeContext = 'text' | 'name' | 'attributes' | 'value' | 'address'
type Template = { parts: string[]; places: EscapeContext[] }

const templates = new WeakMap<TemplateStringsArray, Template>()

/** White space with a line break becomes one space, and `/>` of a void element `>`. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  const { parts, places } = templates.get(strings) ?? parse(strings)
  let markup = parts[0] ?? ''
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    const place = places[index]
    markup += place === 'text' ? writeText(value) : writeInTag(value, place)
    markup += parts[index + 1]
  }
  return new Html(markup)
}

/** For constants only. */
export function raw(markup: string): Html {
  return new Html(markup)
}

const addressNames = new Set(['href', 'src', 'action'])
type Attribute = string | number | boolean | null | undefined

/** Attributes without a value are left out; an empty one or `true` leaves the name alone. */
export function attributes(values: Record<string, Attribute>): Attributes {
  let markup = ''
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === false) continue
    const place = addressNames.has(name) ? 'address' : 'value'
    markup += value === '' || value === true ? ` ${name}` : ` ${name}="${writeInTag(value, place)}"`
  }
  return new Attributes(markup)
}

export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

function parse(strings: TemplateStringsArray): Template {
  let before = ''
  const places: EscapeContext[] = []
  const parts = strings.map((string, index) => {
    const part = string.replace(/\s*\n\s*/g, ' ').replace(/ +\/?>/g, '>')
    before += part
    if (index === strings.length - 1) return part
    const place = placeAfter(before)
    places.push(place)
    before += 'x'
    return place === 'attributes' ? part.trimEnd() : part
  })
  const template = { parts, places }
  templates.set(strings, template)
  return template
}

function placeAfter(before: string): EscapeContext {
  const tag = /<[^<>]*$/.exec(before)?.[0]
  if (/<(?:script|style|!--)/i.test(before)) throw new Error(`No place for values: ${before}`)
  if (tag === undefined) return 'text'
  const name = tag.split('"').length % 2 === 0 ? /([\w-]+)="[^"]*$/.exec(tag)?.[1] : undefined
  if (name !== undefined) return placeInValue(name, tag.endsWith('="'))
  if (tag === '<' || tag === '</') return 'name'
  if (/=\s*$/.test(tag)) throw new Error(`An attribute without quotes: ${tag}`)
  return 'attributes'
}

function placeInValue(name: string, isWhole: boolean): EscapeContext {
  if (/^(?:on\w*|style)$/.test(name)) throw new Error(`No place for values: ${name}`)
  return isWhole && addressNames.has(name) ? 'address' : 'value'
}

function writeInTag(value: Value, place: EscapeContext | undefined): string {
  if (place === 'attributes' && value instanceof Attributes) return value.markup
  const text = value === undefined || value === null || value === false ? '' : String(value)
  if (place === 'value') return escapeValue(text)
  if (place === 'address') return /^(?:https?:\/\/|[/?#]|$)/i.test(text) ? escapeValue(text) : '#'
  if (place === 'name' ? /^[a-z]\w*$/.test(text) : text === '') return text
  throw new Error(`Not for the inside of a tag: ${text}`)
}

function writeText(value: Value): string {
  if (typeof value === 'string') return escapeText(value)
  if (value instanceof Html) return value.markup
  if (typeof value === 'number') return String(value)
  if (!value) return ''
  if (value instanceof Attributes) throw new Error(`Outside of a tag: ${value.markup}`)
  let markup = ''
  for (const one of value) markup += writeText(one)
  return markup
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&#39;',
  '"': '&quot;',
}

function escapeText(text: string): string {
  return /[&<>'"]/.test(text) ? text.replace(/[&<>'"]/g, (sign) => entities[sign] ?? '') : text
}

function escapeValue(text: string): string {
  return /[&"]/.test(text) ? text.replace(/[&"]/g, (sign) => entities[sign] ?? '') : text
}
