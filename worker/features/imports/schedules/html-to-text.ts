/** From U+00A0 on, in order. */
const latin1Entities =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const otherEntities =
  'amp& lt< gt> quot" apos\' ndash– mdash— lsquo‘ rsquo’ sbquo‚ ldquo“ rdquo” bdquo„ hellip… bull• euro€ trade™ rarr→ larr← lsaquo‹ rsaquo› OElig Œ oelig œ'
const entities = new Map([
  ...latin1Entities
    .split(' ')
    .map((name, index) => [name, String.fromCodePoint(160 + index)] as const),
  ...[...otherEntities.matchAll(/([a-z]+) ?(\P{L}|[Œœ])/giu)].map(
    ([, name = '', letter = '']) => [name, letter] as const,
  ),
])
const tag = /<(\/?)([a-z][a-z0-9]*)\b((?:"[^"]*"|'[^']*'|[^"'>])*)>/gi
const isHtml = new RegExp(
  '</?(a|b|i|u|p|br|hr|em|li|ol|ul|div|span|strong|font|table|tr|td|h[1-6]|html|body|pre|img)\\b[^>]*>',
  'i',
)
const breaking = /^(p|br|hr|div|li|ol|ul|tr|table|pre|blockquote|h[1-6])$/

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+\d*));/gi, (whole, ...parts) => {
    const [decimal, hexadecimal, name] = parts as (string | undefined)[]
    if (name !== undefined) return entities.get(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : whole
  })
}

/** A link is its text with the address behind it, unless the text is the address. */
function formatLinkAddress(text: string, href: string): string {
  const isAddress = /^(https?:\/\/|mailto:)/i.test(href)
  const plain = href.replace(/^mailto:/i, '')
  return isAddress && !text.includes(plain) ? ` (${plain})` : ''
}

function parseHref(attributes: string): string {
  const [, double, single, bare] =
    /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i.exec(attributes) ?? []
  return decodeEntities(double ?? single ?? bare ?? '').trim()
}

function renderTag(element: string, text: string, isOpening: boolean): string {
  const line = breaking.test(element) && (element === 'br' || !text.endsWith('\n')) ? '\n' : ''
  return element === 'li' && isOpening ? `${line}• ` : line
}

function stripTags(html: string): string {
  let text = ''
  let from = 0
  let link: { href: string; at: number } | undefined
  for (const match of html.matchAll(tag)) {
    const [whole, closing, name = '', attributes = ''] = match
    text += decodeEntities(html.slice(from, match.index).replaceAll(/[ \t]*\n[ \t]*/g, '\n'))
    from = match.index + whole.length
    const element = name.toLowerCase()
    if (element === 'a' && link) {
      text += formatLinkAddress(text.slice(link.at), link.href)
      link = undefined
    }
    if (element === 'a' && !closing) link = { href: parseHref(attributes), at: text.length }
    text += renderTag(element, text, !closing)
  }
  return text + decodeEntities(html.slice(from))
}

/** Calendars write descriptions as text or as HTML; what is neither a tag nor an entity stays. */
export function convertHtmlToText(description: string): string {
  if (!isHtml.test(description)) return decodeEntities(description)
  const plain = stripTags(description.replaceAll(/<(script|style)\b.*?<\/\1\s*>|<!--.*?-->/gis, ''))
  return plain
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
