import type { State, Take } from './explore.ts'
import type { DeliveryRow, Outbox } from './outbox.ts'
import {
  pageSize,
  workers,
  type Worker,
  agenda,
  progress,
  hand,
  row,
  heldBy,
  read,
  write,
  assign,
  subsetsOf,
  invariants,
  pending,
  claimed,
  sent,
  stopped,
  dead,
  unknown,
  nobody,
  idle,
  keyless,
  calling,
  todo,
  handed,
  accepted,
  lost,
  failed,
  told,
  late,
  agendaWord,
  handWord,
} from './outbox-state.ts'

export function createWorkerSteps(outbox: Outbox) {
  const {
    pay,
    lanes,
    rows,
    holds,
    isMail,
    nameOf,
    nowOf,
    statusOf,
    isPlanned,
    hasHyped,
    isWanted,
    isDue,
    heldRows,
    hasBit,
    setBit,
  } = outbox
  function visitClaims(state: State, worker: Worker, take: Take): void {
    for (const lane of lanes) {
      const due = rows.filter(
        (one) =>
          one.lane === lane &&
          (isDue(state, one) ||
            (!holds('a claim takes pending rows alone') && statusOf(state, one) === claimed)),
      )
      const batch = Math.max(0, ...due.map(({ word }) => read(state, word, row.batch)))
      const pages =
        batch > 0
          ? [due.filter(({ word }) => read(state, word, row.batch) === batch)]
          : subsetsOf(due, Math.min(pageSize, due.length))
      for (const page of pages.filter(({ length }) => length > 0)) {
        claimPage({ state, worker, lane, page, batch }, take)
      }
    }
  }

  type Page = { state: State; worker: Worker; lane: number; page: DeliveryRow[]; batch: number }

  function isStillDeliverable(state: State, { who, kind }: DeliveryRow): boolean {
    return (
      (!holds('a claim asks for the hype') || hasHyped(state, who)) &&
      (!holds('a claim asks for the event') || isPlanned(state, kind.of)) &&
      nowOf(state) < kind.deadline
    )
  }

  /** Whole, and in time, whatever became of its reason. */
  function isBatchKept(state: State, page: DeliveryRow[]): boolean {
    return page.length === pageSize && page.every(({ kind }) => nowOf(state) < kind.deadline)
  }

  function claimPage({ state, worker, lane, page, batch }: Page, take: Take): void {
    const next = state.slice()
    let isUndone = false
    const taken = page.filter((one) => {
      const attempts = read(next, one.word, row.attempts)
      if (batch > 0 ? isBatchKept(state, page) : isStillDeliverable(state, one)) {
        isUndone ||= batch === 0 && !isWanted(state, one)
        const values = {
          status: claimed,
          claim: worker + 1,
          isOld: 0,
          attempts: Math.min(7, attempts + 1),
        }
        assign(next, one.word, row, values)
        write(next, one.word, heldBy[worker], todo)
        return true
      }
      const status = batch > 0 ? unknown : attempts === 0 ? stopped : dead
      assign(next, one.word, row, { status, batch: 0, claim: 0, isOld: 0 })
      return false
    })
    const isFresh = ({ word }: DeliveryRow) =>
      read(next, word, row.attempts) === 1 && read(next, word, row.hasError) === 0
    const [first] = taken
    const isNewBatch =
      isMail(lane) &&
      batch === 0 &&
      taken.length > 1 &&
      taken.every((one) => isFresh(one) && one.of === first?.of)
    if (first) {
      const phase = isNewBatch ? keyless : calling
      assign(next, handWord + worker, hand, { phase, batch, isRepeated: batch > 0 ? 1 : 0 })
    }
    const name = page.map(nameOf).join(', ')
    take(next, `worker ${worker} claims ${name}`, isUndone ? invariants.undone : undefined)
  }

  const isClaimedBy = (state: State, worker: Worker, { word }: DeliveryRow) =>
    read(state, word, row.status) === claimed && read(state, word, row.claim) === worker + 1

  function visitKey(state: State, worker: Worker, take: Take): void {
    const used = new Set([
      ...rows.map(({ word }) => read(state, word, row.batch)),
      ...workers.map((one) => read(state, handWord + one, hand.batch)),
    ])
    const batch = [1, 2, 3].find((id) => !used.has(id))
    if (batch === undefined) throw new Error('more batches than the scope has names for')
    const held = heldRows(state, worker)
    const isWhole = held.every((one) => isClaimedBy(state, worker, one))
    if (!isWhole && holds('a batch whose key was not kept does not leave')) {
      return take(dropHand(state, worker), `worker ${worker} lost its claim and drops its batch`)
    }
    const next = state.slice()
    setBit(next, progress.accepted, batch, false)
    assign(next, handWord + worker, hand, { phase: calling, batch })
    if (holds('a batch keeps its key before its call')) {
      for (const one of held.filter((two) => isClaimedBy(next, worker, two))) {
        write(next, one.word, row.batch, batch)
      }
    }
    take(next, `worker ${worker} saves the key of its batch`)
  }

  function takeAtProvider(next: State, call: DeliveryRow[], batch: number): boolean {
    const isRepeated = ({ word, lane }: DeliveryRow) =>
      isMail(lane) &&
      holds('a mail has a key') &&
      (batch > 0 ? hasBit(next, progress.accepted, batch) : read(next, word, row.isKeyTaken) === 1)
    const arriving = call.filter((one) => !isRepeated(one))
    for (const { word, lane } of arriving) {
      write(next, word, row.taken, Math.min(3, read(next, word, row.taken) + 1))
      if (isMail(lane) && batch === 0) write(next, word, row.isKeyTaken, 1)
    }
    if (batch > 0) setBit(next, progress.accepted, batch)
    return arriving.some(({ word }) => read(next, word, row.taken) > 1)
  }

  function visitCalls(state: State, worker: Worker, take: Take): void {
    const held = heldRows(state, worker)
    const batch = read(state, handWord + worker, hand.batch)
    const hasFaults = read(state, agendaWord, agenda.faults) > 0
    const now = nowOf(state)
    for (const call of batch > 0 ? [held] : held.map((one) => [one])) {
      const place = read(state, call[0]!.word, heldBy[worker])
      const isLate = call.some(({ kind }) => now >= kind.deadline)
      const name = call.map(nameOf).join(', ')
      const go = (to: number, step: string, isFault = false) => {
        const next = state.slice()
        if (isFault) pay(next, 'faults')
        for (const { word } of call) write(next, word, heldBy[worker], to)
        const isDoubled = to === handed && takeAtProvider(next, call, batch)
        const broken = to === handed && isLate ? invariants.deadline : undefined
        take(next, `${step}: ${name}`, isDoubled ? invariants.once : broken)
      }
      if (place === handed) {
        go(accepted, 'the answer arrives')
        if (hasFaults) go(lost, 'the answer is lost', true)
      }
      if (place !== todo) continue
      if (
        isLate &&
        holds(
          batch > 0 ? 'a batch asks for the deadline at its call' : 'a call asks for the deadline',
        )
      ) {
        go(late, 'too late')
        continue
      }
      go(handed, `worker ${worker} hands over`)
      if (!hasFaults) continue
      go(lost, 'no connection', true)
      go(failed, 'the service fails', true)
      go(told, 'the service asks to wait', true)
    }
  }

  const keptIfTold = 'a batch that may have left keeps its key when asked to wait'
  type Answered = { place: number; batch: number; isRepeated: boolean }

  function settleRow(next: State, { word, lane, kind }: DeliveryRow, answered: Answered): void {
    const { place, batch, isRepeated } = answered
    const isUnknown = !isMail(lane) && holds('a lost answer of Discord or push is unknown')
    const mayHaveLeft = batch > 0 && (isRepeated || (place !== told && place !== late))
    const end = (status: number) =>
      assign(next, word, row, { status, claim: 0, isOld: 0, isWaiting: 0, batch: 0 })
    if (place === accepted) return end(sent)
    if (place === lost && isUnknown) return end(unknown)
    if (place === late || nowOf(next) + 1 >= kind.deadline) {
      return end(mayHaveLeft ? unknown : dead)
    }
    end(pending)
    waitForNextTry(next, word, answered, mayHaveLeft)
  }

  function waitForNextTry(
    next: State,
    word: number,
    { place, batch }: Answered,
    mayHaveLeft: boolean,
  ): void {
    const isTold = place === told
    const isKept = holds(isTold ? keptIfTold : 'a batch leaves again under its key')
    assign(next, word, row, {
      isWaiting: 1,
      attempts: read(next, word, row.attempts) - Number(isTold),
      // A batch that was not taken leaves no trace.
      hasError: Number(!isTold || batch === 0),
      batch: isKept && mayHaveLeft ? batch : 0,
    })
  }

  function visitSettlement(state: State, worker: Worker, take: Take): void {
    const held = heldRows(state, worker)
    if (held.some(({ word }) => read(state, word, heldBy[worker]) < accepted)) return
    const next = state.slice()
    const batch = read(state, handWord + worker, hand.batch)
    const isRepeated = read(state, handWord + worker, hand.isRepeated) === 1
    for (const one of held) {
      const place = read(state, one.word, heldBy[worker])
      write(next, one.word, heldBy[worker], 0)
      if (isClaimedBy(state, worker, one) || !holds('a settlement names its claim')) {
        settleRow(next, one, { place, batch, isRepeated })
      }
    }
    next[handWord + worker] = 0
    const isFalse = (one: DeliveryRow) =>
      statusOf(next, one) === sent && read(next, one.word, row.taken) === 0
    const isChanged = (one: DeliveryRow) =>
      statusOf(state, one) >= sent && statusOf(state, one) !== statusOf(next, one)
    const broken = held.some(isChanged) ? invariants.final : undefined
    take(next, `worker ${worker} settles`, held.some(isFalse) ? invariants.true : broken)
  }

  /** Its rows stay claimed, by nobody. */
  function dropHand(state: State, worker: Worker): State {
    const next = state.slice()
    for (const { word } of rows) {
      write(next, word, heldBy[worker], 0)
      if (read(next, word, row.claim) === worker + 1) write(next, word, row.claim, nobody)
    }
    next[handWord + worker] = 0
    return next
  }

  function visitCrash(state: State, worker: Worker, take: Take): void {
    if (read(state, agendaWord, agenda.faults) === 0) return
    const next = dropHand(state, worker)
    pay(next, 'faults')
    take(next, `worker ${worker} crashes`)
  }

  function visitWorkers(state: State, take: Take): void {
    for (const worker of workers) {
      const phase = read(state, handWord + worker, hand.phase)
      if (phase === idle) visitClaims(state, worker, take)
      else visitCrash(state, worker, take)
      if (phase === keyless) visitKey(state, worker, take)
      if (phase !== calling) continue
      visitCalls(state, worker, take)
      visitSettlement(state, worker, take)
    }
  }

  return visitWorkers
}
