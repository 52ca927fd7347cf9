import type { Category } from './enumerations.ts'
import { splitWords } from './words.ts'

/** Without case and accents, as searches compare; `other` says nothing about an event. */
const categoryWords: Record<Exclude<Category, 'other'>, string> = {
  charity:
    'charity charities fundraiser fundraising benefico benefica solidario solidaria caritatif caritative',
  speedrun: 'speedrun speedruns speedrunning',
  esports: 'esport esports',
  award_show: 'awards|award show|award shows|gala de premios|premios|ceremonie|ceremonies',
  showcase: 'showcase showcases',
  variety: 'variety entretenimiento divertissement',
  talk_show: 'talk show|talk shows|talkshow|tertulia|tertulias',
  sport: 'sport sports deporte deportes',
  music: 'music musica musique concert concerts concierto conciertos',
  irl: 'irl',
  subathon: 'subathon subathons',
  convention: 'convention conventions convencion convenciones',
  science: 'science ciencia',
}

const categories = new Map(
  Object.entries(categoryWords).flatMap(([category, words]) =>
    words
      .split(words.includes('|') ? '|' : ' ')
      .map((word) => [word, category as Category] as const),
  ),
)

export type CategoryInText = {
  category: Category
  rest: string
}

export function findCategory(text: string): CategoryInText | undefined {
  const words = splitWords(text)
  for (const index of words.keys()) {
    for (const length of [3, 2, 1]) {
      const category = categories.get(words.slice(index, index + length).join(' '))
      if (category) return { category, rest: words.toSpliced(index, length).join(' ') }
    }
  }
  return undefined
}
