import { afterEach, describe, expect, test } from 'vitest'
import { gameThumbnail } from '#worker/features/media/generated-images/paths.ts'
import { allowPictureOrigin } from '#worker/caching/security-headers.ts'
import { mediaUrl, workerMediaUrl, setMediaBase } from './media-url.ts'

afterEach(() => setMediaBase(undefined))

describe('the address of a picture', () => {
  test('is its path on this origin, or below the base of the CDN', () => {
    expect(mediaUrl('uploads/a.webp')).toBe('/media/uploads/a.webp')
    for (const base of ['https://cdn.example/m', 'https://cdn.example/m/']) {
      setMediaBase(base)
      expect(mediaUrl('uploads/a.webp')).toBe('https://cdn.example/m/uploads/a.webp')
      expect(workerMediaUrl('drawn/a.svg')).toBe('/media/drawn/a.svg')
    }
    setMediaBase('')
    expect(mediaUrl('uploads/a.webp')).toBe('/media/uploads/a.webp')
  })

  test('of a game is its own picture’s, or the drawn one’s', () => {
    expect(gameThumbnail(7, null)).toEqual({
      thumbnail_path: expect.stringMatching(/^drawn\/\d+\/games\/[\da-z]+\.svg$/),
      thumbnail_url: expect.stringMatching(/^\/media\/drawn\/\d+\/games\/[\da-z]+\.svg$/),
    })
    expect(gameThumbnail(7, 'uploads/a.webp').thumbnail_url).toBe('/media/uploads/a.webp')
  })
})

test('a policy lets in the pictures of the CDN’s origin, once', () => {
  const policy = "default-src 'self'; img-src 'self' data:; object-src 'none'"
  const open = "default-src 'self'; img-src 'self' data: https://cdn.example; object-src 'none'"
  expect(allowPictureOrigin(policy, '')).toBe(policy)
  expect(allowPictureOrigin(policy, 'https://cdn.example/m')).toBe(open)
  expect(allowPictureOrigin(open, 'https://cdn.example/m')).toBe(open)
})
