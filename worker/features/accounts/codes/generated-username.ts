import { createRandomInteger } from '#worker/auth/crypto.ts'

/** Any two of them read well together: no colours, no animals, nothing about bodies or peoples. */
export const usernameAdjectives = (
  'brisk bright calm clever cosmic curious daring eager gentle golden grand happy hidden ' +
  'humble jolly keen kind lively lucky lunar mellow merry mighty modest nimble noble patient polite ' +
  'quick quiet radiant rapid serene solar steady stellar sunny swift tidy vivid warm wise witty'
).split(' ')

export const usernameNouns = (
  'anchor arcade aurora autumn beacon breeze bridge candle canyon castle cedar chorus comet compass ' +
  'coral echo ember encore forest galaxy garden glacier harbor harvest horizon island lantern ' +
  'library maple meadow melody meteor mosaic nebula ocean orbit orchard pixel planet prairie quasar ' +
  'quest rainbow river rocket saffron signal sonata spring summit temple thunder valley voyage willow'
).split(' ')

/** None of them makes a number that stands for something. */
const digits = '23457'

function pickRandom<Item>(list: ArrayLike<Item>): Item {
  // The index is below the length, and the lists are not empty.
  return list[createRandomInteger(0, list.length)] as Item
}

function randomDigits(length: number): string {
  return Array.from({ length }, () => pickRandom(digits)).join('')
}

const candidates = 5

/** Such as `calm-comet-4275`; the first that is free is taken. */
export function generateUsernames(): string[] {
  return Array.from({ length: candidates }, (_, index) =>
    [pickRandom(usernameAdjectives), pickRandom(usernameNouns), randomDigits(4 + index)].join('-'),
  )
}
