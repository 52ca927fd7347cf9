import { expect, test } from 'vitest'
import {
  achievementIds,
  achievements,
} from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import { Tier } from '#worker/features/gamification/ledger/contract.ts'
import { achievementGlyphs, drawAchievement } from './achievement-emblems.ts'
import { luminance } from './color.ts'
import { achievementPictureUrl } from './paths.ts'
import { findPicture } from './pictures.ts'

const EMBLEMS = achievementIds.map((id) => drawAchievement({ id, tier: achievements[id].tier }))

test('every achievement has a glyph of its own', () => {
  const glyphs = achievementIds.map((id) => achievementGlyphs[id])
  expect(Object.keys(achievementGlyphs).toSorted()).toEqual([...achievementIds].toSorted())
  expect(new Set(glyphs).size).toBe(achievementIds.length)
})

test('an emblem is square, has no text and stays under 3 kB', () => {
  for (const svg of EMBLEMS) {
    expect(svg).toMatch(/^<svg [^>]*width="96" height="96" viewBox="0 0 96 96"/)
    expect(svg).not.toContain('<text')
    expect(svg).not.toMatch(/NaN|undefined/)
    expect(new TextEncoder().encode(svg).length).toBeLessThan(3000)
  }
})

test('each tier has a metal of its own, on which the glyph has 4.5:1', () => {
  const drawn = Tier.options.map((tier) => drawAchievement({ id: 'first_hype', tier }))
  expect(new Set(drawn).size).toBe(Tier.options.length)
  for (const svg of drawn) {
    const face = /<linearGradient id="face".*?<\/linearGradient>/.exec(svg)?.[0] ?? ''
    const metal = [...face.matchAll(/stop-color="(#\w{6})"/g)].map(([, color = '']) => color)
    const ink = [...svg.matchAll(/<use [^>]*fill="(#\w{6})"/g)].at(-1)?.[1] ?? ''
    const darkest = Math.min(...metal.map(luminance))
    expect(metal).toHaveLength(3)
    expect((darkest + 0.05) / (luminance(ink) + 0.05)).toBeGreaterThan(4.5)
  }
})

test('an emblem is found at its address, and nothing at any other', () => {
  const [id] = achievementIds
  expect(achievementPictureUrl(id ?? '')).toBe(`/media/drawn/achievements/${id}.svg`)
  for (const [index, known] of achievementIds.entries()) {
    expect(findPicture(`achievements/${known}.svg`)).toBe(EMBLEMS[index])
  }
  for (const unknown of ['nothing', 'constructor', '__proto__', 'first_hype/x', '']) {
    expect(findPicture(`achievements/${unknown}.svg`)).toBeUndefined()
  }
  expect(findPicture('achievements/first_hype.png')).toBeUndefined()
})
