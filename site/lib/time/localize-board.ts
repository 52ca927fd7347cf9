import { readMutingTraits } from '#site/lib/display/apply-display.ts'
import { areTraitsMuted } from '#site/lib/display/muting.ts'
import { boardRows } from '#worker/contracts/tonight.ts'
import {
  boardDayText,
  chooseBoard,
  countStartsTonight,
  hasMoreTonight,
  listNightDays,
} from './night.ts'
import { dayText, type TimeContext } from './time-text.ts'

function isShown({ dataset }: HTMLElement): boolean {
  try {
    const muting = readMutingTraits(localStorage, new URLSearchParams(location.search))
    return !areTraitsMuted(dataset.traits ?? '', muting)
  } catch {
    return true
  }
}

/** Shows the evening of the reader's zone; the marker stands behind the board's rows. */
export function localizeBoard(marker: HTMLElement, reader: TimeContext): void {
  const section = marker.parentElement
  if (!section) return
  const rows = [...section.querySelectorAll<HTMLElement>('.board > li')]
  const board = chooseBoard(
    rows.filter(isShown).map((row) => ({
      row,
      start: Date.parse(row.dataset.start ?? ''),
      isAllDay: 'day' in row.dataset,
      rank: Number(row.dataset.rank),
    })),
    reader,
    boardRows,
  )
  for (const row of rows) delete row.dataset.on
  for (const chosen of board.rows) chosen.row.dataset.on = chosen === board.last ? 'last' : ''
  section.dataset.night = board.isTonight ? 'on' : 'none'
  setText(section, '.board-day', boardDayText(board, reader))
  const { live = '', starts = '', from = '' } = marker.dataset
  const all = Number(live) + countStartsTonight(starts.split(',').map(Number), Number(from), reader)
  const more = section.querySelector<HTMLElement>('.board-more')
  if (!more) return
  more.hidden = !hasMoreTonight(board, all)
  setText(more, 'span', more.dataset.text?.replace('#', String(all)) ?? '')
}

function setText(section: HTMLElement, selector: string, text: string): void {
  const element = section.querySelector(selector)
  if (element) element.textContent = text
}

export function localizeWeek(strip: HTMLElement, reader: TimeContext): void {
  const days = listNightDays(reader)
  for (const [index, link] of strip.querySelectorAll('a').entries()) {
    const [day = '', name, number] = [days[index], ...link.children]
    link.search = link.search.replace(/\d{4}-\d\d-\d\d/g, day)
    link.dataset.day = day
    if (name) name.textContent = dayText(day, reader, 'w')
    if (number) number.textContent = String(Number(day.slice(8)))
  }
}
