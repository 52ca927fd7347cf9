import * as v from 'valibot'
import { isAddress } from './mail.ts'
import { ApiError } from './reply.ts'

const RECIPIENTS_MAX = 50
const BATCH_MAX = 100
/** RFC 5322 limits lines to 998 bytes, and a word without spaces cannot be folded. */
const HEADER_WORD_MAX = 900

/** The mail builder writes these: a second one would make the mail invalid. */
const RESERVED_HEADERS = new Set([
  'from',
  'sender',
  'to',
  'cc',
  'bcc',
  'reply-to',
  'subject',
  'date',
  'mime-version',
  'content-type',
  'content-transfer-encoding',
])

const oneLine = v.pipe(
  v.string(),
  v.check((value) => !/\p{Cc}/u.test(value), 'Line breaks and control characters are not allowed.'),
)

const address = v.pipe(
  oneLine,
  v.check(
    isAddress,
    'The email address needs to follow the `email@example.com` or `Name <email@example.com>` format.',
  ),
)

const addresses = v.pipe(
  v.unknown(),
  v.transform((value): unknown[] => (Array.isArray(value) ? value : [value])),
  v.array(address),
  v.maxLength(RECIPIENTS_MAX, `At most ${RECIPIENTS_MAX} addresses are allowed.`),
)

const headerName = v.pipe(
  v.string(),
  v.regex(/^[\w!#$%&'*+.^`|~-]{1,76}$/, 'This is not a header name.'),
  v.check((name) => !RESERVED_HEADERS.has(name.toLowerCase()), 'This header is set by the mail.'),
)

const headerValue = v.pipe(
  oneLine,
  v.check(
    (value) => value.split(/[ \t]+/).every((word) => word.length <= HEADER_WORD_MAX),
    'A header holds a word too long to be folded.',
  ),
)

const tagText = v.pipe(
  v.string(),
  v.regex(/^[\w-]{1,256}$/, 'Tags hold only ASCII letters, numbers, underscores and dashes.'),
)

/** Strict on purpose: Resend ignores a mistyped field (`replyTo`); here it fails. */
const MailInput = v.pipe(
  v.strictObject({
    from: address,
    to: v.pipe(addresses, v.minLength(1, 'At least one address is required.')),
    cc: v.nullish(addresses, []),
    bcc: v.nullish(addresses, []),
    reply_to: v.nullish(addresses, []),
    subject: v.pipe(oneLine, v.minLength(1, 'The subject is empty.')),
    html: v.nullish(v.string()),
    text: v.nullish(v.string()),
    headers: v.nullish(v.record(headerName, headerValue), {}),
    tags: v.nullish(v.array(v.strictObject({ name: tagText, value: tagText })), []),
  }),
  v.check((mail) => Boolean(mail.html || mail.text), 'Missing `html` or `text` field.'),
)
export type MailInput = v.InferOutput<typeof MailInput>

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new ApiError(400, 'validation_error', 'The request body is not valid JSON.')
  }
}

export function parseMail(payload: unknown): MailInput {
  return parsePart(payload, '')
}

export function parseBatch(payload: unknown): MailInput[] {
  if (!Array.isArray(payload) || payload.length < 1 || payload.length > BATCH_MAX) {
    throw new ApiError(
      422,
      'validation_error',
      `The batch needs to be an array of 1 to ${BATCH_MAX} emails.`,
    )
  }
  return payload.map((part: unknown, index) => parsePart(part, `emails[${index}]: `))
}

function parsePart(payload: unknown, where: string): MailInput {
  refuseAttachments(payload, where)
  const result = v.safeParse(MailInput, payload)
  if (result.success) return result.output
  const [issue] = result.issues
  const field = v.getDotPath(issue)
  if (field !== null && issue.received === 'undefined') {
    throw new ApiError(422, 'missing_required_field', `${where}Missing \`${field}\` field.`)
  }
  const message = field === null ? issue.message : `Invalid \`${field}\` field. ${issue.message}`
  throw new ApiError(422, 'validation_error', where + message)
}

function refuseAttachments(payload: unknown, where: string): void {
  if (typeof payload !== 'object' || payload === null || !('attachments' in payload)) return
  const { attachments } = payload
  if (attachments === null || (Array.isArray(attachments) && attachments.length === 0)) return
  throw new ApiError(422, 'invalid_attachment', `${where}The mail catcher takes no attachments.`)
}
