export type XmlElement = {
  name: string
  attributes: Record<string, string>
  /** Its own text and that of what is in it. */
  text: string
  children: XmlElement[]
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));|[&<]/gi, (all, decimal, hex, name) => {
    if (decimal ?? hex) return String.fromCodePoint(decimal ? Number(decimal) : parseInt(hex, 16))
    const letter = named[name]
    if (letter === undefined) throw new Error(`not well-formed: ${all} in ${text.slice(0, 80)}`)
    return letter
  })
}

function attributesOf(source: string): Record<string, string> {
  const found: Record<string, string> = {}
  const rest = source.replace(/\s([\w:-]+)="([^"]*)"/g, (_, name: string, value: string) => {
    if (name in found) throw new Error(`${name} stands twice`)
    found[name] = decoded(value)
    return ''
  })
  if (rest.trim()) throw new Error(`not well-formed: ${rest}`)
  return found
}

const token =
  /<\?[^>]*\?>|<!\[CDATA\[(?<cdata>[^]*?)\]\]>|<\/(?<end>[\w:-]+)\s*>|<(?<start>[\w:-]+)(?<attributes>(?:\s[\w:-]+="[^"]*")*)\s*(?<empty>\/?)>|(?<text>[^<]+|<)/g
type Token = Partial<Record<'cdata' | 'end' | 'start' | 'attributes' | 'empty' | 'text', string>>

function writtenIn({ cdata, text = '' }: Token): string {
  if (text.includes(']]>')) throw new Error('the end of a section that did not begin')
  return cdata ?? decoded(text)
}

function take(one: Token, open: XmlElement[]): void {
  if (one.end !== undefined && open.pop()?.name !== one.end) throw new Error(`${one.end}: not open`)
  if (one.start !== undefined) {
    const attributes = attributesOf(one.attributes ?? '')
    const element = { name: one.start, attributes, text: '', children: [] }
    open.at(-1)?.children.push(element)
    if (one.empty !== '/') open.push(element)
  }
  for (const element of open) element.text += writtenIn(one)
}

/** The root of a document; strict: throws where it is not well-formed. */
export function readXml(xml: string): XmlElement {
  if (!xml.startsWith('<?xml version="1.0" encoding="')) throw new Error('no declaration')
  // eslint-disable-next-line no-control-regex -- refusing them is the point
  if (!xml.isWellFormed() || /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/.test(xml)) {
    throw new Error('a letter that no document may hold')
  }
  const document: XmlElement = { name: '', attributes: {}, text: '', children: [] }
  const open = [document]
  for (const { groups } of xml.matchAll(token)) take(groups ?? {}, open)
  const [root, ...others] = document.children
  if (!root || others.length > 0 || open.length !== 1) throw new Error('not one whole root')
  return root
}

export function childrenOf(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

export function childText(element: XmlElement | undefined, name: string): string | undefined {
  return childrenOf(element, name)[0]?.text
}
