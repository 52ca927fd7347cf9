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

function listShownRows(section: Element): HTMLElement[] {
  const rows = [...section.querySelectorAll<HTMLElement>('.board > li')]
  try {
    const muting = readMutingTraits(localStorage, new URLSearchParams(location.search))
    return rows.filter(({ dataset }) => !areTraitsMuted(dataset.traits ?? '', muting))
  } catch {
    return rows
  }
}

/** Shows the evening of the reader's zone; the marker stands behind the board's rows. */
export function localizeBoard(marker: HTMLElement, reader: TimeContext): void {
  const section = marker.parentElement
  if (!section) return
  const board = chooseBoard(
    listShownRows(section).map((row) => ({
      row,
      start: Date.parse(row.dataset.start ?? ''),
      isAllDay: 'day' in row.dataset,
      rank: Number(row.dataset.rank),
    })),
    reader,
    boardRows,
  )
  const places = new Map(
    board.rows.map((chosen) => [chosen.row, chosen === board.last ? 'last' : '']),
  )
  for (const row of section.querySelectorAll<HTMLElement>('.board > li')) {
    const place = places.get(row)
    if (place === undefined) delete row.dataset.on
    else if (row.dataset.on !== place) row.dataset.on = place
  }
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
