import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { printPlatformStyles } from '#scripts/derived-styles.ts'
import { themeColors as written } from '#site/lib/brand.ts'
import { platformIds } from '#worker/contracts/platforms.ts'

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8') + printPlatformStyles()
const hex = '#[0-9a-f]{6}'
const pairs = css.matchAll(new RegExp(`--([\\w-]+): light-dark\\((${hex}), (${hex})\\);`, 'g'))
const tokens = new Map([...pairs].map(([, name, light, dark]) => [name, { light, dark }]))

function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(text: string, ground: string, theme: 'light' | 'dark'): number {
  const [a, b] = [text, ground].map((name) => luminance(tokens.get(name)![theme]!))
  return (Math.max(a!, b!) + 0.05) / (Math.min(a!, b!) + 0.05)
}

const themeColors = ['ground', 'raised', 'card']
const texts = ['text', 'quiet', 'hype-text', ...platformIds, 'live', 'danger', 'success']
const filled = [
  ['on-ink', 'ink'],
  ['on-hype', 'hype-fill'],
  ['on-hype', 'hype-fill-over'],
  ['on-live', 'live-fill'],
  ['hype-text', 'hype-wash'],
  ['danger', 'danger-wash'],
  ['success', 'success-wash'],
]
const readable = [
  ...texts.flatMap((text) => themeColors.map((ground) => [text, ground])),
  ...filled,
]
const visible = ['control-line', 'focus', 'hype'].flatMap((edge) =>
  themeColors.map((ground) => [edge, ground]),
)

it.each(readable)('%s reads on %s in both themes', (text, ground) => {
  expect(contrast(text!, ground!, 'light')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(text!, ground!, 'dark')).toBeGreaterThanOrEqual(4.5)
})

it.each(visible)('%s is seen on %s in both themes', (edge, ground) => {
  expect(contrast(edge!, ground!, 'light')).toBeGreaterThanOrEqual(3)
  expect(contrast(edge!, ground!, 'dark')).toBeGreaterThanOrEqual(3)
})

it("the ground written for the browser's frame is the token's", () => {
  expect(tokens.get('ground')).toEqual(written)
})
