import * as v from 'valibot'
import type { Locale } from '#worker/contract.ts'
import { ruleText } from '#worker/validation-texts.ts'
import { invalid } from './errors.ts'

type Key = v.GenericSchema<unknown, string | number>

/** A count, an id or an instant of a cursor. */
export const CursorNumber = v.pipe(
  v.number(),
  v.integer(),
  v.minValue(0),
  v.maxValue(8_000_000_000_000),
)
/** A name of a cursor. */
export const CursorText = v.pipe(v.string(), v.maxLength(300))

/** Where a page of a keyset list ended: the sort keys and id of its last row, opaque to callers. */
export function encodeCursor(keys: readonly (string | number)[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(keys))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/**
 * The keys behind a cursor, checked against the list's own shape.
 * @throws AppError `validation_failed` for a cursor that this list did not make.
 */
export function decodeCursor<const Keys extends readonly Key[]>(
  { locale }: { locale: Locale },
  text: string | undefined,
  keys: Keys,
): { [Index in keyof Keys]: v.InferOutput<Keys[Index]> } | undefined {
  if (text === undefined) return undefined
  const result = v.safeParse(v.strictTuple([...keys]), parse(text))
  if (!result.success) throw invalid([{ path: 'cursor', msg: ruleText('bad_cursor', locale) }])
  return result.output as { [Index in keyof Keys]: v.InferOutput<Keys[Index]> }
}

function parse(text: string): unknown {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
