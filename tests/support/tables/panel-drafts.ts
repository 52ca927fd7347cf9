import { day, hour } from '#tests/support/drivers/durations.ts'

let count = 0
export function fresh(word: string): string {
  count += 1
  return `${word} ${count}`
}

export function dealDraft() {
  return {
    partner: 'Quiet Keys',
    title: fresh('Deal'),
    text: 'Ten per cent off every keyboard.',
    link: 'https://example.com/deals',
    code: null,
    start: new Date(Date.now() - hour).toISOString(),
    end: new Date(Date.now() + day).toISOString(),
    placement: 'home',
  }
}
export const groupDraft = () => ({
  name: fresh('Group'),
  description: 'A race.',
  language_code: 'fr',
})
export const articleDraft = () => ({ title: fresh('Article'), markdown: 'Text.', language: 'en' })
