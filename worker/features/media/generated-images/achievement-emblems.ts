import type { AchievementId } from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import type { Tier } from '#worker/features/gamification/ledger/contract.ts'
import { element, linearGradient, svgDocument, toOneDecimal } from './svg.ts'
import { agendaGlyphs } from './achievement-glyphs-agenda.ts'
import { communityGlyphs } from './achievement-glyphs-community.ts'
import { memberGlyphs } from './achievement-glyphs-member.ts'

type Metal = {
  shine: string
  light: string
  base: string
  shade: string
  edge: string
  ink: string
}

const metals: Record<Tier, Metal> = {
  bronze: {
    shine: '#f7d3ae',
    light: '#e3a873',
    base: '#cb8a52',
    shade: '#9c5f2e',
    edge: '#74401a',
    ink: '#331704',
  },
  silver: {
    shine: '#ffffff',
    light: '#dfe5ed',
    base: '#bcc6d4',
    shade: '#8a97ab',
    edge: '#5e6b80',
    ink: '#1b2431',
  },
  gold: {
    shine: '#fff3c2',
    light: '#ffdb6b',
    base: '#f4b935',
    shade: '#c98a12',
    edge: '#8f5d06',
    ink: '#3a2200',
  },
  platinum: {
    shine: '#ffffff',
    light: '#d3f3f4',
    base: '#9adbe2',
    shade: '#7f8fe0',
    edge: '#4a4fa3',
    ink: '#121a45',
  },
}

/** How many waves the rim of a medal has: the nobler, the richer; a bronze one is round. */
const waves: Record<Tier, number> = { bronze: 0, silver: 24, gold: 16, platinum: 12 }

function drawRim(tier: Tier, stroke: string): string {
  const attributes = { fill: 'url(#rim)', stroke, 'stroke-width': 1.5 }
  const count = waves[tier]
  if (count === 0) return element('circle', { cx: 48, cy: 48, r: 44, ...attributes })
  const radius = 45 - 30 / count
  const points = Array.from({ length: count + 1 }, (_, index) => {
    const angle = (index * 2 * Math.PI) / count
    return `${toOneDecimal(48 + radius * Math.sin(angle))} ${toOneDecimal(48 - radius * Math.cos(angle))}`
  })
  const bulge = toOneDecimal((radius * 4.4) / count)
  const arcs = points.slice(1).map((point) => `A${bulge} ${bulge} 0 0 1 ${point}`)
  return element('path', { d: `M${points[0] ?? ''}${arcs.join('')}z`, ...attributes })
}

const lines = { 'stroke-width': 2, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }
/** In the coordinates of the glyph, so that what is cut out of it looks like the face around it. */
const faceGradient = {
  id: 'face',
  gradientUnits: 'userSpaceOnUse',
  x1: -22,
  y1: -37,
  x2: 22,
  y2: 37,
}

/** A medal in the metal of its tier, with the glyph of the achievement struck into it. */
export function drawAchievement({ id, tier }: { id: AchievementId; tier: Tier }): string {
  const { shine, light, base, shade, edge, ink } = metals[tier]
  const rimGradient = linearGradient({ id: 'rim', x2: 0.3, y2: 1 }, [
    [0, shine, 1],
    [0.45, base, 1],
    [1, shade, 1],
  ])
  const faceStops = linearGradient(faceGradient, [
    [0, base, 1],
    [0.5, light, 1],
    [1, base, 1],
  ])
  const face = element('circle', { r: 37, fill: 'url(#face)', stroke: shade, 'stroke-width': 1.5 })
  const glyph = element('defs', {}, element('g', { id: 'glyph' }, achievementGlyphs[id]))
  const struck =
    element('use', { href: '#glyph', y: 1.4, fill: shine, stroke: shine }) +
    element('use', { href: '#glyph', fill: ink, stroke: ink })
  const content = element('g', { transform: 'translate(48 48)', ...lines }, face + glyph + struck)
  const size = { width: 96, height: 96 }
  return svgDocument(size, size, rimGradient + faceStops + drawRim(tier, edge) + content)
}

/** What is struck into the medal of each achievement. */
export const achievementGlyphs: Record<AchievementId, string> = {
  ...agendaGlyphs,
  ...communityGlyphs,
  ...memberGlyphs,
}
