import type { State } from './explore.ts'
import type { Outbox } from './outbox.ts'
import { kinds, row, read, write, nobody, handWord } from './outbox-state.ts'

/** One of the states that differ by the names of people, of workers, or of push and Discord. */
export function createNormalizer(outbox: Outbox) {
  const { people, lanes, rows, personWords, personWord, rowWord, isMail } = outbox
  function normalize(state: State): void {
    if (state[handWord]! < state[handWord + 1]!) swapWorkers(state)
    if (twins.length === 2 && sumOf(state, twins[0]!) < sumOf(state, twins[1]!)) swapTwins(state)
    for (let sorted = 1; sorted < people.length; sorted += 1) {
      for (let who = sorted; who > 0 && compareColumns(state, who - 1, who) > 0; who -= 1) {
        swapWords(state, [personWord(who - 1), personWord(who)], personWords)
      }
    }
  }

  /** Push and Discord have the same rules. */
  const twins = lanes.filter((lane) => !isMail(lane))

  function sumOf(state: State, lane: number): number {
    let sum = 0
    for (const who of people) {
      for (let of = 0; of < kinds.length; of += 1) sum += state[rowWord(who, of, lane)]! * (of + 1)
    }
    return sum
  }

  function swapTwins(state: State): void {
    const [one, other] = twins
    for (const who of people) {
      swapWords(state, [rowWord(who, 0, one!), rowWord(who, 0, other!)], kinds.length)
    }
  }

  function compareColumns(state: State, one: number, other: number): number {
    for (let word = 0; word < personWords; word += 1) {
      const difference = state[personWord(one) + word]! - state[personWord(other) + word]!
      if (difference !== 0) return difference
    }
    return 0
  }

  function swapWorkers(state: State): void {
    ;[state[handWord], state[handWord + 1]] = [state[handWord + 1]!, state[handWord]!]
    for (const { word } of rows) {
      if (state[word] === 0) continue
      const { claim, held0, held1 } = row
      const values = [read(state, word, claim), read(state, word, held0), read(state, word, held1)]
      write(state, word, claim, [0, 2, 1, nobody][values[0]!]!)
      write(state, word, held0, values[2]!)
      write(state, word, held1, values[1]!)
    }
  }

  return normalize
}

function swapWords(state: State, [one, other]: [number, number], count: number): void {
  for (let word = 0; word < count; word += 1) {
    const kept = state[one + word]!
    state[one + word] = state[other + word]!
    state[other + word] = kept
  }
}
