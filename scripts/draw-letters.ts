import { readFileSync, writeFileSync } from 'node:fs'
import { create } from 'fontkitten'
import { format } from 'prettier'
import subsetFont from 'subset-font'
import prettierOptions from '../.prettierrc.json' with { type: 'json' }

const source = 'node_modules/@fontsource-variable/bricolage-grotesque/files'
const variationAxes = { opsz: 96, wdth: 88, wght: 800 }
const page = 'worker/features/media/generated-images/letter-outlines.ts'

/** Capitals, digits and signs that initials consist of in the languages of the Latin alphabet. */
function letters(): string {
  const characters = Array.from({ length: 0x17f - 0x21 }, (_, index) =>
    String.fromCodePoint(0x21 + index),
  )
  return [...characters, 'Ș', 'Ț'].filter((letter) => /[\p{Lu}0-9?]/u.test(letter)).join('')
}

/** The advance of each letter in thousandths of its size, and its outline on a baseline at 0. */
async function readOutlines(subsetName: 'latin' | 'latin-ext'): Promise<Map<string, string>> {
  const whole = readFileSync(`${source}/bricolage-grotesque-${subsetName}-standard-normal.woff2`)
  const drawnLetters = letters()
  const file = await subsetFont(whole, drawnLetters, { targetFormat: 'truetype', variationAxes })
  const font = create(file)
  if (font.isCollection) throw new Error('the typeface is a collection')
  const availableLetters = [...drawnLetters].filter((letter) =>
    font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0),
  )
  return new Map(
    availableLetters.map((letter) => {
      const glyph = font.glyphForCodePoint(letter.codePointAt(0) ?? 0)
      const outline = glyph.path
        .scale(1, -1)
        .toSVG()
        .replace(/-?\d+\.\d+/g, (figure) => {
          return String(Math.round(Number(figure)))
        })
      return [letter, `${Math.round(glyph.advanceWidth)} ${outline.replaceAll(' -', '-')}`]
    }),
  )
}

export async function printLetters(): Promise<string> {
  const outlines = new Map([...(await readOutlines('latin-ext')), ...(await readOutlines('latin'))])
  const rows = [...outlines].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const text = `/**
 * Letters of the display face, for pictures that cannot load it: advance and outline in thousandths of
 * the size. Written by scripts/draw-letters.ts from the typeface, whose licence is in
 * social-cards/fonts/OFL.txt.
 */
export const letterOutlines: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(rows))}`
  return format(text, { ...(prettierOptions as object), parser: 'typescript' })
}

if (import.meta.main) writeFileSync(page, await printLetters())
