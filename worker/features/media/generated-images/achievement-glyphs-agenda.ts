import type { AchievementId } from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import {
  repeatAroundCenter,
  bolt,
  box,
  cutoutPath,
  cutoutBox,
  cutoutDisc,
  cutoutLine,
  disc,
  flame,
  heartPath,
  line,
  person,
  place,
  ring,
  filledPath,
  star,
  starPath,
} from './achievement-shapes.ts'

/** A sheet of a calendar; what is in it goes on top. */
const calendar =
  box({ x: -22, y: -19, width: 44, height: 42, rx: 5 }) +
  cutoutBox({ x: -18, y: -7, width: 36, height: 26, rx: 2 }) +
  line('M-11-24v8M11-24v8', 5)

const eventGlyphs = {
  first_hype: filledPath(bolt),
  early_bird:
    ring(0, 3, 19, 5) +
    line('M0-8V3l7 5') +
    line('M-24-12a11 11 0 0 1 13-12M24-12a11 11 0 0 0-13-12', 5) +
    line('m-13 18-5 6m31-6 5 6', 5),
  first_in_line: place(
    { turn: -18 },
    filledPath('M-27-16h54v9a7 7 0 0 0 0 14v9h-54V7a7 7 0 0 0 0-14z') +
      cutoutLine('M13-12v24', 2.5) +
      place({ x: -6, scale: 0.48 }, cutoutPath(bolt)),
  ),
  planner: calendar + filledPath(heartPath(0, 6.5, 20)),
  curious: ring(-5, -5, 16, 5.5) + line('M8 8 22 22', 8) + line('M-13-7a9 9 0 0 1 6-6', 3),
  explorer: ring(0, 0, 24, 4.5) + filledPath('M13-13 5 5-13 13-5-5z') + cutoutDisc(0, 0, 3),
  omnivore:
    disc(-13, -13, 10) +
    box({ x: 3.5, y: -22.5, width: 19, height: 19, rx: 2 }) +
    filledPath('M-13 4-2.5 22.5h-21z') +
    star(13, 14, 12.5),
  good_heart: filledPath(heartPath(0, 1, 50)) + cutoutLine('M-15-5q0-9 8-10', 4),
  speedrun_fan:
    ring(4, 4, 18, 5) +
    line('M4 4 11-4') +
    line('M-1-24H9M4-24v8M19-15l3-3', 5) +
    line('M-27-5h9M-27 4h6M-27 13h9', 4),
  esports_fan:
    filledPath('M-14-24h28v12C14 0 7 6 0 6S-14 0-14-12z') +
    line('M-14-19h-9c0 10 4 14 11 15M14-19h9c0 10-4 14-11 15', 4) +
    filledPath('M-3 6h6v9h-6zM-12 17h24v7h-24z') +
    cutoutPath(starPath(0, -11, 8)),
  game_hopper:
    filledPath('M-9-25H9V-9H25V9H9V25H-9V9H-25V-9H-9z') +
    cutoutPath('M0-21l5 7h-10zM0 21l5-7h-10zM-21 0l7 5v-10zM21 0l-7 5v-10z') +
    cutoutDisc(0, 0, 4),
  grouped:
    person(-15, 0, 0.9) +
    person(15, 0, 0.9) +
    cutoutPath('M-15 26q-2-21 15-21t15 21z') +
    cutoutDisc(0, -3, 10.5) +
    person(0, 8, 1.1),
} satisfies Partial<Record<AchievementId, string>>

const flute =
  filledPath('M-7-19H7L5-3Q0 5-5-3z') + line('M0 0v17M-6 19H6', 3.5) + cutoutLine('M-4-12h8', 3)

const seasonGlyphs = {
  new_year:
    place({ x: -10, y: 5, turn: 16 }, flute) +
    place({ x: 10, y: 5, turn: -16 }, flute) +
    line('M0-20v-7M-10-22l-4-5M10-22l4-5', 3.5),
  spring:
    repeatAroundCenter(5, box({ x: -9, y: -27, width: 18, height: 23, rx: 9 })) +
    cutoutDisc(0, 0, 7) +
    disc(0, 0, 4),
  summer: disc(0, 0, 12) + repeatAroundCenter(8, line('M0-19v-7', 5)),
  summer_regular:
    line('M2 22Q-3 6 2-8', 5) +
    filledPath(
      'M2-9Q-9-24-25-8-12-12 2-9zM2-9Q13-26 26-10 14-13 2-9zM2-9Q-14-9-17 9-8-4 2-9zM2-9Q17-8 19 8 11-4 2-9z',
    ) +
    line('M-22 24q11-6 22 0t22 0', 4.5),
  back_to_school:
    line('M-8-19v-2q0-5 8-5t8 5v2', 4) +
    filledPath('M-18 24V-4q0-16 18-16T18-4v28z') +
    box({ x: -25, y: 5, width: 7, height: 16, rx: 3 }) +
    box({ x: 18, y: 5, width: 7, height: 16, rx: 3 }) +
    cutoutLine('M-10-7h20M-11 20V7h22v13zM-4 7v5', 3),
  halloween:
    line('M0-16q0-7 6-9', 5) +
    filledPath(
      'M0-15c5-4 12-3 16 0C30-10 29 24 10 24c-4 0-6-2-10-2s-6 2-10 2C-29 24-30-10-16-15c4-3 11-4 16 0z',
    ) +
    cutoutPath(
      'M-15 0l4.5-9L-5 0zM15 0l-4.5-9L5 0zM-17 6l6 3 4-3 4 4h6l4-4 4 3 6-3C15 20-15 20-17 6z',
    ),
  winter: repeatAroundCenter(6, line('M0 0v-25M-6-23l6 6 6-6M-5-13l5 4 5-4', 3.5)),
  winter_regular:
    filledPath('M-25-24h50v7h-4v41h-9V0a12 12 0 0 0-24 0v24h-9v-41h-4z') +
    place({ y: 13, scale: 0.42 }, filledPath(flame)) +
    line('M-9 24H9', 3),
} satisfies Partial<Record<AchievementId, string>>

export const agendaGlyphs = { ...eventGlyphs, ...seasonGlyphs }
