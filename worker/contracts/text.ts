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

/** Characters that break lines, headers and documents, or turn the order of what follows. */
const lineBreaking = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u
const allLineBreaking = new RegExp(`${lineBreaking.source}+`, 'gu')
const whiteSpace = /[\t\p{Zs}\u180e\u200b\u2060\ufeff]+/gu
/** Beside what is ignorable, a few symbols and letters that are drawn as nothing. */
const visible =
  /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{13441}\u{13442}\u{1d159}]/u
/** No script needs more on one letter. */
const surplusMarks = /(\p{M}{4})\p{M}+/gu

/** Names and titles: one line, which mail subjects, feeds and pictures can carry as it is. */
export function singleLineText(min: number, max: number) {
  return v.pipe(
    v.string(),
    isWholeText,
    v.normalize('NFC'),
    v.check((value) => !lineBreaking.test(value.replaceAll('\t', ' ')), 'control_characters'),
    v.transform((value) => value.replaceAll(whiteSpace, ' ').replaceAll(surplusMarks, '$1').trim()),
    v.minLength(min),
    v.maxLength(max),
    v.check((value) => min === 0 || visible.test(value), 'visible_characters'),
  )
}

export function replaceLineBreaks(value: string): string {
  return value.replaceAll(allLineBreaking, ' ')
}

export function toSingleLine(value: string, max: number): string {
  const folded = replaceLineBreaks(value.toWellFormed().normalize('NFC'))
    .replaceAll(whiteSpace, ' ')
    .replaceAll(surplusMarks, '$1')
  const shortened = folded.trim().slice(0, max)
  return shortened.replace(/[\uD800-\uDBFF]$/, '').trim()
}

/** Payer of what somebody publishes, which pages then label as an ad. */
export const PaidBy = v.nullish(singleLineText(1, 80))

/** Non-ASCII letters in lower case too: the database folds the case of ASCII only. */
export const StreamingAccountText = v.pipe(
  singleLineText(1, 80),
  v.transform((name) =>
    name.replace(/^@/, '').replace(/\P{ASCII}+/gu, (letters) => letters.toLowerCase()),
  ),
)

export const accountPattern = /^[\p{L}\p{N}._-]{1,60}$/u

export const AccountName = v.pipe(StreamingAccountText, v.regex(accountPattern, 'account_name'))

export function untrimmedText(max: number) {
  return v.pipe(
    v.string(),
    isWholeText,
    v.maxLength(max),
    v.regex(noControlCharacters, 'control_characters'),
  )
}
