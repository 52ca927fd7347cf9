import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { channelHues } from '#worker/contracts/channel-hue.ts'
import { Category } from '#worker/contracts/enumerations.ts'
import { hslToHex, computeLuminance } from '#worker/features/media/generated-images/color.ts'

const css = readFileSync(new URL('calendar-categories.css', import.meta.url), 'utf8')
const tokens = readFileSync(new URL('../../../styles/tokens.css', import.meta.url), 'utf8')

type Themed = { light: string; dark: string }

/** A tint of a hue in both themes. */
function tint(name: string, hue: number, of: 'category' | 'channel' = 'category'): Themed {
  const part = String.raw`hsl\(var\(--(?:channel-)?hue\) (\d+)% (\d+)%\)`
  const found = new RegExp(String.raw`--${of}-${name}: light-dark\(${part}, ${part}\)`).exec(css)
  const [a = 0, b = 0, c = 0, d = 0] = (found ?? []).slice(1).map(Number)
  return { light: hslToHex(hue, a, b), dark: hslToHex(hue, c, d) }
}

function token(name: string): Themed {
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens) ?? []
  return { light, dark }
}

function contrast(a: string, b: string): number {
  const [one, other] = [computeLuminance(a), computeLuminance(b)]
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

function hueOf(category: Category): number {
  return Number(new RegExp(String.raw`\.cal-${category} \{\s*--hue: (\d+);`).exec(css)?.[1])
}

it('every category has a hue of its own', () => {
  expect(new Set(Category.options.map(hueOf)).size).toBe(Category.options.length)
})

it.each(Category.options)('%s is a ground that text reads on, in both themes', (category) => {
  const hue = hueOf(category)
  const texts = [token('text'), tint('past', hue), token('hype-text')]
  for (const ground of [tint('tint', hue), tint('over', hue)]) {
    for (const text of texts) {
      expect.soft(contrast(text.light, ground.light), 'light').toBeGreaterThanOrEqual(4.5)
      expect.soft(contrast(text.dark, ground.dark), 'dark').toBeGreaterThanOrEqual(4.5)
    }
  }
})

it.each(channelHues)(
  'a channel of hue %i contrasts with what it stands on, in both themes',
  (hue) => {
    const [edge, card] = [tint('edge', hue, 'channel'), token('card')]
    expect.soft(contrast(edge.light, card.light), 'light').toBeGreaterThanOrEqual(3)
    expect.soft(contrast(edge.dark, card.dark), 'dark').toBeGreaterThanOrEqual(3)
  },
)
