import * as v from 'valibot'

const EMAIL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?$/i
const NAMED = /^[^<>]*<(?<email>[^<>]+)>$/

const oneLine = v.pipe(v.string(), v.regex(/^\P{Cc}*$/u, 'Line breaks are not allowed.'))

const address = v.pipe(
  oneLine,
  v.check((text) => EMAIL.test(parseEmailAddress(text)), 'This is not an address.'),
)

const addresses = v.pipe(
  v.unknown(),
  v.transform((value): unknown[] => (Array.isArray(value) ? value : [value])),
  v.array(address),
)

/** Not those that the mail writes: a second one would make it invalid. */
const headerName = v.pipe(
  v.string(),
  v.regex(
    /^(?!(?:from|sender|to|b?cc|reply-to|subject|date|message-id|mime-version|content-.*)$)[\w-]{1,76}$/i,
    'The mail does not take this header.',
  ),
)

/** Strict on purpose: Resend ignores a mistyped field (`replyTo`); here it fails. */
export const MailInput = v.pipe(
  v.strictObject({
    from: address,
    to: v.pipe(addresses, v.nonEmpty()),
    cc: v.nullish(addresses, []),
    bcc: v.nullish(addresses, []),
    reply_to: v.nullish(addresses, []),
    subject: v.pipe(oneLine, v.nonEmpty()),
    html: v.nullish(v.string(), null),
    text: v.nullish(v.string(), null),
    headers: v.nullish(v.record(headerName, oneLine), {}),
    attachments: v.nullish(v.pipe(v.array(v.unknown()), v.empty()), []),
    tags: v.nullish(v.array(v.strictObject({ name: v.string(), value: v.string() })), []),
  }),
  v.check((mail) => Boolean(mail.html || mail.text), 'Missing `html` or `text` field.'),
  v.transform(({ reply_to: replyTo, ...mail }) => ({ ...mail, replyTo })),
)
export type MailInput = v.InferOutput<typeof MailInput>

export const MailBatch = v.pipe(v.array(MailInput), v.minLength(1), v.maxLength(100))

export type Mail = MailInput & { id: string; at: string }

/** `Jane <jane@example.com>` → the address alone. */
export function parseEmailAddress(text: string): string {
  return (NAMED.exec(text.trim())?.groups?.['email'] ?? text).trim()
}
