import { hsl } from './color.ts'
import { type Beam, type BeamSet, fan } from './scene-beams.ts'
import * as props from './scene-props.ts'
import type { PosterCanvas } from './scene-props.ts'

export type Lamp = { x: number; y: number; size: number }

export type Scene = BeamSet & {
  /** Where the light comes from, across: the horizon glows under it. */
  focus: number
  lamps: Lamp[]
  /** Drawn behind and before the beams. */
  back: string
  front: string
}

const SCENES: Readonly<Record<string, (stage: PosterCanvas) => Scene>> = {
  charity,
  speedrun,
  esports,
  award_show: awardShow,
  showcase,
  variety,
  talk_show: talkShow,
  sport,
  music,
  irl,
  subathon,
  convention,
  science,
}

export function drawStage(category: string, stage: PosterCanvas): Scene {
  const scene = Object.hasOwn(SCENES, category) ? SCENES[category] : undefined
  return (scene ?? concert)(stage)
}

/** One lamp and its fan: what every scene starts from. */
function concert({ random, isThumb }: PosterCanvas): Scene {
  const x = Math.round(random.between(420, 860))
  const count = isThumb ? 6 : random.int(8, 10)
  return {
    focus: x,
    lamps: [{ x, y: -10, size: 420 }],
    beams: fan(random, { x, y: -60, from: -68, to: 68, count, spread: [5, 15] }),
    edge: 0.8,
    fade: 0.3,
    back: '',
    front: '',
  }
}

function charity(stage: PosterCanvas): Scene {
  const { random, isThumb } = stage
  const x = Math.round(random.between(460, 820))
  const count = isThumb ? 5 : 7
  return {
    ...concert(stage),
    focus: x,
    lamps: [{ x, y: 40, size: 560 }],
    beams: fan(random, { x, y: -80, from: -66, to: 66, count, spread: [11, 20] }),
    edge: 1,
    fade: 0.3,
    front: props.hearts(stage, isThumb ? 5 : 9),
  }
}

function speedrun(stage: PosterCanvas): Scene {
  const { random, isThumb } = stage
  const side = random.pick([-1, 1])
  const x = 640 - side * random.between(560, 700)
  const count = isThumb ? 6 : 11
  const [from, to] = side > 0 ? [14, 88] : [-88, -14]
  return {
    focus: 640 + side * 160,
    lamps: [{ x, y: -40, size: 560 }],
    beams: fan(random, { x, y: -80, from, to, count, spread: [1.6, 7] }),
    edge: 0.25,
    fade: 0.3,
    back: '',
    front: props.streaks(stage, side, isThumb ? 5 : 12),
  }
}

function esports(stage: PosterCanvas): Scene {
  const { random, isThumb } = stage
  const tilt = random.between(10, 30)
  const offsets = isThumb ? [150, 430] : [90, 270, 450, 590]
  const spread = random.between(7, 11) * (isThumb ? 1.7 : 1)
  const sides = offsets.flatMap((offset) => [-offset, offset])
  return {
    focus: 640,
    lamps: sides.map((offset) => ({ x: 640 + offset, y: 84, size: isThumb ? 230 : 130 })),
    beams: sides.flatMap((offset, index) => {
      const inward = (offset < 0 ? 1 : -1) * (tilt + Math.abs(offset) / 28)
      const tint = index < 4 ? 0 : 1
      const from = { x: 640 + offset, y: 84, spread }
      return [
        { ...from, angle: inward, tint },
        { ...from, angle: -inward * 0.5, spread: spread * 0.7, tint: 2 },
      ] satisfies Beam[]
    }),
    edge: 0.6,
    fade: 0.3,
    back: '',
    front: props.truss(stage),
  }
}

function awardShow(stage: PosterCanvas): Scene {
  const { random, isThumb } = stage
  const inset = random.between(60, 180)
  const count = isThumb ? 3 : 5
  const spread = [4, 11] as const
  return {
    focus: 640,
    lamps: [
      { x: inset, y: -10, size: 380 },
      { x: 1280 - inset, y: -10, size: 380 },
    ],
    beams: [
      ...fan(random, { x: inset, y: -60, from: 4, to: 74, count, spread }),
      ...fan(random, { x: 1280 - inset, y: -60, from: -74, to: -4, count, spread }),
    ],
    edge: 0.7,
    fade: 0.3,
    back: '',
    front: props.sparkles(stage, isThumb ? 6 : 12),
  }
}

