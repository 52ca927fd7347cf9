import type { Random } from './random.ts'

/** What every scene is drawn on. */
export type PosterCanvas = { prefix: string; hue: number; random: Random; isThumb: boolean }
