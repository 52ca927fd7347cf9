import { Category } from '#worker/contracts/enumerations.ts'
import { drawArticle } from './article-cover.ts'
import { drawAvatar, drawGame, drawPoster } from './emblems.ts'
import { designVersion } from './paths.ts'

export function findPicture(path: string): string | undefined {
  const article = /^articles\/(\d{1,15})\.svg$/.exec(path)
  if (article) return drawArticle(Number(article[1]))
  return findEmblem(path)
}

const emblemPath =
  /^(\d+)\/(avatars|games|posters\/[a-z_]{2,20})\/([\da-z]{1,7})-([^/]{1,40})\.svg$/

function findEmblem(path: string): string | undefined {
  const [, version, kind = '', seed = '', name = ''] = emblemPath.exec(path) ?? []
  if (Number(version) !== designVersion) return undefined
  const subject = { seed: Number.parseInt(seed, 36), name: decodeName(name) }
  if (kind === 'avatars') return drawAvatar(subject)
  if (kind === 'games') return drawGame(subject)
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
