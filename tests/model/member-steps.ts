import type { State, Take } from './explore.ts'
import type { Outbox } from './outbox.ts'
import {
  starts,
  kinds,
  marks,
  agenda,
  progress,
  person,
  row,
  read,
  write,
  assign,
  pending,
  sent,
  stopped,
  dead,
  unknown,
  agendaWord,
} from './outbox-state.ts'

export function createMemberSteps(outbox: Outbox) {
  const { pay, people, rows, holds, personWord, nowOf, statusOf, hasHyped, hasBit, setBit } = outbox
  function breakFanOutsOff(state: State): void {
    for (const of of kinds.keys()) {
      const isBegun = people.some((who) => (read(state, personWord(who), person.visited) >> of) & 1)
      if (isBegun && !hasBit(state, progress.done, of)) setBit(state, progress.lost, of)
    }
  }

  function revive(state: State): void {
    const start = read(state, agendaWord, agenda.start)
    for (const one of rows.filter(({ kind }) => kind.of === start)) {
      const status = statusOf(state, one)
      const isEnded = status === sent || status === unknown || status === dead
      if (
        (status === stopped && holds('a return revives what was stopped')) ||
        (isEnded && !holds('a return revives nothing else'))
      ) {
        assign(state, one.word, row, { status: pending, isWaiting: 0, hasError: 0 })
      }
    }
  }

  function visitActs(state: State, take: Take): void {
    const now = nowOf(state)
    const start = read(state, agendaWord, agenda.start)
    const isOn = read(state, agendaWord, agenda.isOn) === 1
    if (read(state, agendaWord, agenda.acts) === 0 || now >= starts[start]!) return
    const act = (step: string, change: (next: State) => void) => {
      const next = state.slice()
      pay(next, 'acts')
      change(next)
      take(next, step)
    }
    for (const who of people) {
      const hype = hasHyped(state, who) ? 0 : 1 + marks.filter((mark) => mark <= now).length
      if (hype > 0 && !isOn) continue
      act(`${who} ${hype > 0 ? 'hypes' : 'takes the hype back'}`, (next) =>
        write(next, personWord(who), person.hype, hype),
      )
    }
    const other = 1 - start
    if (isOn && starts[other]! > now) {
      act('the event moves', (next) => {
        breakFanOutsOff(next)
        write(next, agendaWord, agenda.start, other)
        revive(next)
      })
    }
    act(isOn ? 'the event is cancelled' : 'the event comes back', (next) => {
      write(next, agendaWord, agenda.isOn, isOn ? 0 : 1)
      if (!isOn) return revive(next)
      breakFanOutsOff(next)
      for (const one of rows.filter((two) => statusOf(next, two) === pending)) {
        write(next, one.word, row.status, stopped)
      }
    })
  }

  return visitActs
}
