import type { Mail } from './mail.ts'

const WORDS_TO_ENCODE = /[^ ]*(?:[^ -~]|=\?)[^ ]*(?: +[^ ]*(?:[^ -~]|=\?)[^ ]*)*/g

/** As sent (RFC 5322 and MIME), without Bcc. */
export function renderEml(mail: Mail): string {
  const headers = [...listHeaders(mail), ['MIME-Version', '1.0'] as const]
    .filter(([name]) => name !== 'Bcc')
    .map(([name, value]) => foldHeader(name, encodeHeaderText(value)))
  return headers.join('') + renderBody(mail)
}

export function listHeaders(mail: Mail): [string, string][] {
  const headers: [string, string][] = [
    ['From', mail.from],
    ['To', mail.to.join(', ')],
    ['Cc', mail.cc.join(', ')],
    ['Bcc', mail.bcc.join(', ')],
    ['Reply-To', mail.replyTo.join(', ')],
    ['Subject', mail.subject],
    ['Date', new Date(mail.at).toUTCString().replace('GMT', '+0000')],
    ['Message-ID', `<${mail.id}@mail-catcher.localhost>`],
    ...Object.entries(mail.headers),
  ]
  return headers.filter(([, value]) => value !== '')
}

/** Breaks before the white space between two words, so that unfolding restores the value. */
export function foldHeader(name: string, value: string): string {
  const lines = `${name}: ${value}`.match(/.{1,76}(?<=\S)(?= |$)| *\S+/g) ?? []
  return `${lines.join('\r\n')}\r\n`
}

/** RFC 2047, only for words that are not plain ASCII or look encoded: addresses and URLs stay. */
export function encodeHeaderText(text: string): string {
  return text.toWellFormed().replace(WORDS_TO_ENCODE, (words) => {
    // Nine letters of four bytes make 48 base64 letters, which fit a line after `Reply-To: `.
    const parts = words.match(/.{1,9}/gsu) ?? []
    return parts.map((part) => `=?utf-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ')
  })
}

export function quotedPrintable(text: string): string {
  const lines = text.toWellFormed().split(/\r\n|\r|\n/)
  return lines.map(quotedPrintableLine).join('\r\n')
}

function quotedPrintableLine(line: string): string {
  const encoded = Buffer.from(line)
    .toString('latin1')
    .replace(
      /[^\t -<>-~]|[\t ]$/g,
      (byte) => `=${Buffer.from(byte, 'latin1').toString('hex').toUpperCase()}`,
    )
  // Breaks with `=` before 76 letters, never inside `=C3`.
  return encoded.replace(/.{73,75}(?<!=.?)(?=.)/g, '$&=\r\n')
}

function renderBody(mail: Mail): string {
  const text = mail.text === null ? [] : [renderPart('plain', mail.text)]
  const html = mail.html === null ? [] : [renderPart('html', mail.html)]
  const [first = '', second] = [...text, ...html]
  if (second === undefined) return first
  // Quoted-printable never writes "=_", so no body can contain the boundary.
  const boundary = `=_${mail.id}`
  const head = foldHeader('Content-Type', `multipart/alternative; boundary="${boundary}"`)
  return `${head}\r\n--${boundary}\r\n${first}--${boundary}\r\n${second}--${boundary}--\r\n`
}

function renderPart(subtype: 'plain' | 'html', content: string): string {
  return (
    foldHeader('Content-Type', `text/${subtype}; charset=utf-8`) +
    foldHeader('Content-Transfer-Encoding', 'quoted-printable') +
    `\r\n${quotedPrintable(content)}\r\n`
  )
}
