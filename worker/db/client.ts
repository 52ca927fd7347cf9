import { createSender, type Mode, type Query, type Result, type SendQueries } from './hrana.ts'

export type StatementOrdering = <Item>(items: Item[]) => Item[]
/** `order` is for tests: statements of a write that depend on another say so. */
export type Database = { send: SendQueries; order?: StatementOrdering | undefined }

export function openDatabase(
  url: string,
  authToken: string | undefined,
  order?: StatementOrdering,
): Database {
  return { send: createSender(url, authToken), order }
}

export type Statement<Found = unknown> = Query & { toResult: (result: Result) => Found }

/** Named or ordered statements, possibly nested in groups; the results have the same shape. */
export type StatementSet = StatementGroup | Sequence<StatementGroup> | List<unknown>
export type StatementGroup = readonly BatchItem[] | StatementRecord
export type StatementRecord = { readonly [name: string]: BatchItem }
type BatchItem = Statement | Section<StatementSet> | Change<unknown, StatementRecord> | StatementSet

class Section<Group extends StatementSet> {
  readonly group: Group
  constructor(group: Group) {
    this.group = group
  }
}

export class List<View> {
  readonly statements: readonly Statement[]
  readonly present: (found: never) => View
  constructor(statements: readonly Statement[], present: (found: never) => View) {
    this.statements = statements
    this.present = present
  }
}

class Sequence<Of extends StatementGroup> {
  readonly sequence: Of
  constructor(sequence: Of) {
    this.sequence = sequence
  }
}

/** A change, and what is written only if it had effect: `check` fails otherwise. */
export class Change<Found, Dependents extends StatementRecord> {
  readonly change: Statement<Found>
  readonly check: Statement<boolean>
  readonly dependents: Dependents
  constructor(change: Statement<Found>, check: Statement<boolean>, dependents: Dependents) {
    this.change = change
    this.check = check
    this.dependents = dependents
  }
}

export type ResultOf<Of> = StatementRecord extends Of
  ? unknown
  : Of extends Statement<infer Found>
    ? Found
    : Of extends Change<infer Found, infer Dependents>
      ? Results<Dependents> & { hasChanged: boolean; result: Found }
      : Of extends Section<infer Group>
        ? Results<Group> | undefined
        : Of extends StatementSet
          ? Results<Of>
          : never
export type Results<Statements extends StatementSet> =
  Statements extends Sequence<infer Of>
    ? Results<Of>
    : Statements extends List<infer View>
      ? View
      : { -readonly [Key in keyof Statements]: ResultOf<Statements[Key]> }

/** A read whose failure yields `undefined` without failing its batch. */
export function allowFailure<Found>(statement: Statement<Found>): Statement<Found | undefined> {
  return { ...statement, allowsFailure: true }
}

/** Statements of which each may depend on those before it. */
export function inOrder<const Of extends StatementGroup>(group: Of): Sequence<Of> {
  return new Sequence(group)
}

/** Reads that yield `undefined` together when one of them fails. */
export function allowGroupFailure<const Group extends StatementSet>(group: Group): Section<Group> {
  return new Section(group)
}

export function requireAll<Found>(results: readonly (Found | undefined)[]): Found[] | undefined {
  const found = results.filter((one) => one !== undefined)
  return found.length === results.length ? found : undefined
}

function isStatement(part: BatchItem): part is Statement {
  return 'toResult' in part && typeof part.toResult === 'function'
}

function listStatements(part: BatchItem): Statement[] {
  if (isStatement(part)) return [part]
  if (part instanceof List) return [...part.statements]
  if (part instanceof Sequence) return listStatements(part.sequence)
  if (part instanceof Section) return listStatements(part.group).map((one) => allowFailure(one))
  if (part instanceof Change) {
    const dependents = listStatements(part.dependents)
    return [part.change, { ...part.check, dependents: dependents.length }, ...dependents]
  }
  return Object.values<BatchItem>(part).flatMap(listStatements)
}

