import * as v from 'valibot'
import { ProfileLinks } from '#worker/contracts/profile-links.ts'

/** What stands in a field for several links: one a line. */
export function splitLines(typedText: string): string[] {
  return typedText
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

export const LinkLines = v.pipe(v.string(), v.transform(splitLines), ProfileLinks)
