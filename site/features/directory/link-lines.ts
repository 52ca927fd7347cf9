import * as v from 'valibot'
import { ProfileLinks } from '#worker/contracts/profile-links.ts'

export function splitLines(typedText: string): string[] {
  return typedText
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

export const LinkLines = v.pipe(v.string(), v.transform(splitLines), ProfileLinks)
