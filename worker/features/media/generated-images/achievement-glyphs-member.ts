import type { AchievementId } from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import {
  box,
  cutoutPath,
  cutoutBox,
  cutoutDisc,
  cutoutLine,
  cutoutNumeral,
  disc,
  flame,
  line,
  numeral,
  person,
  place,
  ring,
  filledPath,
  star,
} from './achievement-shapes.ts'

/** A flame with the days of a streak. */
function streak(days: number, height: number, width: number): string {
  return filledPath(flame) + cutoutNumeral(days, { y: 9, height, width })
}

const cake =
  filledPath('M-25 6q0-5 5-5h40q5 0 5 5v18h-50z') +
  cutoutLine('M-25 9q6.3 7 12.5 0 6.3 7 12.5 0 6.3 7 12.5 0 6.3 7 12.5 0', 3)

function candle(x: number): string {
  return line(`M${x}-3v-9`, 5) + filledPath(`M${x}-28q7 8 0 12q-7-4 0-12z`)
}

const specialGlyphs = {
  week_streak: streak(7, 18, 4.5),
  month_streak: streak(30, 15, 4),
  season_streak: streak(100, 14, 3.5),
  year_streak: streak(365, 12, 3),
  first_anniversary: cake + candle(0),
  third_anniversary: cake + candle(-14) + candle(0) + candle(14),
  reader:
    filledPath('M-2-14q-10-7-24-5v36q14-2 24 5zM2-14q10-7 24-5v36q-14-2-24 5z') +
    cutoutLine('M-20-9q7 0 12 3M-20 0q7 0 12 3M20-9q-7 0-12 3M20 0q-7 0-12 3', 2.5),
  avid_reader:
    box({ x: -23, y: 12, width: 46, height: 12, rx: 2 }) +
    box({ x: -19, y: -3, width: 40, height: 12, rx: 2 }) +
    place({ y: -12, turn: -12 }, box({ x: -21, y: -9, width: 38, height: 12, rx: 2 })) +
    cutoutLine('M-14 15v6M14 15v6M-11 0v6M13 0v6', 3),
} satisfies Partial<Record<AchievementId, string>>

function screen(): string {
  return (
    box({ x: -16, y: -12, width: 32, height: 22, rx: 3 }) +
    cutoutPath('M-4-7v12L7-1z') +
    line('M-7 15H7', 4)
  )
}

const orbit = 'M-28 14C-31 8 13-10 16-3'

const platformGlyphs = {
  welcome:
    line('M-25 24h50M-15 24v-48h30v48', 4.5) +
    filledPath('M-11-21 5-15v37l-16 2z') +
    cutoutDisc(0, 3, 2.5),
  verified:
    box({ x: -26, y: -19, width: 44, height: 32, rx: 4 }) +
    cutoutLine('M-22-14-4 1l18-15', 3.5) +
    cutoutDisc(15, 13, 15) +
    disc(15, 13, 11.5) +
    cutoutLine('m9 13 4.5 5L21 8.5', 3.5),
  complete_profile:
    box({ x: -24, y: -26, width: 48, height: 52, rx: 5 }) +
    cutoutBox({ x: -18, y: -20, width: 36, height: 40, rx: 2 }) +
    person(0, 3, 1.15),
  both_platforms:
    place({ x: -9, y: -11 }, screen()) +
    cutoutBox({ x: -11, y: -6, width: 22, height: 14, rx: 4 }) +
    place({ x: 9, y: 10 }, screen()),
  follower_of_both:
    line(orbit, 3) +
    disc(-6, 5, 15) +
    cutoutLine('M-28 14c4 6 42-8 44-17', 6.5) +
    line('M-28 14c4 6 42-8 44-17', 3) +
    disc(19, -18, 7.5),
  dual_host:
    disc(-11, -14, 11) +
    disc(11, -14, 9) +
    cutoutDisc(-11, -14, 4) +
    cutoutDisc(11, -14, 3) +
    box({ x: -23, y: -1, width: 34, height: 25, rx: 4 }) +
    filledPath('M14 8 26 1v21l-12-7z'),
  three_languages:
    ring(0, 0, 24, 4.5) + line('M0-24c-15 12-15 36 0 48 15-12 15-36 0-48zM-23-7h46M-23 8h46', 3.5),
  player:
    filledPath(
      'M-14-15h28c9 0 13 16 13 26 0 10-8 11-12 5L9 9H-9l-6 7c-4 6-12 5-12-5 0-10 4-26 13-26z',
    ) +
    cutoutLine('M-13-9v11M-18.5-3.5h11', 4) +
    cutoutDisc(10, -7, 2.8) +
    cutoutDisc(16, 0, 2.8),
} satisfies Partial<Record<AchievementId, string>>

/** Two branches with leaves, open at the top. */
const leaf = filledPath('M28-6q5 6 0 12-5-6 0-12z')
const laurel = [-38, -14, 10, 34, 58]
  .flatMap((turn) => [turn, 180 - turn])
  .map((turn) => place({ turn }, leaf))
  .join('')
const crown = 'M-12 6-15-8l8 6 7-9 7 9 8-6-3 14z'

const levelGlyphs = {
  level_2: numeral(2, { y: -7, height: 30, width: 7 }) + line('M-14 23 0 16l14 7', 5),
  level_5:
    numeral(5, { y: -9, height: 28, width: 6.5 }) + line('M-14 19 0 12l14 7M-14 28 0 21l14 7', 4.5),
  level_10: numeral(10, { y: -6, height: 28, width: 6 }) + star(0, 20, 8.5),
  level_15: numeral(15, { y: -6, height: 28, width: 6 }) + star(-10, 20, 8) + star(10, 20, 8),
  level_20: numeral(20, { y: -1, height: 22, width: 5 }) + laurel,
  level_30: numeral(30, { y: -5, height: 22, width: 5 }) + laurel + star(0, 17, 7.5),
  level_50:
    numeral(50, { y: 5, height: 22, width: 5 }) +
    laurel +
    place({ y: -18, scale: 0.95 }, filledPath(crown)),
} satisfies Partial<Record<AchievementId, string>>

export const memberGlyphs = { ...specialGlyphs, ...platformGlyphs, ...levelGlyphs }
