import { ESLint } from 'eslint'
import { expect, test } from 'vitest'

const rule = 'no-restricted-syntax'
/** The project's own rules, but for those that have the compiler read everything first. */
const eslint = new ESLint({
  overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  ruleFilter: ({ ruleId }) => ruleId === rule,
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

test('what is refused everywhere is refused in client scripts as well', async () => {
  expect(await faultsIn(island, `export default 1`)).toEqual(['Named exports only.'])
})
