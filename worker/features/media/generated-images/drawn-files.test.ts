import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import {
  achievementIds,
  achievements,
} from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import { AchievementTier } from '#worker/features/gamification/ledger/contract.ts'
import { computeLuminance } from './color.ts'
import { achievementPictureUrl } from './paths.ts'

function readPublic(path: string): string {
  return readFileSync(`public/${path}`, 'utf8')
}

const EMBLEMS = achievementIds.map((id) => readPublic(`media/drawn/achievements/${id}.svg`))

test('every achievement has an emblem at its address, with a glyph of its own', () => {
  const files = globSync('public/media/drawn/achievements/*').map((path) => basename(path, '.svg'))
  expect(files.toSorted()).toEqual([...achievementIds].toSorted())
  const glyphs = EMBLEMS.map((svg) => /<g id="glyph">.*?<\/defs>/.exec(svg)?.[0])
  expect(glyphs).not.toContain(undefined)
  expect(new Set(glyphs).size).toBe(achievementIds.length)
  for (const id of achievementIds) {
    expect(achievementPictureUrl(id)).toBe(`/media/drawn/achievements/${id}.svg`)
  }
})

test('an emblem is square, has no text and stays under 3 kB', () => {
  for (const svg of EMBLEMS) {
    expect(svg).toMatch(/^<svg [^>]*width="96" height="96" viewBox="0 0 96 96"/)
    expect(svg).not.toContain('<text')
    expect(svg).not.toMatch(/NaN|undefined/)
    expect(new TextEncoder().encode(svg).length).toBeLessThan(3000)
  }
})

test('each tier has a metal and a rim of its own, on which every glyph has 4.5:1', () => {
  const looks = new Map<AchievementTier, Set<string>>()
  for (const [index, svg] of EMBLEMS.entries()) {
    const { tier } = achievements[achievementIds[index] ?? 'first_hype']
    const face = /<linearGradient id="face".*?<\/linearGradient>/.exec(svg)?.[0] ?? ''
    const metal = [...face.matchAll(/stop-color="(#\w{6})"/g)].map(([, color = '']) => color)
    const ink = [...svg.matchAll(/<use [^>]*fill="(#\w{6})"/g)].at(-1)?.[1] ?? ''
    const darkest = Math.min(...metal.map(computeLuminance))
    expect(metal).toHaveLength(3)
    expect((darkest + 0.05) / (computeLuminance(ink) + 0.05)).toBeGreaterThan(4.5)
    const [medal = ''] = svg.split('<defs>')
    looks.set(tier, (looks.get(tier) ?? new Set()).add(medal + ink))
  }
  expect([...looks.keys()].toSorted()).toEqual(AchievementTier.options.toSorted())
  for (const ofTier of looks.values()) expect(ofTier.size).toBe(1)
  expect(new Set([...looks.values()].flatMap((ofTier) => [...ofTier])).size).toBe(looks.size)
})
