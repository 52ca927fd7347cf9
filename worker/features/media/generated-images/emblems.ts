import type { Category } from '#worker/contracts/enumerations.ts'
import { categoryGlyphs } from './category-glyphs.ts'
import { initials } from './initials.ts'
import { drawLetters, measureLetters } from './letters.ts'
import { choosePalette, type Palette } from './palette.ts'
import { drawPattern, type Size } from './patterns.ts'
import { createSeededRandom } from './random.ts'
import {
  renderElement,
  renderFluidSvgDocument,
  renderLinearGradient,
  renderSvgDocument,
  toTwoDecimals,
} from './svg.ts'

/** `seed` identifies the subject: the same one has one look in every picture of it. */
export type EmblemInput = { seed: number; name: string }

export function drawAvatar({ seed, name }: EmblemInput): string {
  const size = { width: 96, height: 96 }
  const { background, palette } = drawBackground(seed, size)
  const letters = initials(name)
  const lettering = drawLetters(letters, {
    x: 48,
    y: 48,
    height: [...letters].length > 1 ? 38 : 46,
    width: 70,
    fill: palette.letters,
  })
  return renderSvgDocument(size, size, background + lettering)
}

export function drawGameCover({ seed, name }: EmblemInput): string {
  const size = { width: 600, height: 800 }
  const { background, palette } = drawBackground(seed, size)
  const spine = renderElement('rect', {
    width: 22,
    height: size.height,
    fill: '#000',
    opacity: '.28',
  })
  const lettering = { x: 306, y: 400, height: 240, width: 470, fill: palette.letters }
  return renderSvgDocument(size, size, background + spine + drawLetters(initials(name), lettering))
}

export type PosterInput = EmblemInput & { category?: Category | undefined }

const poster = { width: 1280, height: 720 }
const glyphSize = 140

/** The square in the middle of a poster that holds its letters. */
const lettersBox = '280 0 720 720'

/** Covers whatever box a page gives it; the lowest quarter is free for what pages lay over it. */
export function drawPoster({ seed, name, category }: PosterInput): string {
  const { background, palette } = drawBackground(seed, poster)
  const letters = initials(name)
  const height = 320
  const room = category ? 520 : 640
  const width = measureLetters(letters, height, room)
  const x = category ? 640 - (glyphSize + 24) / 2 : 640
  const lettering = { x, y: 340, height, width: room, fill: palette.letters }
  const glyph = category
    ? drawGlyph(category, { x: x + width / 2 + 24, y: 180, fill: palette.letters })
    : ''
  const lettered = drawLetters(letters, lettering) + glyph
  return renderFluidSvgDocument([
    { viewBox: `0 0 ${poster.width} ${poster.height}`, fit: 'slice', content: background },
    { viewBox: lettersBox, fit: 'meet', content: lettered },
  ])
}

export function drawBackdrop(seed: number, size: Size): string {
  return renderSvgDocument(size, poster, drawBackground(seed, poster).background)
}

function drawGlyph(category: Category, { x, y, fill }: { x: number; y: number; fill: string }) {
  return renderElement('path', {
    d: categoryGlyphs[category],
    transform: `translate(${Math.round(x)} ${y}) scale(${toTwoDecimals(glyphSize / 24)})`,
    fill,
    'fill-rule': 'evenodd',
  })
}

function drawBackground(seed: number, size: Size): { background: string; palette: Palette } {
  const random = createSeededRandom(`look ${seed}`)
  const palette = choosePalette(seed, random)
  const id = `g${seed.toString(36)}`
  const [top, bottom] = palette.ground
  const gradient = renderLinearGradient({ id, x2: 0.35, y2: 1 }, [
    [0, top, 1],
    [1, bottom, 1],
  ])
  const ground = renderElement('rect', { ...size, fill: `url(#${id})` })
  return { background: gradient + ground + drawPattern(random, size, palette), palette }
}
