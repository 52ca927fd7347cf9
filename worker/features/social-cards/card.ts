import { m } from '#messages'
import { hashSubject } from '#worker/contracts/channel-hue.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { listPlatforms } from '#worker/contracts/platform-list.ts'
import { platforms, type Platform } from '#worker/contracts/platforms.ts'
import { drawBackdrop } from '#worker/features/media/generated-images/emblems.ts'
import {
  renderElement,
  renderLinearGradient,
  renderSvgDocument,
} from '#worker/features/media/generated-images/svg.ts'
import { fitLines, measureText, toRenderableText } from './text-layout.ts'

const card = { width: 1200, height: 630 }
const margin = 64
const bottom = card.height - margin
const paper = '#faf6ef'
const ink = '#0c0e14'
const hype = '#ff5a36'
const fonts = {
  // Names in the font files.
  display: { 'font-family': 'Bricolage Grotesque 96pt ExtraBold', 'font-weight': 800 },
  text: { 'font-family': 'Figtree Light', 'font-weight': 600 },
}

export type SocialCardContent = {
  name: string
  /** `Fri`, `4`, `Dec 2026` */
  day: { weekday: string; number: string; month: string }
  /** `21:00 (Europe/Paris)`, or that it is not known. */
  time: string
  channel: string
  platform: Platform
  /** Said above the name, when it does not take place. */
  notice: string | undefined
}

type TextStyle = {
  font: keyof typeof fonts
  size: number
  fill?: string
  anchor?: 'middle' | 'start'
  opacity?: number
}

function renderText(text: string, x: number, y: number, style: TextStyle): string {
  const { font, size, fill = '#fff', anchor = 'start', opacity = 1 } = style
  const attributes = {
    x,
    y,
    ...fonts[font],
    'font-size': size,
    'text-anchor': anchor,
    fill,
    ...(opacity < 1 && { 'fill-opacity': opacity }),
  }
  return renderElement(
    'text',
    attributes,
    text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`),
  )
}

export function drawSocialCardBackground(subject: string): string {
  return drawBackdrop(hashSubject(subject), card)
}

export function drawSocialCard(facts: SocialCardContent): string {
  const shade = drawShade(cardShade)
  return renderSvgDocument(card, card, shade + drawLogo(margin, margin, 44) + drawEventFacts(facts))
}

export function drawDefaultCard(locale: Locale): string {
  const { lines: wrapped, size } = fitLines(m.home_heading({}, { locale }), [88, 76, 66], {
    width: 1000,
    lines: 2,
  })
  const title = wrapped.map((line, index) => {
    const y = bottom - 92 - (wrapped.length - 1 - index) * size * 1.06
    return renderText(line, margin, y, { font: 'display', size })
  })
  const text = renderText(
    m.card_text({ platforms: listPlatforms(locale, 'conjunction') }, { locale }),
    margin,
    bottom - 8,
    {
      font: 'text',
      size: 36,
      opacity: 0.86,
    },
  )
  const shade = drawShade(defaultShade)
  return renderSvgDocument(card, card, shade + drawLogo(margin, margin, 60) + title.join('') + text)
}

type ShadeStops = readonly (readonly [offset: number, opacity: number])[]
const cardShade: ShadeStops = [
  [0, 0.45],
  [0.3, 0.2],
  [0.62, 0.72],
  [1, 0.9],
]
/** Words alone fill the lower half: the poster ends above it. */
const defaultShade: ShadeStops = [
  [0, 0.4],
  [0.25, 0.25],
  [0.56, 0.93],
  [0.68, 1],
]

function drawShade(shade: ShadeStops): string {
  const gradient = renderLinearGradient(
    { id: 'shade', x2: 0, y2: 1 },
    shade.map(([offset, opacity]) => [offset, ink, opacity] as const),
  )
  return gradient + renderElement('rect', { ...card, fill: 'url(#shade)' })
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

const block = { width: 196, height: 232 }

function drawDayBlock({ weekday, number, month }: SocialCardContent['day']): string {
  const y = bottom - block.height
  const middle = margin + block.width / 2
  const line = { font: 'text', size: 30, fill: ink, anchor: 'middle' } as const
  return (
    renderElement('rect', { x: margin, y, ...block, rx: 28, fill: paper }) +
    renderText(weekday, middle, y + 54, line) +
    renderText(number, middle, y + 152, { ...line, font: 'display', size: 118 }) +
    renderText(month, middle, y + 200, line)
  )
}

function drawEventFacts({ name, day, time, channel, platform, notice }: SocialCardContent): string {
  const x = margin + block.width + 40
  const width = card.width - margin - x
  const { lines, size } = fitLines(
    toRenderableText(name) || toRenderableText(channel),
    [84, 72, 62, 54],
    {
      width,
      lines: 3,
    },
  )
  const firstBase = bottom - 92 - (lines.length - 1) * size * 1.06
  const title = lines.map((line, index) =>
    renderText(line, x, firstBase + index * size * 1.06, { font: 'display', size }),
  )
  const dot = renderElement('circle', {
    cx: x + 11,
    cy: bottom - 19,
    r: 11,
    fill: platforms[platform].colors.card,
  })
  const meta = [time, toRenderableText(channel)].filter(Boolean).join('  ·  ')
  return (
    drawDayBlock(day) +
    (notice ? drawNotice(notice, x, firstBase - size - 58) : '') +
    title.join('') +
    dot +
    renderText(shortenMetaLine(meta), x + 38, bottom - 8, { font: 'text', size: 32, opacity: 0.92 })
  )
}

/** Figtree is a little wider than the display font. */
function shortenMetaLine(text: string): string {
  let fittingText = text
  while (measureText(fittingText) * 0.032 * 1.12 > 800) fittingText = fittingText.slice(0, -1)
  return fittingText === text ? text : `${fittingText.trimEnd()}…`
}

function drawNotice(text: string, x: number, y: number): string {
  const width = Math.round(measureText(text) * 0.028 * 1.15) + 44
  return (
    renderElement('rect', { x, y, width, height: 48, rx: 24, fill: paper }) +
    renderText(text, x + 22, y + 34, { font: 'text', size: 28, fill: ink })
  )
}
