import type { Category } from '#worker/contracts/enumerations.ts'
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

function discPath(x: number, y: number, radius: number): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0z`
}

/** Outlines in a square of 24, to be filled by the even-odd rule. */
const categoryGlyphs: Record<Category, string> = {
  charity:
    'M12 21.5C5 16 2 12.5 2 8.4A5.3 5.3 0 0 1 12 6a5.3 5.3 0 0 1 10 2.4c0 4.1-3 7.6-10 13.1z',
  speedrun: `M9 1h6v2.6H9z${discPath(12, 13.5, 9)}M10.8 7.5h2.4v6.8h-2.4z`,
  esports: `M7 5.5h10a6 6 0 0 1 5.9 6.8l-.7 4.5a3 3 0 0 1-5.3 1.5L15 16H9l-1.9 2.3a3 3 0 0 1-5.3-1.5l-.7-4.5A6 6 0 0 1 7 5.5zM7 8.5v2H5v2h2v2h2v-2h2v-2H9v-2z${discPath(16.5, 11.5, 1.7)}`,
  award_show:
    'M6 2.5h12v2.2h4c.2 4.6-1.6 7.2-5 7.8a6 6 0 0 1-3.5 3.3v2.4h3.5v3.3H7v-3.3h3.5v-2.4A6 6 0 0 1 7 12.5C3.6 11.9 1.8 9.3 2 4.7h4zM4 6.7c.1 1.8.8 2.9 2 3.5V6.7zM20 6.7h-2v3.5c1.2-.6 1.9-1.7 2-3.5z',
  showcase: 'M2 4h20v14H2zM9.8 7.2v7.6l6.4-3.8zM7 19.8h10v2.2H7z',
  variety: `M4 2.5h16A1.5 1.5 0 0 1 21.5 4v16a1.5 1.5 0 0 1-1.5 1.5H4A1.5 1.5 0 0 1 2.5 20V4A1.5 1.5 0 0 1 4 2.5z${discPath(7.8, 7.8, 1.9)}${discPath(16.2, 7.8, 1.9)}${discPath(12, 12, 1.9)}${discPath(7.8, 16.2, 1.9)}${discPath(16.2, 16.2, 1.9)}`,
  talk_show:
    'M12 1.5a4.3 4.3 0 0 1 4.3 4.3v5a4.3 4.3 0 0 1-8.6 0v-5A4.3 4.3 0 0 1 12 1.5zM4.5 10h2.4v.8a5.1 5.1 0 0 0 10.2 0V10h2.4v.8a7.5 7.5 0 0 1-6.3 7.4V20H16v2.5H8V20h2.8v-1.8a7.5 7.5 0 0 1-6.3-7.4z',
  sport: `${discPath(12, 12, 10)}M12 7.6l4.2 3-1.6 4.9H9.4l-1.6-4.9zM9.4 2.8L12 4.6l2.6-1.8A9.6 9.6 0 0 0 9.4 2.8zM2.6 12.6l1.9 2.5-1 2.3a9.7 9.7 0 0 1-.9-4.8zM21.4 12.6l-1.9 2.5 1 2.3a9.7 9.7 0 0 0 .9-4.8z`,
  music: 'M8.5 4.2L20.5 1.5v13.7a3.5 3.5 0 1 1-2.4-3.3V6.6l-7.2 1.6v9.8a3.5 3.5 0 1 1-2.4-3.3z',
  irl: `M12 1.5a8 8 0 0 1 8 8c0 5-5 8.5-8 13c-3-4.5-8-8-8-13a8 8 0 0 1 8-8z${discPath(12, 9.4, 3)}`,
  subathon:
    'M4.5 1.5h15v3.2h-1.7c-.2 3.4-1.9 5.6-4.3 7.3c2.4 1.7 4.1 3.9 4.3 7.3h1.7v3.2h-15v-3.2h1.7c.2-3.4 1.9-5.6 4.3-7.3C8.1 10.3 6.4 8.1 6.2 4.7H4.5z',
  convention:
    'M1.5 5.5h21v4.3a2.2 2.2 0 0 0 0 4.4v4.3h-21v-4.3a2.2 2.2 0 0 0 0-4.4zM14.5 7.5v2.2h1.8V7.5zM14.5 10.9v2.2h1.8v-2.2zM14.5 14.3v2.2h1.8v-2.2z',
  science: `M8.5 1.5h7v2.3h-1.2v4.9l6.4 10.4a2.2 2.2 0 0 1-1.9 3.4H5.2a2.2 2.2 0 0 1-1.9-3.4L9.7 8.7V3.8H8.5z${discPath(10, 17.6, 1.7)}${discPath(14.4, 15.2, 1.3)}`,
  other: 'M12 1l2.9 8.1L23 12l-8.1 2.9L12 23l-2.9-8.1L1 12l8.1-2.9z',
}

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
