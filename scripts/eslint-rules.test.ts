import { ESLint } from 'eslint'
import { expect, test } from 'vitest'

const rules = [
  'local/comment-opening',
  'no-restricted-syntax',
  'local/storage-key',
  'local/platform-name',
  'local/template-class',
]
const eslint = new ESLint({
  ruleFilter: ({ ruleId }) => rules.includes(ruleId),
})

async function faultsIn(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath })
  return (result?.messages ?? []).map(({ message }) => message)
}

const refusal = 'Achievement texts are too heavy for scripts: the server answers with them.'
const island = 'site/features/gamification/announcements/cards.ts'
const byName = `export const text = m.achievement_first_hype_name()`

test.each([
  byName,
  `export const text = m['achievement_first_hype_name']()`,
  `export const { achievement_first_hype_name } = m`,
  `import { achievement_first_hype_name } from '#messages'`,
])('a client script may not hold an achievement’s text: %s', async (code) => {
  expect(await faultsIn(island, code)).toEqual([refusal])
})

test('other messages may be there, and achievements’ elsewhere', async () => {
  expect(await faultsIn(island, `m.achievements_achievement_unlocked()`)).toEqual([])
  expect(await faultsIn('worker/features/gamification/achievements/texts.ts', byName)).toEqual([])
})

test('a comment begins with the thing that it is about', async () => {
  const file = 'worker/features/hype/hype.ts'
  const refusal = 'Begin a comment with the thing that it is about.'
  for (const comment of ['// What is kept', '/** Of a member */', '/**\n * As in\n */']) {
    expect([comment, await faultsIn(file, comment)]).toEqual([comment, [refusal]])
  }
  for (const comment of [
    '// Officers',
    '// The hype that\n// of all is last',
    '/** Whole days */',
  ]) {
    expect([comment, await faultsIn(file, comment)]).toEqual([comment, []])
  }
})

test('what is refused everywhere is refused in client scripts as well', async () => {
  expect(await faultsIn(island, `export default 1`)).toEqual(['Named exports only.'])
})

test.each([
  '`${users.id} = 1 and changes() = 1`',
  '`CHANGES() > 0 and ${users.id} = 1`',
  '`last_insert_rowid()`',
  `'select total_changes(), last_insert_rowid()'`,
])('what a statement depends on is said by a combinator: %s', async (text) => {
  const message =
    'Use afterChange, withNewId, requireChange or withChangeCount of worker/db/writes.ts.'
  const code = `export const where = ${text}`
  expect(await faultsIn('worker/features/hype/hype.ts', code)).toEqual([message])
  expect(await faultsIn('worker/features/hype/hype.test.ts', code)).toEqual([message])
  expect(await faultsIn('worker/db/writes.ts', code)).toEqual([])
})

test('what only sounds like it is let through', async () => {
  const code = `export const listed = [exchanges(), changes(), sql\`order by changes\`]`
  expect(await faultsIn('worker/features/hype/hype.ts', code)).toEqual([])
})

test.each([
  `localStorage.getItem('theme')`,
  `storage.setItem(\`typed \${path}\`, text)`,
  `const key = 'theme'\nexport const clear = (storage) => storage.removeItem(key)`,
  `const key = isNew ? 'draft' : table.draft\nstorage.getItem(key)`,
  `import { key } from './drafts.ts'\nstorage.getItem(key)`,
  `function stored(name) { return localStorage.getItem(name) }\nstored('timezone')`,
  `readCookie('access_token')`,
  `document.cookie = \`locale=\${locale}\``,
  `new BroadcastChannel('session')`,
  `indexedDB.open('drafts')`,
])('a name in browser storage stands in the table of keys: %s', async (code) => {
  const message = 'Name it in site/lib/storage-keys.ts.'
  expect(await faultsIn(island, code)).toEqual([message])
  expect(await faultsIn('site/lib/storage-keys.ts', code)).toEqual([])
})

test.each([
  `import { themeKey } from '#site/lib/storage-keys.ts'\nlocalStorage.getItem(themeKey)`,
  `import { themeKey as key } from '#site/lib/storage-keys.ts'\ndocument.cookie = \`\${key}=1\``,
  `export const read = (storage, key) => storage.getItem(key)`,
])('a key of the table, or one that is passed in, is let through: %s', async (code) => {
  expect(await faultsIn(island, code)).toEqual([])
})

test.each([
  `if (platform === 'twitch') start()`,
  `const account = { platform: 'youtube', name }`,
  `const parts = on.includes('twitch')`,
  `type Copied = 'twitch' | 'youtube'`,
  `const isTheirs = sql\`\${a.platform} = 'twitch'\``,
])('a platform’s name stands in its record alone: %s', async (code) => {
  const faults = await faultsIn('worker/features/live/poll.ts', code)
  expect(new Set(faults)).toEqual(new Set(['Take it from worker/contracts/platforms.ts.']))
  expect(await faultsIn('worker/integrations/twitch/games.ts', code)).toEqual([])
  expect(await faultsIn('worker/contracts/platforms.ts', code)).toEqual([])
})

test.each([
  `if (provider === 'twitch') start()`,
  `const isTheirs = sql\`\${identities.provider} = 'twitch'\``,
  `const connected = { intent: 'youtube' }`,
  `const texts = { twitch: 'Twitch' } satisfies Record<Platform, string>`,
])(
  'a way to sign in may be named, and a table of all platforms may be written: %s',
  async (code) => {
    expect(await faultsIn('worker/features/live/poll.ts', code)).toEqual([])
  },
)
const component = 'site/features/events/calendar/CalendarView.tsx'

test.each([
  `<li className="event-row" />`,
  `<li className={isPast ? 'day event-row-past' : ''} />`,
  '<p className={`event-time ${name}`} />',
  `<p className="event-facts" />`,
  `<button className="hype hype-short" />`,
  `<p className="hype-final" />`,
  `<button className="follow follow-small" />`,
  `<span className="picture" />`,
  `<img className={'poster ' + name} />`,
  `<span className="platform" />`,
  `<p className="quiet muted-note" />`,
])('what templates draw is not drawn in React a second time: %s', async (element) => {
  const code = `export const row = ${element}`
  expect(await faultsIn(component, code)).toEqual(['A template draws this: insert it by Markup.'])
})

test('other classes are let through, and templates in React', async () => {
  const code = `export const row = <Markup as="ol" className="hyped-row day-rows" html={rows} />`
  expect(await faultsIn(component, code)).toEqual([])
})
