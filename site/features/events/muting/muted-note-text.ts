import { m } from '#site/lib/messages.ts'

export function mutedNoteText(count: number | undefined, areShown: boolean): string {
  if (count === undefined) return m.muted_some()
  if (count === 0) return m.muted_none()
  return areShown ? m.muted_shown({ count }) : m.muted_count({ count })
}
