import { expect, test } from 'vitest'
import { parseYoutubeVideoId } from './video-links.ts'

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://m.youtube.com/watch?app=desktop&v=dQw4w9WgXcQ&t=3',
  'http://youtube.com/live/dQw4w9WgXcQ?si=a',
  'https://youtu.be/dQw4w9WgXcQ',
])('%s is the page of a video', (address) => {
  expect(parseYoutubeVideoId(address)).toBe('dQw4w9WgXcQ')
})

test.each([
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com/watch?v=dQw4w9WgXcQQ',
  'https://www.youtube.com/@arte',
  'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
  'https://evil.example/https://youtu.be/dQw4w9WgXcQ',
  'javascript:https://youtu.be/dQw4w9WgXcQ',
  'https://www.twitch.tv/videos/12345678901',
  '',
])('%s is none', (address) => {
  expect(parseYoutubeVideoId(address)).toBeUndefined()
})
