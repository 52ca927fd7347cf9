import { m } from '#messages'
import type { Locale } from '#worker/contracts/locale.ts'
import { listPlatforms } from '#worker/contracts/platform-list.ts'
import { platforms, type Platform } from '#worker/contracts/platforms.ts'
import { drawFaceShapes } from '#worker/features/media/generated-images/drawings.ts'
import { renderElement, renderSvgDocument } from '#worker/features/media/generated-images/svg.ts'
import { findWritableText, fitText, lineHeight, measureText } from './text-layout.ts'

export const cardSize = { width: 1200, height: 630 }
const margin = 64
const right = cardSize.width - margin
const bottom = cardSize.height - margin
const paper = '#ffffff'
const ink = '#0c0e14'
const hype = '#ff5a36'
const fonts = {
  // Names in the font files.
  display: { 'font-family': 'Bricolage Grotesque 96pt ExtraBold', 'font-weight': 800 },
  text: { 'font-family': 'Figtree Light', 'font-weight': 600 },
}

export type SocialCardContent = {
  name: string
  /** `VEN. 4 DÉC. · 21:00 (Paris)` */
  ticket: string
  /** People who play; they are drawn even where they have a photo. */
  people: readonly { name: string; seed: number }[]
  platform: Platform
  /** Beside the ticket, when it does not take place. */
  notice: string | undefined
}

type TextStyle = { font: keyof typeof fonts; size: number; fill?: string }

function renderText(text: string, x: number, y: number, style: TextStyle): string {
  const { font, size, fill = paper } = style
  const attributes = { x, y, ...fonts[font], 'font-size': size, fill }
  const escaped = text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return renderElement('text', attributes, escaped)
}

export function drawSocialCard(facts: SocialCardContent): string {
  const { name, ticket, people, notice } = facts
  const ticketTag = drawTag(ticket, margin)
  const noticeTag = notice ? drawTag(notice, margin + ticketTag.width + 20) : undefined
  const title = drawTitle(findWritableText(name))
  const shapes = [
    disc,
    ticketTag.shapes,
    noticeTag?.shapes,
    // Without a name the faces stand in its place.
    title ?? drawFaces(people, { x: margin, y: 190, size: 260 }),
    drawFoot(facts, title !== undefined),
    drawLogo(right - 178, bottom - 46, 44),
  ]
  return renderSvgDocument(cardSize, cardSize, shapes.join(''))
}

function drawTag(text: string, x: number): { width: number; shapes: string } {
  const width = Math.round(measureText(text) * 0.04) + 56
  const tag = renderElement('rect', { x, y: margin, width, height: 76, rx: 18, fill: paper })
  const style = { font: 'display', size: 40, fill: ink } as const
  return { width, shapes: tag + renderText(text, x + 28, margin + 52, style) }
}

const titleBox = { width: right - margin, height: 304, foot: 472 }
const titleSizes = [124, 108, 96, 84, 74, 64, 56, 48, 40, 34]

function drawTitle(name: string | undefined): string | undefined {
  const fitted = name === undefined ? undefined : fitText(name, titleSizes, titleBox)
  if (!fitted) return undefined
  const { lines, size } = fitted
  const lastBase = titleBox.foot - size * 0.24
  const written = lines.map((line, index) => {
    const y = lastBase - (lines.length - 1 - index) * size * lineHeight
    return renderText(line, margin, y, { font: 'display', size })
  })
  return written.join('')
}

const disc = renderElement(
  'clipPath',
  { id: 'disc' },
  renderElement('circle', { cx: 50, cy: 50, r: 50 }),
)
const faceSize = 72
const maxFaces = 3

type FacesPlace = { x: number; y: number; size: number }

function drawFaces(people: SocialCardContent['people'], { x, y, size }: FacesPlace): string {
  const faces = people.slice(0, maxFaces).map(({ seed }, index) => {
    const ring = renderElement('circle', { cx: 50, cy: 50, r: 54, fill: paper })
    const face = renderElement('g', { 'clip-path': 'url(#disc)' }, drawFaceShapes({ seed }))
    const transform = `translate(${x + index * size * 0.8} ${y}) scale(${size / 100})`
    return renderElement('g', { transform }, ring + face)
  })
  return faces.join('')
}

function drawFoot({ people, platform }: SocialCardContent, hasFaces: boolean): string {
  const y = bottom - faceSize + 6
  const faces = hasFaces ? drawFaces(people, { x: margin, y, size: faceSize }) : ''
  const count = hasFaces ? Math.min(people.length, maxFaces) : 0
  const x = margin + (count > 0 ? faceSize * (0.8 * count + 0.2) + 24 : 0)
  const { name: platformName, colors } = platforms[platform]
  const dot = renderElement('circle', { cx: x + 10, cy: bottom - 30, r: 10, fill: colors.card })
  const room = right - 220 - x - 34
  const words = [...namePeople(people), platformName].find(
    // Figtree is a little wider than the display face.
    (text) => measureText(text) * 0.034 * 1.12 <= room,
  )
  const style = { font: 'text', size: 34 } as const
  return faces + dot + renderText(words ?? '', x + 34, bottom - 18, style)
}

/** `Luna, Sol +2`, and shorter ones; each name whole. */
function namePeople(people: SocialCardContent['people']): string[] {
  const names = people.map(({ name }) => findWritableText(name))
  return [2, 1].flatMap((count) => {
    const shown = names.slice(0, count)
    const others = names.length - shown.length
    if (shown.length === 0 || shown.includes(undefined)) return []
    return [shown.join(', ') + (others > 0 ? ` +${others}` : '')]
  })
}

function drawLogo(x: number, y: number, size: number): string {
  const scale = (size / 23).toFixed(3)
  const bolt = renderElement('path', {
    d: 'M18.6 4.5 7.4 18.3h7l-2 9.2 12.2-14.6h-7.3z',
    transform: `translate(${x} ${y}) scale(${scale}) translate(-7.4 -4.5)`,
    fill: hype,
  })
  const name = { font: 'display', size: size * 0.95 } as const
  return bolt + renderText('Hypecal', x + size * 0.95, y + size * 0.8, name)
}

/** Card of pages without one of their own. */
export function drawDefaultCard(locale: Locale): string {
  const box = { width: 800, height: 260 }
  const title = fitText(m.home_heading({}, { locale }), [96, 88, 76, 66], box)
  const size = title?.size ?? 0
  const lines = title?.lines.map((line, index) => {
    return renderText(line, margin, 300 + index * size * lineHeight, { font: 'display', size })
  })
  const sentence = m.card_text({ platforms: listPlatforms(locale, 'conjunction') }, { locale })
  const text = renderText(sentence, margin, bottom - 8, { font: 'text', size: 36 })
  const crowd = [7, 69, 33].map((seed) => ({ name: '', seed }))
  const faces = drawFaces(crowd, { x: 742, y: 70, size: 150 })
  const written = (lines?.join('') ?? '') + text
  return renderSvgDocument(
    cardSize,
    cardSize,
    disc + faces + drawLogo(margin, margin, 60) + written,
  )
}
