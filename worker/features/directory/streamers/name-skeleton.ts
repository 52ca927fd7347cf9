import { foldLookalikes, isOfficialName } from '#worker/contracts/reserved-names.ts'
// Lines of a letter and its lookalikes, from confusables.txt of Unicode 13 (UTS 39).
import lookalikes from './lookalikes.txt?raw'

let letters: Map<string, string> | undefined

function parseLookalikes(): Map<string, string> {
  return new Map(
    lookalikes.split('\n').flatMap((line) => {
      const [letter = '', alike = ''] = line.split(' ')
      return [...alike].map((lookalike) => [lookalike, letter] as const)
    }),
  )
}

function toLatinLookalikes(name: string): string {
  letters ??= parseLookalikes()
  const folded = letters
  const plain = name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]+/gu, '')
    .toLowerCase()
  return [...plain].map((letter) => folded.get(letter) ?? letter).join('')
}

/** Equal for names that look alike. */
export function toNameSkeleton(name: string): string {
  return foldLookalikes(toLatinLookalikes(name)) || name.trim()
}

/** Next to a name they look like the mark of a verified channel. */
const checkMarks = /[\u221a\u237b\u2611\u2705\u2713\u2714\u{1f5f8}\u{1f5f9}\u{1fbb1}\u{10102}]/u

export function findDisplayNameFault(name: string): 'check_marks' | 'reserved_name' | undefined {
  if (checkMarks.test(name)) return 'check_marks'
  return isOfficialName(toLatinLookalikes(name)) ? 'reserved_name' : undefined
}
