import { expect, test } from 'vitest'
import { insertPicture } from './insert-picture.ts'

const picture = { path: 'uploads/a.webp', alt: 'Crowd', width: 640, height: 360 }
const written = '![Crowd](/media/uploads/a.webp#640x360)'

test.each([
  ['in an empty text', '|', `${written}\n`],
  ['between paragraphs', 'One.\n\n|Two.', `One.\n\n${written}\n\nTwo.`],
  ['within a line', 'One. |Two.', `One.\n\n${written}\n\nTwo.`],
  ['at the end', 'One.|', `One.\n\n${written}\n`],
])('a picture %s stands in a paragraph of its own', (_, before, after) => {
  const caret = before.indexOf('|')
  const { text, alt } = insertPicture(
    before.replace('|', ''),
    { start: caret, end: caret },
    picture,
  )
  expect(text).toBe(after)
  expect(text.slice(alt.start, alt.end)).toBe('Crowd')
})

test('a picture takes the place of what is selected', () => {
  const { text } = insertPicture('One. Two.', { start: 5, end: 9 }, picture)
  expect(text).toBe(`One.\n\n${written}\n`)
})