function showcase(stage: PosterCanvas): Scene {
  const { random, isThumb } = stage
  const count = isThumb ? 3 : 4
  const spread = [5, 11] as const
  return {
    focus: 640,
    lamps: [{ x: 640, y: 300, size: 620 }],
    beams: [
      ...fan(random, { x: 160, y: -60, from: -26, to: 48, count, spread }),
      ...fan(random, { x: 1120, y: -60, from: -48, to: 26, count, spread }),
    ],
    edge: 0.8,
    fade: 0.3,
    back: '',
    front: props.screen(stage),
  }
}

function variety(stage: PosterCanvas): Scene {
  const { random, isThumb } = stage
  const base = concert(stage)
  const x = 1280 - base.focus
  const count = isThumb ? 3 : 5
  return {
    ...base,
    lamps: [...base.lamps, { x, y: -10, size: 300 }],
    beams: [...base.beams, ...fan(random, { x, y: -60, from: -50, to: 50, count, spread: [3, 9] })],
    front: props.confetti(stage, isThumb ? 15 : 36),
  }
}

function talkShow(stage: PosterCanvas): Scene {
  const { random } = stage
  const shift = random.between(-60, 60)
  const places = [250, 640, 1030].map((x) => x + shift)
  return {
    focus: 640 + shift,
    lamps: places.map((x) => ({ x, y: 20, size: 230 })),
    beams: places.flatMap((x, index) => {
      const angle = (1 - index) * 7 + random.between(-3, 3)
      const spread = random.between(25, 31)
      const from = { x, y: -40, angle }
      return [
        { ...from, spread, tint: index === 1 ? 2 : 0 },
        { ...from, spread: spread * 0.6, tint: index === 1 ? 0 : 1 },
      ] satisfies Beam[]
    }),
    edge: 0.35,
    fade: 0.3,
    back: '',
    front: '',
  }
}

function sport(stage: PosterCanvas): Scene {
  const { random, isThumb } = stage
  const y = random.between(110, 150)
  const count = isThumb ? 4 : 6
  const spread = [7, 16] as const
  return {
    focus: 640,
    lamps: [
      { x: 190, y, size: 430 },
      { x: 1090, y, size: 430 },
    ],
    beams: [
      ...fan(random, { x: 190, y, from: -40, to: 82, count, spread }),
      ...fan(random, { x: 1090, y, from: -82, to: 40, count, spread }),
    ],
    edge: 0.9,
    fade: 0.3,
    back: '',
    front: props.floodlights(stage, y),
  }
}

function music(stage: PosterCanvas): Scene {
  const { random, isThumb } = stage
  const count = isThumb ? 3 : 5
  const spread = [4, 10] as const
  const lean = random.between(-10, 10)
  return {
    focus: 640,
    lamps: [120, 640, 1160].map((x) => ({ x, y: 0, size: x === 640 ? 400 : 300 })),
    beams: [
      ...fan(random, { x: 120, y: -30, from: -30 + lean, to: 76 + lean, count, spread }),
      ...fan(random, { x: 640, y: -30, from: -74 + lean, to: 74 + lean, count: count + 2, spread }),
      ...fan(random, { x: 1160, y: -30, from: -76 + lean, to: 30 + lean, count, spread }),
    ],
    edge: 0.5,
    fade: 0.3,
    back: '',
    front: props.equalizer(stage, isThumb ? 12 : 25),
  }
}

function irl(stage: PosterCanvas): Scene {
  const base = concert(stage)
  return {
    ...base,
    lamps: [{ x: base.focus, y: 60, size: 520 }],
    beams: base.beams.map((beam) => ({ ...beam, y: -60, spread: beam.spread * 0.7 })),
    front: props.skyline(stage),
  }
}

function subathon(stage: PosterCanvas): Scene {
  const base = concert(stage)
  const { focus: x } = base
  const beams = fan(stage.random, { x, y: 190, from: -180, to: 180, count: 12, spread: [4, 13] })
  return {
    ...base,
    lamps: [{ x, y: 190, size: 420 }],
    beams,
    front: props.clock(stage, x, 190),
  }
}

function convention(stage: PosterCanvas): Scene {
  const base = concert(stage)
  return { ...base, front: props.banners(stage, stage.isThumb ? 4 : 6) }
}

function science(stage: PosterCanvas): Scene {
  const { random, hue, isThumb } = stage
  const x = Math.round(random.between(380, 900))
  const y = Math.round(random.between(120, 190))
  const count = isThumb ? 6 : 9
  return {
    focus: x,
    lamps: [{ x, y, size: 330 }],
    beams: fan(random, { x, y, from: -84, to: 84, count, spread: [5, 13] }),
    edge: 0.6,
    fade: 0.3,
    back: props.stars(stage, isThumb ? 18 : 30),
    front: props.orbits(x, y, hsl(hue, 90, 82)),
  }
}
