export type Violation = { invariant: string; trace: string[] }
export type Exploration = { states: number; transitions: number; violation?: Violation }

export type State = Uint32Array
export type Take = (next: State, step: string, broken?: string) => void

/** A system whose states are so many words. */
export type Model = {
  words: number
  initial: Uint32Array
  /** Tells `take` every step, with the invariant that it breaks. */
  visit: (state: Uint32Array, take: Take) => void
  /** The invariant that a state breaks from which no step leads. */
  judgeEnd: (state: Uint32Array) => string | undefined
  /** One of the states that differ in names alone. */
  normalize: (state: Uint32Array) => void
}

/** States, compared word by word, so that none is taken for another. */
class StateSet {
  count = 0
  #words: Uint32Array
  #parents = new Int32Array(1 << 16)
  #slots = new Int32Array(1 << 17)
  readonly #width: number

  constructor(width: number) {
    this.#width = width
    this.#words = new Uint32Array(width << 16)
  }

  at(index: number): Uint32Array {
    return this.#words.slice(index * this.#width, (index + 1) * this.#width)
  }

  parentOf(index: number): number {
    return this.#parents[index]!
  }

  /** Whether it is new. */
  add(state: Uint32Array, parent: number): boolean {
    const slot = this.#findSlot(state)
    if (this.#slots[slot] !== 0) return false
    if (this.count === this.#parents.length) return this.#grow().add(state, parent)
    this.#words.set(state, this.count * this.#width)
    this.#parents[this.count] = parent
    this.count += 1
    this.#slots[slot] = this.count
    return true
  }

  #findSlot(state: Uint32Array): number {
    let hash = 0
    for (const word of state) hash = Math.imul(hash ^ word ^ (hash >>> 15), 0x9e3779b1)
    let slot = (hash ^ (hash >>> 13)) & (this.#slots.length - 1)
    while (this.#slots[slot] !== 0 && !this.#isAt(this.#slots[slot]! - 1, state)) {
      slot = (slot + 1) & (this.#slots.length - 1)
    }
    return slot
  }

  #isAt(index: number, state: Uint32Array): boolean {
    const from = index * this.#width
    for (let word = 0; word < this.#width; word += 1) {
      if (this.#words[from + word] !== state[word]) return false
    }
    return true
  }

  #grow(): this {
    const [words, parents] = [this.#words, this.#parents]
    this.#words = new Uint32Array(words.length * 2)
    this.#words.set(words)
    this.#parents = new Int32Array(parents.length * 2)
    this.#parents.set(parents)
    this.#slots = new Int32Array(this.#slots.length * 2)
    for (let index = 0; index < this.count; index += 1) {
      this.#slots[this.#findSlot(this.at(index))] = index + 1
    }
    return this
  }
}

/** Breadth first, every state once: the trace of a violation is a shortest one. */
export function explore(model: Model): Exploration {
  const seen = new StateSet(model.words)
  const scratch = new Uint32Array(model.words)
  let transitions = 0
  const add = (state: Uint32Array, parent: number) => {
    scratch.set(state)
    model.normalize(scratch)
    return seen.add(scratch, parent)
  }
  add(model.initial, -1)
  for (let index = 0; index < seen.count; index += 1) {
    const before = transitions
    let broken: { invariant: string; last: string[] } | undefined
    const state = seen.at(index)
    model.visit(state, (next, step, invariant) => {
      transitions += 1
      if (invariant) broken ??= { invariant, last: [step] }
      if (!broken) add(next, index)
    })
    const atEnd = transitions === before ? model.judgeEnd(state) : undefined
    if (atEnd) broken = { invariant: atEnd, last: [] }
    if (!broken) continue
    const { invariant, last } = broken
    const trace = [...traceTo(model, seen, index), ...last]
    return { states: seen.count, transitions, violation: { invariant, trace } }
  }
  return { states: seen.count, transitions }
}

/** Walks the path again from the first state, so that its steps bear the names of one course. */
function traceTo(model: Model, seen: StateSet, end: number): string[] {
  const path: number[] = []
  for (let index = end; index > 0; index = seen.parentOf(index)) path.unshift(index)
  let state = model.initial
  return path.map((index) => {
    const wanted = seen.at(index).join()
    let found: { next: Uint32Array; step: string } | undefined
    model.visit(state, (next, step) => {
      const normal = next.slice()
      model.normalize(normal)
      if (normal.join() === wanted) found ??= { next, step }
    })
    if (!found) throw new Error('a state without a step to it')
    state = found.next
    return found.step
  })
}
