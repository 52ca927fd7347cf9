import { localDay, type TimeContext } from '#site/lib/time/time-text.ts'
import { toWallClock, type TimeZoneContext } from '#site/lib/time/wall-clock.ts'
import type { TimeRange } from './entries.ts'
import { addDays } from './month.ts'

export const minutesPerDay = 1440
/** A shorter event is drawn as long, so that its name has room. */
const minBlockMinutes = 30

/** `top` and `bottom` are minutes of the day's clock. */
export type EventBlock = {
  key: string
  top: number
  bottom: number
  column: number
  columns: number
  isContinued: boolean
  goesOn: boolean
}
export type DayBlocks = {
  blocks: EventBlock[]
  /** The number of events that the columns have no room for. */
  more: number
}

type EventPiece = Omit<EventBlock, 'column' | 'columns'>
type KeyedRange = TimeRange & { key: string }

/** Minutes since midnight on the clocks of a zone, whatever hour they skipped or repeated. */
export function minuteOfDay(at: number, reader: TimeZoneContext): number {
  const wall = new Date(toWallClock(at, reader))
  return wall.getUTCHours() * 60 + wall.getUTCMinutes()
}

export function layOutWeek(
  days: readonly string[],
  events: readonly KeyedRange[],
  { reader, maxColumns }: { reader: TimeContext; maxColumns: number },
): Map<string, DayBlocks> {
  const pieces = Map.groupBy(
    events.flatMap((event) => splitIntoDayPieces(event, reader)),
    ({ day }) => day,
  )
  return new Map(
    days.map((day) => {
      const ofDay = (pieces.get(day) ?? []).map(({ day: _, ...piece }) => piece)
      return [day, placePiecesSideBySide(ofDay, maxColumns)]
    }),
  )
}

/** One for each day that an event touches; a night has two. */
function splitIntoDayPieces(
  { key, startAt, endAt }: KeyedRange,
  reader: TimeContext,
): (EventPiece & { day: string })[] {
  const [first, last] = [localDay(startAt, reader), localDay(endAt - 1, reader)]
  const pieces: (EventPiece & { day: string })[] = []
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const start = day === first ? minuteOfDay(startAt, reader) : 0
    const end = day === localDay(endAt, reader) ? minuteOfDay(endAt, reader) : minutesPerDay
    const top = Math.min(start, minutesPerDay - minBlockMinutes)
    const bottom = Math.max(end, top + minBlockMinutes)
    pieces.push({ key, day, top, bottom, isContinued: day !== first, goesOn: day !== last })
  }
  return pieces
}

function placePiecesSideBySide(pieces: readonly EventPiece[], maxColumns: number): DayBlocks {
  const inOrder = pieces.toSorted(
    (a, b) => a.top - b.top || b.bottom - a.bottom || a.key.localeCompare(b.key),
  )
  const blocks: EventBlock[] = []
  let more = 0
  let cluster: EventBlock[] = []
  let ends: number[] = []
  const close = () => {
    for (const block of cluster) block.columns = ends.length
    blocks.push(...cluster)
    cluster = []
    ends = []
  }
  for (const piece of inOrder) {
    if (ends.every((end) => end <= piece.top)) close()
    const free = ends.findIndex((end) => end <= piece.top)
    const column = free === -1 ? ends.length : free
    if (column >= maxColumns) more += 1
    else {
      ends[column] = piece.bottom
      cluster.push({ ...piece, column, columns: 1 })
    }
  }
  close()
  return { blocks, more }
}
