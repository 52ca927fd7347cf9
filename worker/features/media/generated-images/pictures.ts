import { Category } from '#worker/contracts/enumerations.ts'
import { drawArticleCover } from './article-cover.ts'
import { drawAvatar, drawGameCover, drawPoster } from './emblems.ts'
import { designVersion } from './paths.ts'

export function drawPictureAtPath(path: string): string | undefined {
  const article = /^articles\/(\d{1,15})\.svg$/.exec(path)
  if (article) return drawArticleCover(Number(article[1]))
  return drawEmblemAtPath(path)
}

const emblemPath =
  /^(\d+)\/(avatars|games|posters\/[a-z_]{2,20})\/([\da-z]{1,7})-([^/]{1,40})\.svg$/

function drawEmblemAtPath(path: string): string | undefined {
  const [, version, kind = '', seed = '', name = ''] = emblemPath.exec(path) ?? []
  if (Number(version) !== designVersion) return undefined
  const subject = { seed: Number.parseInt(seed, 36), name: decodeName(name) }
  if (kind === 'avatars') return drawAvatar(subject)
  if (kind === 'games') return drawGameCover(subject)
  const written = kind.slice('posters/'.length)
  const category = Category.options.find((knownCategory) => knownCategory === written)
  return category || written === 'none' ? drawPoster({ ...subject, category }) : undefined
}

function decodeName(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
