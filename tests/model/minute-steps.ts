import type { State, Take } from './explore.ts'
import type { Outbox } from './outbox.ts'
import {
  kinds,
  turns,
  anchors,
  sweepMinutes,
  pageSize,
  workers,
  agenda,
  progress,
  hand,
  person,
  row,
  read,
  write,
  assign,
  subsetsOf,
  invariants,
  absent,
  pending,
  claimed,
  stopped,
  dead,
  unknown,
  idle,
  agendaWord,
  progressWord,
  handWord,
} from './outbox-state.ts'

export function createMinuteSteps(outbox: Outbox) {
  const {
    pay,
    scope,
    people,
    lanes,
    rows,
    holds,
    personWord,
    rowWord,
    isMail,
    nowOf,
    statusOf,
    isPlanned,
    isPromised,
    isDue,
    hasBit,
    setBit,
    isFanOutDue,
    isAbandoned,
  } = outbox
  function writeRows(next: State, who: number, of: number): void {
    for (const lane of lanes) {
      const word = rowWord(who, of, lane)
      const isTaken =
        read(next, word, row.status) !== absent ||
        (!holds('a key names the start') &&
          kinds.some(
            ({ hours }, other) =>
              hours === kinds[of]!.hours && read(next, rowWord(who, other, lane), row.status) > 0,
          ))
      if (!isTaken || !holds('a fan-out writes a row once')) write(next, word, row.status, pending)
    }
    const visited = read(next, personWord(who), person.visited)
    write(next, personWord(who), person.visited, visited | (1 << of))
  }

  function visitFanOuts(state: State, take: Take): void {
    for (const of of kinds.keys()) {
      const isVisited = (who: number) =>
        ((read(state, personWord(who), person.visited) >> of) & 1) === 1
      const promised = people.filter((who) => isPromised(state, who, of))
      if (!holds('a fan-out writes a row once') && isPlanned(state, kinds[of]!.of)) {
        for (const who of promised.filter(isVisited)) {
          const next = state.slice()
          writeRows(next, who, of)
          take(next, `the page of ${who} comes twice`)
        }
      }
      if (!isFanOutDue(state, of)) continue
      const left = promised.filter((who) => !isVisited(who))
      for (const page of subsetsOf(left, Math.min(pageSize, left.length))) {
        const next = state.slice()
        for (const who of page) writeRows(next, who, of)
        const isLast = page.length < pageSize || !holds('a fan-out ends with its last page')
        if (isLast) setBit(next, progress.done, of)
        take(next, `fan-out of ${kinds[of]!.hours} h to ${page.join()}`)
        if (isLast || read(state, agendaWord, agenda.faults) === 0) continue
        const broken = next.slice()
        pay(broken, 'faults')
        setBit(broken, progress.lost, of)
        take(broken, `fan-out of ${kinds[of]!.hours} h to ${page.join()}, then a crash`)
      }
    }
  }

  function visitSweep(state: State, take: Take): void {
    const abandoned = rows.filter((one) => isAbandoned(state, one))
    if (abandoned.length === 0) return
    const next = state.slice()
    for (const { word, lane } of abandoned) {
      const isKept = isMail(lane) || !holds('the sweep ends what has no key')
      const status = isKept ? pending : unknown
      assign(next, word, row, { status, claim: 0, isOld: 0, hasError: 0 })
    }
    take(next, 'the sweep')
  }

  function isOwedSomething(state: State): boolean {
    const isFaultless = read(state, agendaWord, agenda.faults) === scope.faults
    return rows.some((one) => {
      if (!isPlanned(state, one.kind.of) || !isPromised(state, one.who, one.of)) return false
      const status = statusOf(state, one)
      if (status === absent)
        return !hasBit(state, progress.lost, one.of) || hasBit(state, progress.stale, one.of)
      return status === stopped || (isFaultless && (status === dead || status === unknown))
    })
  }

  function stepClock(state: State, minutes: number, isPaid: boolean): State {
    const next = state.slice()
    if (isPaid) pay(next, 'faults')
    const at = nowOf(state) + minutes
    const anchor = anchors.findLastIndex((one) => one <= at)
    assign(next, agendaWord, agenda, { anchor, offset: at - anchors[anchor]! })
    for (const one of rows) {
      write(next, one.word, row.isWaiting, 0)
      if (statusOf(next, one) === claimed && minutes >= sweepMinutes) {
        write(next, one.word, row.isOld, 1)
      }
    }
    for (const [of, { hours }] of kinds.entries()) {
      const isOver = minutes >= sweepMinutes || (hours === 1 && minutes > 1)
      if (!isOver || !hasBit(next, progress.lost, of)) continue
      if (holds('a fan-out that stopped goes on')) setBit(next, progress.lost, of, false)
      else setBit(next, progress.stale, of)
    }
    return next
  }

  function isQuiet(state: State): boolean {
    return (
      workers.every((worker) => read(state, handWord + worker, hand.phase) === idle) &&
      !rows.some((one) => isDue(state, one) || isAbandoned(state, one)) &&
      ![...kinds.keys()].some((of) => isFanOutDue(state, of))
    )
  }

  /** To the next mark or deadline, to the sweep, to the next try. */
  function listSteps(state: State): number[] {
    const now = nowOf(state)
    const start = read(state, agendaWord, agenda.start)
    const turn = turns[start]!.find((one) => one > now) ?? Infinity
    const hasClaims = rows.some(
      (one) => statusOf(state, one) === claimed && read(state, one.word, row.isOld) === 0,
    )
    const isLost = read(state, progressWord, progress.lost) > 0
    const isWaiting = rows.some(({ word }) => read(state, word, row.isWaiting) === 1)
    const steps = [hasClaims || isLost ? sweepMinutes : Infinity, isWaiting ? 1 : Infinity]
    return [turn - now, ...steps.filter((one) => now + one < turn)].filter(Number.isFinite)
  }

  function visitClock(state: State, take: Take): void {
    const isFree = isQuiet(state)
    if (isFree && isOwedSomething(state)) return take(state, 'nothing is due', invariants.owed)
    if (!isFree && read(state, agendaWord, agenda.faults) === 0) return
    for (const minutes of listSteps(state)) {
      take(stepClock(state, minutes, !isFree), `${minutes} minutes pass`)
    }
  }

  return (state: State, take: Take) => {
    visitFanOuts(state, take)
    visitSweep(state, take)
    visitClock(state, take)
  }
}
