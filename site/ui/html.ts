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

type TemplateValue =
  string | number | Html | Attributes | false | null | undefined | readonly TemplateValue[]

type EscapeContext = 'text' | 'name' | 'attributes' | 'value' | 'address'
type Template = { parts: string[]; places: EscapeContext[] }

const templates = new WeakMap<TemplateStringsArray, Template>()

/**
 * White space with a line break becomes one space, none right inside an element and around a block,
 * where it never shows; `/>` of a void element becomes `>`.
 */
export function html(strings: TemplateStringsArray, ...values: TemplateValue[]): Html {
  const { parts, places } = templates.get(strings) ?? parseTemplate(strings)
  let markup = parts[0] ?? ''
  for (let index = 0; index < values.length; index += 1) {
    const value = values[index]
    const place = places[index]
    markup += place === 'text' ? renderText(value) : renderInTag(value, place)
    markup += parts[index + 1]
  }
  return new Html(markup)
}

/** A message with an element at its placeholder. */
export function fillMessage(message: (inputs: { at: string }) => string, element: Html): Html {
  const [before = '', after = ''] = message({ at: '|' }).split('|')
  return html`${before}${element}${after}`
}

/** For constants only. */
export function raw(markup: string): Html {
  return new Html(markup)
}

const addressNames = new Set(['href', 'src', 'action', 'data-drawn'])
type AttributeValue = string | number | boolean | null | undefined

/** Attributes without a value are left out; an empty one or `true` leaves the name alone. */
export function attributes(values: Record<string, AttributeValue>): Attributes {
  let markup = ''
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === null || value === false) continue
    const place = addressNames.has(name) ? 'address' : 'value'
    markup +=
      value === '' || value === true ? ` ${name}` : ` ${name}="${renderInTag(value, place)}"`
  }
  return new Attributes(markup)
}

export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}

/** Stands for a value while a template is read. */
const valueMark = '\0'

function parseTemplate(strings: TemplateStringsArray): Template {
  let before = ''
  const places: EscapeContext[] = []
  const compact = strings
    .join(valueMark)
    .replace(/(<(?!(?:img|input|br)\b)[\w\0][^<>]*>|<\/(?:div|p|[uo]l|li|h\d)>)\s*\n\s*/g, '$1')
    .replace(/\s*\n\s*(?=<\/|<(?:div|p|[uo]l|li|h\d)\b)/g, '')
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ +\/?>/g, '>')
  const parts = compact.split(valueMark).map((part, index) => {
    before += part
    if (index === strings.length - 1) return part
    const place = findEscapeContext(before)
    places.push(place)
    before += 'x'
    return place === 'attributes' ? part.trimEnd() : part
  })
  const template = { parts, places }
  templates.set(strings, template)
  return template
}

function findEscapeContext(before: string): EscapeContext {
  const tag = /<[^<>]*$/.exec(before)?.[0]
  if (/<(?:script|style|!--)/i.test(before)) throw new Error(`No place for values: ${before}`)
  if (tag === undefined) return 'text'
  const name = tag.split('"').length % 2 === 0 ? /([\w-]+)="[^"]*$/.exec(tag)?.[1] : undefined
  if (name !== undefined) return findValueContext(name, tag.endsWith('="'))
  if (tag === '<' || tag === '</') return 'name'
  if (/=\s*$/.test(tag)) throw new Error(`An attribute without quotes: ${tag}`)
  return 'attributes'
}

function findValueContext(name: string, isWhole: boolean): EscapeContext {
  if (/^(?:on\w*|style)$/.test(name)) throw new Error(`No place for values: ${name}`)
  return isWhole && addressNames.has(name) ? 'address' : 'value'
}

function renderInTag(value: TemplateValue, place: EscapeContext | undefined): string {
  if (place === 'attributes' && value instanceof Attributes) return value.markup
  const text = value === undefined || value === null || value === false ? '' : String(value)
  if (place === 'value') return escapeAttributeValue(text)
  if (place === 'address')
    return /^(?:https?:\/\/|[/?#]|$)/i.test(text) ? escapeAttributeValue(text) : '#'
  if (place === 'name' ? /^[a-z]\w*$/.test(text) : text === '') return text
  throw new Error(`Not for the inside of a tag: ${text}`)
}

function renderText(value: TemplateValue): string {
  if (typeof value === 'string') return escapeText(value)
  if (value instanceof Html) return value.markup
  if (typeof value === 'number') return String(value)
  if (!value) return ''
  if (value instanceof Attributes) throw new Error(`Outside of a tag: ${value.markup}`)
  let markup = ''
  for (const one of value) markup += renderText(one)
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

function escapeAttributeValue(text: string): string {
  return /[&"]/.test(text) ? text.replace(/[&"]/g, (sign) => entities[sign] ?? '') : text
}
