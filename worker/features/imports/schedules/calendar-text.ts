import { UpstreamError } from '#worker/integrations/http/upstream.ts'
import type { CalendarFault } from './contract.ts'

export class CalendarError extends UpstreamError {
  readonly where: CalendarFault

  constructor(where: CalendarFault) {
    super('malformed')
    this.where = where
  }
}

const [tab, lineFeed, carriageReturn, space] = [9, 10, 13, 32]

/** A fold may stand within a letter, so the bytes are joined before they are decoded. */
export function decodeCalendar(bytes: Uint8Array): string {
  const joined = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const end = bytes[at] === carriageReturn ? at + 1 : at
    const next = bytes[end + 1]
    if (bytes[end] === lineFeed && (next === space || next === tab)) {
      at = end + 1
      continue
    }
    joined[length] = bytes[at] ?? 0
    length += 1
  }
  return new TextDecoder().decode(joined.subarray(0, length))
}

/** The fault of one line, where there is one; `open` are the components around it. */
function findLineFault(line: string, open: string[]): CalendarFault['reason'] | undefined {
  const [, edge = '', name = ''] = /^(BEGIN|END):(.*?)\s*$/i.exec(line) ?? []
  if (open.length === 0 && !/^BEGIN:VCALENDAR\s*$/i.test(line)) return 'no_calendar'
  if (!open.includes('VEVENT') && !/^[^:;]+[:;]/.test(line)) return 'no_value'
  const component = name.toUpperCase()
  if (edge.toUpperCase() === 'BEGIN') open.push(component)
  else if (edge && open.pop() !== component) return 'not_closed'
  return undefined
}

/** The first fault outside of the entries, which are read one by one. */
export function locateFault(bytes: Uint8Array): CalendarFault {
  const lines = new TextDecoder().decode(bytes).split(/\r?\n/)
  const open: string[] = []
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || /^[ \t]/.test(line)) continue
    const reason = findLineFault(line, open)
    if (reason) return { line: index + 1, reason }
  }
  const reason = lines.every((line) => line.trim() === '') ? 'no_calendar' : 'not_closed'
  return { line: Math.max(1, lines.length - (lines.at(-1) === '' ? 1 : 0)), reason }
}
