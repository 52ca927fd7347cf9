import * as v from 'valibot'

/** A second slash or a backslash would lead to another site. */
export const LocalPath = v.pipe(
  v.string(),
  v.maxLength(1000),
  // eslint-disable-next-line no-control-regex -- browsers drop some of them, and then see another path
  v.regex(/^\/(?![/\\])[^\u0000-\u0020\\]*$/),
)

/** http(s) only, because people may click it. */
export const WebUrl = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(2000),
  v.url(),
  v.check((url) => url.isWellFormed(), 'web_url'),
  v.regex(/^https?:\/\/[^\s]+$/i, 'web_url'),
)

// eslint-disable-next-line no-control-regex -- refusing them is the point
const noControlCharacters = /^[^\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]*$/

/** Half of a surrogate pair is not a character; not every database accepts it. */
const isWholeText = v.check((value: string) => value.isWellFormed(), 'control_characters')

export function text(min: number, max: number) {
  return v.pipe(
    v.string(),
    isWholeText,
    v.normalize('NFC'),
    v.trim(),
    v.minLength(min),
    v.maxLength(max),
    v.regex(noControlCharacters, 'control_characters'),
  )
}

/** Non-ASCII letters in lower case too: the database folds the case of ASCII only. */
export const StreamingAccountText = v.pipe(
  text(1, 80),
  v.transform((name) =>
    name.replace(/^@/, '').replace(/\P{ASCII}+/gu, (part) => part.toLowerCase()),
  ),
)

export const accountPattern = /^[\p{L}\p{N}._-]{1,60}$/u

/** A name that has a page on the platform. */
export const AccountName = v.pipe(StreamingAccountText, v.regex(accountPattern, 'account_name'))

export function untrimmedText(max: number) {
  return v.pipe(
    v.string(),
    isWholeText,
    v.maxLength(max),
    v.regex(noControlCharacters, 'control_characters'),
  )
}
