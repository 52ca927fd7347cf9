import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { printLetters } from './draw-letters.ts'

test('the letters of drawn pictures are those of the typeface', async () => {
  const module = 'worker/features/media/generated-images/letter-outlines.ts'
  expect(readFileSync(module, 'utf8'), 'write it anew with `node scripts/draw-letters.ts`').toBe(
    await printLetters(),
  )
})
