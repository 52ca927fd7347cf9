import { expect, test } from 'vitest'
import type { Mail } from './mail.ts'
import { encodeHeaderText, foldHeader, quotedPrintable, renderEml } from './mime.ts'

const MAIL: Mail = {
  id: '0a1b',
  at: '2026-11-20T18:00:00.000Z',
  from: 'Hypecal <hello@hypecal.test>',
  to: ['"Doe, Jane" <jane@example.com>', 'léa <lea@example.com>'],
  cc: [],
  bcc: ['hidden@example.com'],
  replyTo: ['help@hypecal.test'],
  subject: 'Ça commence à 21 h ⚡',
  html: '<p class="hot">Ça commence</p>',
  text: 'Ça commence',
  headers: {
    'List-Unsubscribe': `<https://hypecal.test/u/${'a'.repeat(60)}>, <mailto:unsubscribe@hypecal.test>`,
  },
  tags: [],
}

function readHeaders(eml: string): Map<string, string> {
  const [head = ''] = eml.split('\r\n\r\n')
  const lines = head.replace(/\r\n(?=[ \t])/g, '').split('\r\n')
  return new Map(lines.map((line) => [line.split(':')[0] ?? '', line.replace(/^[^:]+: /, '')]))
}

function decodeWords(text: string): string {
  return text
    .replace(/\?= =\?/g, '?==?')
    .replace(/=\?utf-8\?B\?([^?]*)\?=/g, (_, word: string) =>
      Buffer.from(word, 'base64').toString(),
    )
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\r\n/g, '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

test('a mail carries every header, and hides its blind copies', () => {
  const headers = readHeaders(renderEml(MAIL))
  expect(headers.get('From')).toBe('Hypecal <hello@hypecal.test>')
  expect(headers.get('To')).toBe(
    '"Doe, Jane" <jane@example.com>, =?utf-8?B?bMOpYQ==?= <lea@example.com>',
  )
  expect(headers.get('Reply-To')).toBe('help@hypecal.test')
  expect(headers.get('Date')).toBe('Fri, 20 Nov 2026 18:00:00 +0000')
  expect(headers.get('Message-ID')).toBe('<0a1b@mail-catcher.localhost>')
  expect(headers.get('List-Unsubscribe')).toBe(MAIL.headers['List-Unsubscribe'])
  expect(decodeWords(headers.get('Subject') ?? '')).toBe(MAIL.subject)
  expect(renderEml(MAIL)).not.toContain('hidden@example.com')
})

test('a mail offers the text first and the html second', () => {
  const [, text = '', html = '', end] = renderEml(MAIL).split('--=_0a1b')
  expect(text).toContain('Content-Type: text/plain; charset=utf-8\r\n')
  expect(text).toContain('\r\n\r\n=C3=87a commence\r\n')
  expect(html).toContain('Content-Type: text/html; charset=utf-8\r\n')
  expect(html).toContain('<p class=3D"hot">=C3=87a commence</p>')
  expect(end).toBe('--\r\n')
})

test('a mail with one part is not multipart', () => {
  const eml = renderEml({ ...MAIL, html: null })
  expect(eml).not.toContain('multipart')
  expect(eml).toContain('Content-Type: text/plain; charset=utf-8')
})

test('a mail is pure ASCII with CRLF lines that fit', () => {
  const eml = renderEml({ ...MAIL, text: 'é'.repeat(500), subject: '⚡ été '.repeat(40) })
  expect(eml).toMatch(/^[\r\n\t -~]*$/)
  expect(eml.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const words = eml.split('\r\n').filter((line) => line.length > 76)
  expect(words).toEqual([expect.stringContaining('<https://hypecal.test/u/')])
})

test('folding keeps the value whole, spaces included', () => {
  const value = 'word  and more '.repeat(20).trim()
  const folded = foldHeader('X-Long', value)
  expect(folded.split('\r\n').every((line) => line.length <= 76)).toBe(true)
  expect(folded.replaceAll('\r\n', '')).toBe(`X-Long: ${value}`)
})

test('a plain subject is left readable, one that looks encoded is not', () => {
  expect(encodeHeaderText('Tonight at 21:00')).toBe('Tonight at 21:00')
  expect(decodeWords(encodeHeaderText('=?utf-8?B?eA==?='))).toBe('=?utf-8?B?eA==?=')
})

test('quoted-printable gives the text back, whatever it holds', () => {
  const text = `a=b \r\nfin \t\r\n${'long ligne été '.repeat(30)}\r\n\r\n.\r\n😀`
  const encoded = quotedPrintable(text)
  expect(decodeQuotedPrintable(encoded)).toBe(text)
  expect(encoded.split('\r\n').every((line) => line.length <= 76 && !/[ \t]$/.test(line))).toBe(
    true,
  )
})
