import type { AchievementId } from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import {
  repeatAroundCenter,
  box,
  cutoutPath,
  cutoutBox,
  cutoutDisc,
  cutoutLine,
  disc,
  heartPath,
  line,
  person,
  place,
  ring,
  filledPath,
  star,
  starPath,
} from './achievement-shapes.ts'

const proposalGlyphs = {
  first_approval:
    box({ x: -19, y: -20, width: 38, height: 45, rx: 5 }) +
    box({ x: -9, y: -26, width: 18, height: 10, rx: 3 }) +
    cutoutLine('M-10 3-3 11 11-5', 6),
  scout:
    filledPath('M-27 0Q-14-18 0-18T27 0Q14 18 0 18T-27 0z') +
    cutoutDisc(0, 0, 13) +
    disc(0, 0, 7.5) +
    cutoutDisc(3, -3, 2.5),
  editor: place(
    { turn: 40 },
    filledPath('M0 27C-4 15-14 9-12-4L-7-14H7L12-4C14 9 4 15 0 27z') +
      cutoutLine('M0 24V6', 2.5) +
      cutoutDisc(0, 2, 4) +
      box({ x: -8, y: -27, width: 16, height: 8, rx: 1 }),
  ),
  pillar:
    filledPath('M-22-25h44v7h-44zM-22 18h44v7h-44zM-16-15h32v-2h-32zM-16 17h32v-2h-32z') +
    line('M-11-12v24M0-12v24M11-12v24', 6.5),
  generalist: filledPath(
    'M-24-12h13c-4-3-4-5-4-6a7 7 0 0 1 14 0c0 1 0 3-4 6h15V3c3-4 5-4 6-4a7 7 0 0 1 0 14c-1 0-3 0-6-4v16h-13c3-4 3-5 3-6a6 6 0 0 0-12 0c0 1 0 2 3 6h-15V9c4 3 5 3 6 3a6 6 0 0 0 0-12c-1 0-2 0-6 3z',
  ),
  translator:
    filledPath('M-22-24H6q5 0 5 5v15q0 5-5 5H-9l-9 8V1h-4q-5 0-5-5v-15q0-5 5-5z') +
    cutoutBox({ x: -10, y: -9, width: 24, height: 18, rx: 6 }) +
    line('M-3-3H22q4 0 4 4v12q0 4-4 4h-2v8l-9-8H-3q-4 0-4-4V1q0-4 4-4z', 4) +
    cutoutLine('M-19-16H3M-19-9h9', 3),
  forward_looking:
    place({ y: -6, turn: -24 }, filledPath('M-26-4h14v9h-14zM-10-6H6V7h-16zM8-9h18v19H8z')) +
    line('M-3 4-14 24M1 4v20M5 3 16 24', 4),
  game_guide:
    filledPath('M-26-12l15-7 22 7V-2l-1 25-21-8-15 7zM11 12h15v5l-15 7z') +
    cutoutLine('M-11-17v31M10-8v31', 3) +
    cutoutDisc(13, -11, 17) +
    filledPath('M13 10C8 3 1-4 1-13a12 12 0 0 1 24 0c0 9-7 16-12 23z') +
    cutoutDisc(13, -13, 4.5),
} satisfies Partial<Record<AchievementId, string>>

const streamerGlyphs = {
  first_follow: person(-6, 2, 1.5) + line('M19-22v14M12-15h14', 5),
  regular:
    ring(0, 0, 22, 3) +
    repeatAroundCenter(5, cutoutDisc(0, -22, 9) + disc(0, -22, 6)) +
    filledPath(heartPath(0, 0, 20)),
  polyglot:
    disc(0, -2, 24) +
    filledPath('M-20 8-23 26-4 21z') +
    cutoutLine(
      'M-14-2a14 14 0 1 0 28 0a14 14 0 1 0-28 0zM0-16c-9 8-9 20 0 28 9-8 9-20 0-28zM-14-2h28',
      3,
    ),
  on_stage:
    box({ x: -9, y: -27, width: 18, height: 31, rx: 9 }) +
    line('M-17-7v3a17 17 0 0 0 34 0v-3M0 13v11M-10 25h20', 4.5) +
    cutoutLine('M-4-17h8M-4-10h8', 2.5),
  own_show:
    filledPath('M-26-25h52v9h-52zM-26-14h13c0 18-3 28-13 39zM26-14H13c0 18 3 28 13 39z') +
    star(0, 7, 12.5),
  showrunner:
    box({ x: -24, y: -5, width: 48, height: 29, rx: 4 }) +
    place(
      { x: -24, y: -7, turn: -14 },
      box({ x: 0, y: -11, width: 48, height: 11, rx: 2 }) +
        cutoutLine('m11-8-5 6m17-6-5 6m17-6-5 6', 4),
    ) +
    cutoutPath('M-5 2v15L9 9.5z'),
  headliner:
    filledPath('M-25-14l12 11L0-23 13-3l12-11-5 29h-40z') +
    box({ x: -20, y: 18, width: 40, height: 6, rx: 1 }) +
    disc(-25, -16, 3) +
    disc(25, -16, 3) +
    disc(0, -24, 3) +
    cutoutPath(starPath(0, 5, 8)),
  many_talents:
    filledPath(
      'M0-24c15 0 26 9 26 21 0 8-6 12-12 12h-6c-4 0-6 3-4 7 2 5 0 9-5 9C-15 25-26 14-26 0S-14-24 0-24z',
    ) +
    cutoutDisc(-14, -3, 4.5) +
    cutoutDisc(-5, -14, 4.5) +
    cutoutDisc(9, -14, 4.5) +
    cutoutDisc(-11, 10, 4.5),
} satisfies Partial<Record<AchievementId, string>>

export const communityGlyphs = { ...proposalGlyphs, ...streamerGlyphs }
