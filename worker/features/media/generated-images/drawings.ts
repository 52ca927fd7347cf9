import { createAvatar } from '@dicebear/core'
import * as thumbs from '@dicebear/thumbs'
import { hashSubject } from '#worker/contracts/channel-hue.ts'
import { choosePalette, ink, type Palette } from './palette.ts'
import { drawGround } from './patterns.ts'
import { renderElement, renderFluidSvgDocument, renderSvgDocument, type Size } from './svg.ts'

/** `seed` identifies the subject: the same one has one look in every picture of it. */
type Subject = { seed: number }

/** A head in the lower part of a square of 100, without a ground. */
function drawHead(seed: number, tone: string): string {
  const svg = createAvatar(thumbs, {
    seed: String(seed),
    shapeColor: [tone.slice(1)],
    eyesColor: [ink.slice(1)],
    mouthColor: [ink.slice(1)],
    backgroundColor: ['transparent'],
    clip: false,
  }).toString()
  return svg.replace(/^.*<\/metadata>|<\/svg>$/g, '')
}

const square = { width: 100, height: 100 }

export function drawFace(subject: Subject): string {
  return renderSvgDocument(square, square, drawFaceShapes(subject))
}

/** In a square of 100. */
export function drawFaceShapes({ seed }: Subject): string {
  const { deep, tone } = choosePalette(seed)
  return renderElement('rect', { ...square, fill: deep }) + drawHead(seed, tone)
}

const wide = { width: 1280, height: 720 }

function groundLayer(seed: number) {
  const content = drawGround(seed, wide, choosePalette(seed))
  return { viewBox: '0 0 1280 720', preserveAspectRatio: 'xMidYMid slice', content }
}

/** Behind words; it covers whatever box a page gives it, as the other posters do. */
export function drawPlainPoster({ seed }: Subject): string {
  return renderFluidSvgDocument([groundLayer(seed)])
}

/** For small sizes: the face rises from the lower edge. */
export function drawFacePoster({ seed }: Subject): string {
  const content = drawHead(seed, choosePalette(seed).tone)
  const face = { viewBox: '0 4 100 88', preserveAspectRatio: 'xMidYMax meet', content }
  return renderFluidSvgDocument([groundLayer(seed), face])
}

export function drawGroupPoster({ seed }: Subject): string {
  const { tone, shades } = choosePalette(seed)
  const heads = [
    { transform: 'translate(-12 30) scale(.66)', head: drawHead(seed + 1, shades[0]) },
    { transform: 'translate(66 30) scale(.66)', head: drawHead(seed + 2, shades[1]) },
    { transform: 'translate(17 14) scale(.86)', head: drawHead(seed, tone) },
  ]
  const content = heads.map(({ transform, head }) => renderElement('g', { transform }, head))
  const viewBox = '-16 4 152 88'
  const preserveAspectRatio = 'xMidYMax meet'
  const crew = { viewBox, preserveAspectRatio, content: content.join('') }
  return renderFluidSvgDocument([groundLayer(seed), crew])
}

export function drawBackdrop(seed: number, size: Size): string {
  return renderSvgDocument(size, wide, drawGround(seed, wide, choosePalette(seed)))
}

/** The name stands over it, beside the spine. */
export function drawGameCover({ seed }: Subject): string {
  const size = { width: 600, height: 800 }
  const palette = choosePalette(seed)
  const spine = renderElement('rect', { width: 54, height: 800, fill: palette.tone })
  const fold = renderElement('rect', { x: 54, width: 10, height: 800, fill: ink, opacity: '.3' })
  return renderSvgDocument(size, size, drawGround(seed, size, palette) + spine + fold)
}

const articleLayouts = [drawBand, drawSun, drawRay, drawColumns, drawReader, drawQuarters] as const

/** `seed` is the number of the article. The title stands over the left of the paper. */
export function drawArticleCover({ seed }: Subject): string {
  const look = hashSubject(`article/${seed}`)
  const palette = choosePalette(look)
  const draw = articleLayouts[seed % articleLayouts.length] ?? drawBand
  const paper = renderElement('rect', { ...wide, fill: palette.paper })
  return renderSvgDocument(wide, wide, paper + draw(palette, look))
}

function fillPath(d: string, fill: string): string {
  return renderElement('path', { d, fill })
}

function drawBand({ tone, ground }: Palette): string {
  return fillPath('M1010 0h270v720h-270z', ground[0]) + fillPath('M976 0h34v720h-34z', tone)
}

function drawSun({ tone, ground }: Palette): string {
  const at = { cx: 1190, cy: 630 }
  const corona = renderElement('circle', { ...at, r: 410, fill: tone })
  return corona + renderElement('circle', { ...at, r: 270, fill: ground[0] })
}

function drawRay({ tone, ground }: Palette): string {
  return fillPath('M1280 190v530H750z', ground[0]) + fillPath('M1280 60v74L694 720h-74z', tone)
}

function drawColumns({ tone, ground }: Palette, look: number): string {
  const lines = Array.from({ length: 10 }, (_, row) => {
    const width = row === 9 ? 140 : 300 - ((row * 7 + look) % 4) * 24
    return renderElement('rect', { x: 900, y: 84 + row * 50, width, height: 22, rx: 11 })
  })
  const foot = fillPath('M0 640h1280v80H0zM0 612h1280v8H0z', ground[0])
  return renderElement('g', { fill: tone }, lines.join('')) + foot
}

function drawReader({ tone, ground }: Palette, look: number): string {
  const disc = renderElement('circle', { cx: 1150, cy: 520, r: 390, fill: ground[0] })
  const transform = 'translate(880 260) scale(5.2)'
  return disc + renderElement('g', { transform }, drawHead(look, tone))
}

function drawQuarters({ tone, ground, shades }: Palette, look: number): string {
  const colors = [tone, ground[0], shades[0]]
  const arcs = ['M0 0h180a180 180 0 0 1-180 180z', 'M180 0v180h-180a180 180 0 0 1 180-180z']
  return Array.from({ length: 8 }, (_, index) => {
    const transform = `translate(${920 + (index % 2) * 180} ${Math.floor(index / 2) * 180})`
    const d = arcs[(look >> index) % 2 ? 1 : 0] ?? ''
    return renderElement('path', { d, transform, fill: colors[(look >>> (2 * index)) % 3] ?? tone })
  }).join('')
}
