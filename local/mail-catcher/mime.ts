import { splitAddress, type Mail } from './mail.ts'

const LINE_MAX = 76
/** 39 bytes make 52 base64 letters: an encoded word that fits a line after `Reply-To: `. */
const WORD_BYTES = 39

/** As sent (RFC 5322 and MIME), without Bcc. */
export function renderEml(mail: Mail): string {
  const headers: [string, string][] = [
    ['From', encodeAddress(mail.from)],
    ['To', mail.to.map(encodeAddress).join(', ')],
  ]
  if (mail.cc.length > 0) headers.push(['Cc', mail.cc.map(encodeAddress).join(', ')])
  if (mail.replyTo.length > 0)
    headers.push(['Reply-To', mail.replyTo.map(encodeAddress).join(', ')])
  headers.push(['Subject', encodeHeaderText(mail.subject)])
  headers.push(['Date', new Date(mail.at).toUTCString().replace('GMT', '+0000')])
  const custom = Object.entries(mail.headers)
  if (!custom.some(([name]) => name.toLowerCase() === 'message-id')) {
    headers.push(['Message-ID', `<${mail.id}@mail-catcher.localhost>`])
  }
  headers.push(...custom.map(([name, value]): [string, string] => [name, encodeCustom(value)]))
  headers.push(['MIME-Version', '1.0'])
  return headers.map(([name, value]) => foldHeader(name, value)).join('') + renderBody(mail)
}

/** Breaks before the white space between two words, so that unfolding restores the value. */
export function foldHeader(name: string, value: string): string {
  let text = `${name}:`
  let width = text.length
  for (const word of ` ${value.trim()}`.split(/(?<=\S)(?=[ \t]+\S)/)) {
    if (width + word.length > LINE_MAX && width > 0) {
      text += '\r\n'
      width = 0
    }
    text += word
    width += word.length
  }
  return `${text}\r\n`
}

/** RFC 2047, only for text that is not plain ASCII or looks like an encoded word. */
export function encodeHeaderText(text: string): string {
  const isPlain = /^[ -~]*$/.test(text) && !text.includes('=?')
  return isPlain && longestWord(text) <= LINE_MAX ? text : encodeWords(text)
}

export function quotedPrintable(text: string): string {
  const lines = text.toWellFormed().split(/\r\n|\r|\n/)
  return lines.map(quotedPrintableLine).join('\r\n')
}

function encodeAddress(text: string): string {
  const { name, email } = splitAddress(text)
  if (name === '') return email
  const encoded = encodeHeaderText(name)
  if (encoded !== name) return `${encoded} <${email}>`
  const isAtoms = /^[\w!#$%&'*+/=?^`{|}~ -]+$/.test(name)
  return `${isAtoms ? name : `"${name.replace(/["\\]/g, '\\$&')}"`} <${email}>`
}

/** A long ASCII word stays: it is an address or a URL, which encoding would break. */
function encodeCustom(value: string): string {
  return /^[ -~]*$/.test(value) ? value : encodeWords(value)
}

function encodeWords(text: string): string {
  const words: string[] = []
  let word = ''
  for (const letter of text.toWellFormed()) {
    if (Buffer.byteLength(word + letter) > WORD_BYTES) {
      words.push(word)
      word = ''
    }
    word += letter
  }
  words.push(word)
  return words.map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ')
}

function longestWord(text: string): number {
  return Math.max(...text.split(' ').map((word) => word.length))
}

function renderBody(mail: Mail): string {
  const parts: string[] = []
  if (mail.text !== null) parts.push(renderPart('plain', mail.text))
  if (mail.html !== null) parts.push(renderPart('html', mail.html))
  const [only = ''] = parts
  if (parts.length < 2) return only
  // Quoted-printable never writes "=_", so no body can contain the boundary.
  const boundary = `=_${mail.id}`
  const head = foldHeader('Content-Type', `multipart/alternative; boundary="${boundary}"`)
  return `${head}\r\n${parts.map((part) => `--${boundary}\r\n${part}`).join('')}--${boundary}--\r\n`
}

function renderPart(subtype: 'plain' | 'html', content: string): string {
  return (
    foldHeader('Content-Type', `text/${subtype}; charset=utf-8`) +
    foldHeader('Content-Transfer-Encoding', 'quoted-printable') +
    `\r\n${quotedPrintable(content)}\r\n`
  )
}

function quotedPrintableLine(line: string): string {
  const bytes: Uint8Array = Buffer.from(line)
  let text = ''
  let width = 0
  bytes.forEach((byte, index) => {
    const isSpace = byte === 0x20 || byte === 0x09
    const isLiteral = isSpace
      ? index < bytes.length - 1
      : byte > 0x20 && byte < 0x7f && byte !== 0x3d
    const token = isLiteral
      ? String.fromCharCode(byte)
      : `=${byte.toString(16).toUpperCase().padStart(2, '0')}`
    if (width + token.length >= LINE_MAX) {
      text += '=\r\n'
      width = 0
    }
    text += token
    width += token.length
  })
  return text
}