type BatchUnit = { places: number[]; isRead: boolean }

function isReadStatement({ sql }: Statement): boolean {
  return /^\s*(?:select|with)\b/.test(sql) && !/\binsert into\b/.test(sql)
}

/** A read keeps its place among the writes. */
function orderUnitPlaces(units: BatchUnit[], order: StatementOrdering): number[] {
  const runs: BatchUnit[][] = [[]]
  for (const unit of units) {
    if (unit.isRead) runs.push([unit], [])
    else runs.at(-1)?.push(unit)
  }
  return runs.flatMap((run) => order(run)).flatMap(({ places }) => places)
}

function listBatchUnits(
  part: BatchItem,
  next: () => number,
  order: StatementOrdering,
): BatchUnit[] {
  if (isStatement(part)) return [{ places: [next()], isRead: isReadStatement(part) }]
  if (part instanceof Section) return listBatchUnits(part.group, next, order)
  if (part instanceof List) return listBatchUnits(part.statements, next, order)
  const inTurn = (parts: BatchItem[]) => parts.flatMap((one) => statementPlaces(one, next, order))
  if (part instanceof Sequence) {
    return [{ places: inTurn(Object.values<BatchItem>(part.sequence)), isRead: false }]
  }
  if (part instanceof Change) {
    const dependents = Object.values<BatchItem>(part.dependents)
    return [{ places: [next(), next(), ...inTurn(dependents)], isRead: false }]
  }
  return Object.values<BatchItem>(part).flatMap((one) => listBatchUnits(one, next, order))
}

function statementPlaces(part: BatchItem, next: () => number, order: StatementOrdering): number[] {
  return orderUnitPlaces(listBatchUnits(part, next, order), order)
}

async function sendInOrder(
  { send }: Database,
  list: Statement[],
  { statements, order }: { statements: StatementSet; order: StatementOrdering },
): Promise<Result[]> {
  let place = 0
  const places = statementPlaces(statements, () => place++, order)
  const answers = await send(
    places.flatMap((one) => list[one] ?? []),
    'write',
  )
  return list.flatMap((_, one) => answers[places.indexOf(one)] ?? [])
}

const failed = Symbol('failed')

/** Takes the results of a part off the iterator; `failed` within a part fails all of it. */
function shapeResults(part: BatchItem, results: Iterator<unknown, undefined>): unknown {
  if (isStatement(part)) return results.next().value
  if (part instanceof Sequence) return shapeResults(part.sequence, results)
  if (part instanceof List) return part.present(shapeResults(part.statements, results) as never)
  if (part instanceof Section) {
    const found = listStatements(part.group).map(() => results.next().value)
    return found.includes(failed) ? undefined : shapeResults(part.group, found.values())
  }
  if (part instanceof Change) {
    const [result, hasChanged] = [results.next().value, results.next().value]
    return { ...(shapeResults(part.dependents, results) as object), hasChanged, result }
  }
  const entries = Object.entries<BatchItem>(part).map(([name, one]) => {
    const found = shapeResults(one, results)
    return [name, found === failed ? undefined : found] as const
  })
  return Array.isArray(part) ? entries.map(([, found]) => found) : Object.fromEntries(entries)
}

export async function batch<const Statements extends StatementSet>(
  db: Database,
  mode: Mode,
  statements: Statements,
  reportFailure?: (error: unknown) => void,
): Promise<Results<Statements>> {
  const list = listStatements(statements)
  const { order } = db
  const answers =
    order && mode === 'write'
      ? await sendInOrder(db, list, { statements, order })
      : await db.send(list, mode)
  const results = list.map(({ toResult, allowsFailure }, index) => {
    const answer = answers[index] ?? { columns: [], rows: [] }
    if (!answer.error || !allowsFailure) return toResult(answer)
    reportFailure?.(answer.error)
    return failed
  })
  return shapeResults(statements, results.values()) as Results<Statements>
}
