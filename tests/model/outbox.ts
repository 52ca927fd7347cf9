import type { State } from './explore.ts'
import {
  kinds,
  marks,
  anchors,
  agenda,
  progress,
  person,
  row,
  heldBy,
  type Field,
  type Worker,
  read,
  write,
  agendaWord,
  progressWord,
  peopleWord,
  pending,
  claimed,
  type Scope,
  type Rule,
} from './outbox-state.ts'

export type DeliveryRow = {
  word: number
  who: number
  lane: number
  kind: (typeof kinds)[number]
  /** Index of `kind`. */
  of: number
}

/** The words of a state for one event with two starts, and its reminders. */
export function createOutbox(scope: Scope, without?: Rule) {
  const holds = (rule: Rule) => rule !== without
  const people = Array.from({ length: scope.people }, (_, index) => index)
  const lanes = scope.channels.map((_, index) => index)
  const personWords = 1 + kinds.length * lanes.length
  const words = peopleWord + people.length * personWords
  const personWord = (who: number) => peopleWord + who * personWords
  const rowWord = (who: number, kind: number, lane: number) =>
    personWord(who) + 1 + lane * kinds.length + kind
  const rows = people.flatMap((who) =>
    lanes.flatMap((lane) =>
      kinds.map((kind, of) => ({ word: rowWord(who, of, lane), who, lane, kind, of })),
    ),
  )
  const isMail = (lane: number) => scope.channels[lane] === 'mail'
  const nameOf = ({ who, lane, kind }: DeliveryRow) =>
    `${scope.channels[lane]} ${kind.hours} h${kind.of ? ' of the new start' : ''} to ${who}`

  const nowOf = (state: State) =>
    anchors[read(state, agendaWord, agenda.anchor)]! + read(state, agendaWord, agenda.offset)
  const statusOf = (state: State, { word }: DeliveryRow) => read(state, word, row.status)
  const isPlanned = (state: State, of: number) =>
    read(state, agendaWord, agenda.isOn) === 1 && read(state, agendaWord, agenda.start) === of
  const hasHyped = (state: State, who: number) => read(state, personWord(who), person.hype) > 0
  const isWanted = (state: State, { who, kind }: DeliveryRow) =>
    isPlanned(state, kind.of) && hasHyped(state, who)
  /** Hyped before the mark, in its window. */
  function isPromised(state: State, who: number, of: number): boolean {
    const { mark, deadline } = kinds[of]!
    const hype = read(state, personWord(who), person.hype)
    const now = nowOf(state)
    return hype > 0 && hype - 1 <= marks.indexOf(mark) && now >= mark && now < deadline
  }
  const isDue = (state: State, one: DeliveryRow) =>
    statusOf(state, one) === pending && read(state, one.word, row.isWaiting) === 0
  const heldRows = (state: State, worker: Worker) =>
    rows.filter(({ word }) => read(state, word, heldBy[worker]) > 0)
  const hasBit = (state: State, field: Field, bit: number) =>
    ((read(state, progressWord, field) >>> bit) & 1) === 1
  const setBit = (state: State, field: Field, bit: number, isOn = true) => {
    const bits = read(state, progressWord, field) & ~(1 << bit)
    write(state, progressWord, field, isOn ? bits | (1 << bit) : bits)
  }
  const pay = (state: State, from: 'faults' | 'acts') =>
    write(state, agendaWord, agenda[from], read(state, agendaWord, agenda[from]) - 1)

  function isFanOutDue(state: State, of: number): boolean {
    const { mark, deadline, of: start } = kinds[of]!
    const now = nowOf(state)
    const isOpen = isPlanned(state, start) && now >= mark && now < deadline
    return isOpen && !hasBit(state, progress.done, of) && !hasBit(state, progress.lost, of)
  }

  const isAbandoned = (state: State, one: DeliveryRow) =>
    holds('the sweep runs') &&
    statusOf(state, one) === claimed &&
    read(state, one.word, row.isOld) === 1

  return {
    ...{ scope, people, lanes, rows, words, personWords, holds },
    ...{ personWord, rowWord, isMail, nameOf, nowOf, statusOf, isPlanned, hasHyped, isWanted },
    ...{ isPromised, isDue, heldRows, hasBit, setBit, isFanOutDue, isAbandoned, pay },
  }
}
export type Outbox = ReturnType<typeof createOutbox>
