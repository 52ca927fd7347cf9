import { hashSubject } from '#worker/contracts/channel-hue.ts'
import {
  drawArticleCover,
  drawFace,
  drawFacePoster,
  drawGameCover,
  drawGroupPoster,
  drawPlainPoster,
} from './drawings.ts'
import { designVersion } from './paths.ts'

const draw = {
  avatars: drawFace,
  games: drawGameCover,
  articles: drawArticleCover,
  'posters/plain': drawPlainPoster,
  'posters/group': drawGroupPoster,
  'posters/face': drawFacePoster,
}

/** Former versions had letters behind the seed, the category before it, and no version for some. */
const pictureAddress =
  /^(?:(\d+)\/)?(avatars|games|articles|posters\/[a-z_]{2,20})\/([\da-z]{1,15})(?:-[^/]{1,40})?\.svg$/
const formerScene = /^events\/[a-z_]{2,20}-\d{1,15}\.svg$/

export function drawPictureAtPath(path: string): string | undefined {
  if (formerScene.test(path)) return drawPlainPoster({ seed: hashSubject(path) })
  const [, version = 1, kind = '', written = ''] = pictureAddress.exec(path) ?? []
  if (kind === '' || Number(version) > designVersion) return undefined
  const drawOne = kind in draw ? draw[kind as keyof typeof draw] : drawFacePoster
  const seed = Number.parseInt(written, kind === 'articles' ? 10 : 36)
  return seed <= 2 ** 32 ? drawOne({ seed }) : undefined
}
