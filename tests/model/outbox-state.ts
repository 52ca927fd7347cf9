import type { State } from './explore.ts'

/** Each is a rule of the delivery code; without one the model has a named planted fault. */
export const rules = {
  'a claim takes pending rows alone': true,
  'a claim asks for the hype': true,
  'a claim asks for the event': true,
  'a call asks for the deadline': true,
  'a settlement names its claim': true,
  'a key names the start': true,
  'a fan-out writes a row once': true,
  'a fan-out ends with its last page': true,
  'a fan-out that stopped goes on': true,
  'a mail has a key': true,
  'a batch keeps its key before its call': true,
  'a batch leaves again under its key': true,
  'a batch that may have left keeps its key when asked to wait': true,
  'a batch whose key was not kept does not leave': true,
  'a batch asks for the deadline at its call': true,
  'a lost answer of Discord or push is unknown': true,
  'the sweep ends what has no key': true,
  'the sweep runs': true,
  'a return revives what was stopped': true,
  'a return revives nothing else': true,
}
export type Rule = keyof typeof rules

export const channels = ['mail', 'push', 'discord'] as const
export type Scope = {
  people: number
  channels: readonly (typeof channels)[number][]
  /** Crashes, lost, failing and refusing answers, and steps of the clock while something is under way. */
  faults: number
  /** Changes of mind: hype, take back, move, cancel, approve again. */
  acts: number
}

/** Minutes. */
export const starts = [2000, 2360]
export const kinds = starts.flatMap((start, of) => [
  { of, mark: start - 1440, deadline: start - 60, hours: 24 },
  { of, mark: start - 60, deadline: start, hours: 1 },
])
export const marks = kinds.map(({ mark }) => mark).toSorted((a, b) => a - b)
export const turns = starts.map((start) => [start - 1440, start - 63, start - 60, start - 3, start])
export const anchors = [559, ...new Set(turns.flat().toSorted((a, b) => a - b))]
export const sweepMinutes = 6
export const pageSize = 2
export const workers = [0, 1] as const
export type Worker = (typeof workers)[number]

export type Field = { at: number; mask: number }
function fieldsOf<Name extends string>(widths: Record<Name, number>): Record<Name, Field> {
  let at = 0
  const fields = Object.entries<number>(widths).map(([name, width]) => {
    at += width
    return [name, { at: at - width, mask: (1 << width) - 1 }]
  })
  return Object.fromEntries(fields) as Record<Name, Field>
}

export const agenda = fieldsOf({ anchor: 4, offset: 6, start: 1, isOn: 1, faults: 3, acts: 3 })
/** `lost`: nobody goes on with a fan-out; `stale`: for longer than that may be. */
export const progress = fieldsOf({ done: 4, lost: 4, stale: 4, accepted: 4 })
export const hand = fieldsOf({ phase: 2, batch: 2, isRepeated: 1 })
export const person = fieldsOf({ hype: 3, visited: 4 })
export const row = fieldsOf({
  ...{ status: 3, claim: 2, isOld: 1, isWaiting: 1, attempts: 3, taken: 2 },
  ...{ batch: 2, hasError: 1, isKeyTaken: 1, held0: 3, held1: 3 },
})
export const heldBy = [row.held0, row.held1] as const

export const [absent, pending, claimed, sent, stopped, dead, unknown] = [0, 1, 2, 3, 4, 5, 6]
export const nobody = 3
export const [idle, keyless, calling] = [0, 1, 2]
/** How far the call of a claimed row came. */
export const [todo, handed, accepted, lost, failed, told, late] = [1, 2, 3, 4, 5, 6, 7]
export const [agendaWord, progressWord, handWord, peopleWord] = [0, 1, 2, 4]

export const read = (state: State, word: number, { at, mask }: Field) =>
  (state[word]! >>> at) & mask
export function write(state: State, word: number, { at, mask }: Field, value: number): void {
  state[word] = (state[word]! & ~(mask << at)) | (value << at)
}
export function assign<Name extends string>(
  state: State,
  word: number,
  fields: Record<Name, Field>,
  values: Partial<Record<Name, number>>,
): void {
  for (const name of Object.keys(values) as Name[]) write(state, word, fields[name], values[name]!)
}

export function subsetsOf<Item>(items: readonly Item[], size: number): Item[][] {
  if (size === 0) return [[]]
  return items.flatMap((item, index) =>
    subsetsOf(items.slice(index + 1), size - 1).map((rest) => [item, ...rest]),
  )
}

export const invariants = {
  once: 'at most once',
  owed: 'at least once, unless undone or said to be unknown',
  deadline: 'never after the deadline',
  undone: 'never for a decision undone before the claim',
  true: 'what is said to be sent was sent',
  final: 'what ended stays as it is',
  ends: 'nothing is left over',
} as const
